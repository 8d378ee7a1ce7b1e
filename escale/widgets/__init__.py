"""The Jupyter layer: tables to play at and lessons, as two anywidgets for all games.

`table` is the one widget, `lesson` the other with its frames from `course`; `wire` is what they
send to the page, `messages` the door for what comes back. `static/` holds the page's side, which
knows no game and no Jupyter. The only room that imports ipywidgets.
"""

from .lesson import LessonPlayer, lesson
from .table import Table, board, play

__all__ = ["LessonPlayer", "Table", "board", "lesson", "play"]
