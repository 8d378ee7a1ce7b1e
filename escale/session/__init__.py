"""A game being played at, without Jupyter: what goes to a page, and what comes from it.

    session       one game: who sits where, moves, pace, thinking, saving; tells its viewers
    viewer        one page of it: seat, language, what it shows, messages in and out
    perspective   what a page shows of a match, as values: nothing here changes
    frames, box   scenes on their way to a page, and what of a game goes there once
    messages      which messages there are, in both directions: docs/protocol.md
    answers       who answers which message: playing, opening, greeting, hints, review
    saving        the keeper, which saves before anything is shown; links: a game in a link
    thinking      what takes its time, slice by slice
    seats, luck, words, about     who sits down, random numbers, sentences, titles and marks

Needs the standard library only, and opens no file but its own words: whoever is the host (a widget
in a kernel, a test, later a worker in a browser) hands in time, a store and a way to send.
"""
