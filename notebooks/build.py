"""Makes the notebooks: `source/NAME.md`, both languages side by side, becomes `fr/` and `en/`.

    python notebooks/build.py            write the notebooks
    python notebooks/build.py --check    say which of them are not what their source says

The format of a source is described in `escale/app/notebook_source.py`. Needs escale and the
standard library only.
"""

from __future__ import annotations

import sys
from pathlib import Path

from escale.app.notebook_source import BadSource, notebook
from escale.teach.languages import REQUIRED

HERE = Path(__file__).parent


def build() -> dict[Path, str]:
    """Every notebook that there should be, with its text."""
    made = {}
    for file in sorted(HERE.joinpath("source").glob("*.md")):
        for lang in REQUIRED:
            try:
                text = notebook(file.stem, file.read_text("utf-8"), lang, file.parent)
            except BadSource as error:
                raise BadSource(f"{file.name}: {error}") from None
            made[HERE / lang / f"{file.stem}.ipynb"] = text
    return made


def stale() -> list[Path]:
    """The notebooks that are not what their source says, and those without one."""
    made = build()
    there = {file for lang in REQUIRED for file in HERE.joinpath(lang).glob("*.ipynb")}
    changed = {
        file for file, text in made.items() if not file.is_file() or file.read_text("utf-8") != text
    }
    return sorted(changed | (there - made.keys()))


def main() -> int:
    if "--check" in sys.argv[1:]:
        found = stale()
        for file in found:
            print(f"{file.relative_to(HERE)} is not what its source says: run build.py")
        return bool(found)
    for file, text in build().items():
        file.parent.mkdir(exist_ok=True)
        file.write_text(text, "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
