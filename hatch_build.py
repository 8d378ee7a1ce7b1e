"""What a wheel has and the source has not: frames and outlines of lessons, some exercises."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class Made(BuildHookInterface[Any]):
    """Writes what `widgets/lesson_cache.py`, `widgets/practice_cache.py` and
    `teach/lesson_outline.py` would make."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable":
            return  # there they would be stale with the first change
        sys.path.insert(0, self.root)
        from escale.engine.registry import game
        from escale.teach import lesson_outline
        from escale.widgets import lesson_cache, practice_cache

        texts = {}
        for folder in sorted(Path(self.root, "escale", "games").glob("*/lessons")):
            name = folder.parent.name
            found, inside = game(name.replace("_", "-")), f"escale/games/{name}/lessons"
            texts[f"{inside}/{lesson_cache.FRAMES}"] = lesson_cache.course_file(found)
            texts[f"{inside}/{lesson_outline.INDEX}"] = lesson_outline.index_file(found)
            stock = f"escale/games/{name}/{practice_cache.PRACTICE}"
            texts[stock] = practice_cache.stock_file(found)
        self.made = Path(tempfile.mkdtemp(prefix="escale-made-"))
        for number, (inside, text) in enumerate(texts.items()):
            file = self.made / f"{number}.json"
            file.write_text(text, "utf-8")
            build_data["force_include"][str(file)] = inside

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        if version != "editable":
            for file in self.made.iterdir():
                file.unlink()
            self.made.rmdir()
