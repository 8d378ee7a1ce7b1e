"""A game being played at, without Jupyter: what goes to a page, and what comes from it.

    session       one game: who sits where, moves, pace, thinking, saving; tells its viewers
    viewer        one page of it: seat, language, what it shows, messages in and out
    perspective   what a page shows of a match, as values: nothing here changes
    frames, box   scenes on their way to a page, and what of a game goes there once
    messages      which messages there are, in both directions: docs/protocol.md
    answers       who answers which message: playing, opening, greeting, hints, review, joining,
                  asking
    saving        the keeper, which saves before anything is shown; links: a game in a link
    sharing       the keeper of a table that several pages share, each with a session of its own
    coach         for whom a coach speaks; what it says is the page's business
    trial, deals  a table tried in a lesson; deals that a page without a server has beforehand
    thinking      what takes its time, slice by slice
    seats, luck, words, about     who sits down, random numbers, sentences, titles and marks
    ending, review_chart          how a game ended, in words; the curve of a look back

Needs the standard library only, and opens no file but its own words: whoever is the host (a widget
in a kernel, a worker in a browser, a test) hands in time, a store and a way to send.
"""
