"""The app: the command line, the server of the web pages, and where tables are stored.

`commands` is what `escale` can be asked on a terminal, `server` what `escale serve` runs, and
`extension` the same pages beside any Jupyter server. They share `notebooks`, the pages that have a
kernel; `shelf`, what each game says of itself; `store`, the saved tables; and `files`.
"""
