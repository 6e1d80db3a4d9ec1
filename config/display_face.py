"""The display face, cut from the font of a Python package into the files that browsers load, each when a page needs it.

Which file has which characters is said in `css/display-face.css`. A file is cut when static files are looked for the
first time, so the tree holds no font, and `manage.py runserver` finds the same files as `collectstatic`.
"""

import re
from collections.abc import Iterator
from functools import cached_property
from hashlib import blake2b
from pathlib import Path
from typing import Any

import fontpkg
from django.conf import settings
from django.contrib.staticfiles.finders import BaseFinder
from django.core.files.storage import FileSystemStorage

FACE_SHEET = settings.BASE_DIR / "static" / "css" / "display-face.css"
FACE_RULE = re.compile(r'url\("\.\./(fonts/[\w-]+\.woff2)"\).*?unicode-range: ([^;]+);', re.DOTALL)
FACE_FEATURES = ["ccmp", "kern", "locl", "mark", "mkmk", "tnum"]
KEPT_NAMES = [0, 1, 2, 13, 14]  # besides the name of the font its authors and its licence, which ask for that


class DisplayFaceFinder(BaseFinder):
    """Finds the files of the display face in the data folder, and cuts them first if need be."""

    @cached_property
    def storage(self) -> FileSystemStorage:
        return FileSystemStorage(location=settings.VAR / "display-face")

    def check(self, **kwargs: Any) -> list[Any]:
        return []

    def list(self, ignore_patterns: Any) -> Iterator[tuple[str, FileSystemStorage]]:
        """Yield the path of each file, and the storage that has it there."""
        for path in cut_display_face(Path(self.storage.location)):
            yield path, self.storage

    def find(self, path: str, find_all: bool = False) -> Any:
        """Return where a file is, as a list of that if `find_all`; an empty list if it is none of ours."""
        if path not in read_face_parts():
            return []
        cut_display_face(Path(self.storage.location))
        return [self.storage.path(path)] if find_all else self.storage.path(path)


def read_face_parts() -> dict[str, str]:
    """Return which characters each file has, as the style sheet says it: {"fonts/...woff2": "U+20-7E, U+2122"}."""
    return dict(FACE_RULE.findall(FACE_SHEET.read_text()))


def cut_display_face(folder: Path) -> dict[str, str]:
    """Cut all files into the folder, unless they are there and up to date; return what each has."""
    source = fontpkg.path(**settings.DISPLAY_FACE)
    now = blake2b(b"".join(path.read_bytes() for path in (source, FACE_SHEET, Path(__file__)))).hexdigest()
    stamp, parts = folder / "stamp", read_face_parts()
    if not stamp.exists() or stamp.read_text() != now:
        (folder / "fonts").mkdir(parents=True, exist_ok=True)
        for path, characters in parts.items():
            cut_face_part(source, characters, folder / path)
        stamp.write_text(now)
    return parts


def cut_face_part(source: Path, characters: str, target: Path) -> None:
    """Write a font with these characters of another, in the one weight of the display face."""
    from fontTools import subset  # only a site that has new files needs the tool
    from fontTools.ttLib import TTFont
    from fontTools.varLib.instancer import instantiateVariableFont

    font = TTFont(source)
    cutter = subset.Subsetter(
        subset.Options(hinting=False, layout_features=FACE_FEATURES, name_IDs=KEPT_NAMES, notdef_outline=True)
    )
    cutter.populate(unicodes=subset.parse_unicodes(characters.replace("U+", "")))
    cutter.subset(font)
    instantiateVariableFont(font, {"wght": settings.DISPLAY_FACE["weight"]}, inplace=True)
    font.flavor = "woff2"
    unfinished = target.with_suffix(f".{id(font)}")  # another process may cut the same file now
    font.save(unfinished)
    unfinished.replace(target)
