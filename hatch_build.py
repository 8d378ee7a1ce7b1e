"""What a wheel has and the source has not: the frames of every lesson, made when it is built."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class Frames(BuildHookInterface[Any]):
    """Writes `lessons/frames.json` of each game; see `escale/widgets/prepared.py`."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable":
            return  # there they would be stale with the first change
        sys.path.insert(0, self.root)
        from escale.engine.registry import game
        from escale.widgets.prepared import FRAMES, course_file

        made = Path(tempfile.mkdtemp(prefix="escale-frames-"))
        for folder in sorted(Path(self.root, "escale", "games").glob("*/lessons")):
            name = folder.parent.name
            file = made / f"{name}.json"
            file.write_text(course_file(game(name.replace("_", "-"))), "utf-8")
            inside = f"escale/games/{name}/lessons/{FRAMES}"
            build_data["force_include"][str(file)] = inside
        self.made = made

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        if version != "editable":
            for file in self.made.iterdir():
                file.unlink()
            self.made.rmdir()
