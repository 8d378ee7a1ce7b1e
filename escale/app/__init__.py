"""The command line, and later the server: the outermost room. Nothing else imports it.

`cli` is the commands, `replay` and `simulate` what two of them do, `tell` what people read,
`coverage` where each rule is enforced and tested.
"""
