"""What all our widgets share: what they tell a page passes the door of `nulls`."""

from __future__ import annotations

from typing import Any

import anywidget

from . import nulls


class Widget(anywidget.AnyWidget):
    """A widget of ours; whoever hears a page (`on_msg`) asks `nulls.heard` what it has said."""

    def send(self, content: Any, buffers: Any = None) -> None:
        """Tell the page something."""
        super().send(nulls.told(content), buffers)

    def get_state(self, *which: Any, **more: Any) -> Any:
        """All that a page gets that comes now."""
        return nulls.told(super().get_state(*which, **more))
