"""The Jupyter layer: a table to play at, as one anywidget for all games.

`table` is the widget, `wire` what it sends to the page, `messages` the door for what comes back;
`static/` holds the page's side, which knows no game and no Jupyter. The only room that imports
ipywidgets.
"""

from .table import Table, board, play

__all__ = ["Table", "board", "play"]
