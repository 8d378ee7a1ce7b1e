"""The server of `escale serve`: who is let in, who gets a kernel, and the pages that they see.

Nothing is imported here: a kernel starts with this package, and has no use for a server.
"""
