"""The command line and the server: the outermost room. Nothing else imports it.

`cli` is the commands; `replay`, `simulate`, `lab`, `doctor` and `links` are what some of them do,
`tell` is what people read, `coverage` where each rule is enforced and tested. `server` is Voilà
with our pages: `site` makes those that need no kernel from what `shelf` knows of the games, `web`
answers for them, `page` dresses a notebook. `channels` is the websocket between a page and its
kernel, `kernel` the process at the other end.
"""
