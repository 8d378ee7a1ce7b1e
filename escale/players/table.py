"""The earlier name of `play_out`: notebooks of users import it from here."""

from .play_out import play_out

__all__ = ["play_out"]
