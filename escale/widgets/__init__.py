"""The Jupyter layer: a table to play at, as one anywidget for all games.

`table` is the widget, `lesson` the player of lessons, `course` its frames, `wire` what it sends to the page, `messages` the door for what comes back;
`static/` holds the page's side, which knows no game and no Jupyter. The only room that imports
ipywidgets.
"""

from .lesson import LessonPlayer, lesson
from .table import Table, board, play

__all__ = ["LessonPlayer", "Table", "board", "lesson", "play"]
