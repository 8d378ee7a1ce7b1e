"""Another name of `escale.app.commands.tournament`, by which programs know it."""

from .commands.tournament import *  # noqa: F403
