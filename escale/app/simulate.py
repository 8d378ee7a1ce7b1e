"""Another name of `escale.app.commands.simulate`, by which programs know it."""

from .commands.simulate import *  # noqa: F403
