"""Faces that have the letters of a text: the display face, or a font of this machine that stands in for it.

Letters that no face here has are left out, so a box is never drawn.
"""

import unicodedata
from collections.abc import Iterator
from functools import cache, lru_cache
from pathlib import Path
from typing import NamedTuple

import fontpkg
from django.conf import settings
from fontTools.ttLib import TTFont
from PIL import ImageFont, features

FONT_FOLDERS = ("/usr/share/fonts", "/usr/local/share/fonts")
OTHER_FACES = ("DejaVuSans-Bold.ttf", "NotoSans*-Bold.*", "DroidSansFallbackFull.ttf")  # the first that has all letters
USUAL_WEIGHT = 400  # of what is not bold
ELLIPSIS_SIGNS = ("…", "...")  # the first that the face has
SMALLEST_SHARE = 0.7  # of its size, to which a text shrinks before it is cut


class Lettering(NamedTuple):
    """A text with all letters in the font, in the size in which it is drawn."""

    text: str
    font: ImageFont.FreeTypeFont

    @property
    def width(self) -> float:
        return self.font.getlength(self.text)


class Face(NamedTuple):
    """A font file and the letters that it has; the display face is one of several weights."""

    path: Path
    letters: frozenset[int]
    is_display: bool = False


def letter_text(text: str, size: int, width: float, *, is_bold: bool = True) -> Lettering:
    """Return a text as it is drawn within a width: a little smaller if need be, then cut with an ellipsis.

    It is empty where no face has any of its letters.
    """
    face, text = choose_face(text)
    weight = find_weight(face, is_bold)
    found = Lettering(text, load_font(face.path, size, weight))
    if found.width > width:
        smaller = max(int(size * SMALLEST_SHARE), int(size * width / found.width) - 1)
        found = Lettering(text, load_font(face.path, smaller, weight))
    end = next((one for one in ELLIPSIS_SIGNS if ord(one[0]) in face.letters), "")
    while text and found.width > width:
        text = text[:-1].rstrip()
        found = found._replace(text=text + end)
    return found


def choose_face(text: str) -> tuple[Face, str]:
    """Return the face that has most letters of a text, and of the text what the face has."""
    text = unicodedata.normalize("NFC", text)
    wanted = {ord(letter) for letter in text if unicodedata.category(letter)[0] in "LM"}
    best, most = load_display_face(), -1
    for face in list_faces():
        if (has := len(wanted & face.letters)) > most:
            best, most = face, has
        if most == len(wanted):
            break
    kept = (letter for letter in text if ord(letter) in best.letters or letter.isspace())
    return best, " ".join("".join(kept).split())


def list_faces() -> Iterator[Face]:
    """Yield the display face, then others; only a library that shapes letters writes other scripts as it should."""
    yield load_display_face()
    if features.check("raqm"):
        for path in list_font_files():
            yield load_face(path)


@cache
def load_display_face() -> Face:
    return load_face(fontpkg.path(**settings.DISPLAY_FACE))._replace(is_display=True)


@cache
def list_font_files() -> list[Path]:
    """Return the fonts of this machine that may stand in, in their order."""
    return [path for pattern in OTHER_FACES for folder in FONT_FOLDERS for path in sorted(Path(folder).rglob(pattern))]


@cache
def load_face(path: Path) -> Face:
    """Return a font file with the letters that it has."""
    with TTFont(path, lazy=True, fontNumber=0) as font:
        return Face(path, frozenset(font["cmap"].getBestCmap()))


def find_weight(face: Face, is_bold: bool) -> int:
    """Return the weight in which the display face writes; 0 for a face that has one only."""
    if not face.is_display:
        return 0
    return settings.DISPLAY_FACE["weight"] if is_bold else USUAL_WEIGHT


@lru_cache(32)  # each keeps its file open
def load_font(path: Path, size: int, weight: int) -> ImageFont.FreeTypeFont:
    """Return a font in a size and, if it has several, in a weight."""
    font = ImageFont.truetype(path, size)
    if weight:
        font.set_variation_by_axes([weight])
    return font
