"""The Jupyter layer: tables to play at and lessons, as two anywidgets for all games.

`table` is the one widget, `lesson` the other; its frames come from `lesson_frames`, and
`lesson_cache` packs them or has them from the wheel. What a table says to its page is in the room
`session`. `static/` holds the page's side, which knows no game. The only room that imports
ipywidgets, and only in `table`, `lesson` and `explore`: `escale.play` and the like lead there.
"""
