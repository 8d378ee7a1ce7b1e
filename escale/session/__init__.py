"""A game being played at, without Jupyter: what goes to a page, and what comes from it.

Needs the standard library only, and opens no file but its own words: whoever is the host (a widget
in a kernel, later a worker in a browser) hands in time, a store and a way to send.
"""
