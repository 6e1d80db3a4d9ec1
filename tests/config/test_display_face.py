"""The display face as browsers get it."""

import re
from pathlib import Path

import fontpkg
import pytest
from django.conf import settings
from django.contrib.staticfiles import finders
from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont

from config.display_face import FACE_SHEET, cut_display_face, read_face_parts

pytestmark = pytest.mark.once

SENTENCE = "Maximiliane Hohenstauffen beat Dmitri Volkonin, 1,464"
STAND_INS = {"Display in Arial": "Arimo", "Display in Roboto": "Roboto"}  # Arimo's letters are as wide as Arial's
DEJAVU_BOLD = {  # in 2048ths of the size
    " ": 713, ",": 778, "1": 1425, "4": 1425, "6": 1425, "D": 1700, "H": 1714, "M": 2038, "V": 1585, "a": 1382,
    "b": 1466, "e": 1389, "f": 891, "h": 1458, "i": 702, "k": 1362, "l": 702, "m": 2134, "n": 1458, "o": 1407,
    "r": 1010, "s": 1219, "t": 979, "u": 1458, "x": 1321,
}  # fmt: skip
SAMPLES = {
    "latin": "Zoë won 3½ – 1 “€ −5 %”",
    "latin-extended": "ŠżłĄẶ",
    "greek": "ΆννΩή",
    "cyrillic": "ДмитрийЄї",
}


def find_part(name):
    """Return where the file is, as `runserver` and `collectstatic` find it."""
    return Path(finders.find(f"fonts/display-{name}.woff2"))


@pytest.mark.parametrize(("name", "sample"), SAMPLES.items())
def test_each_file_has_the_letters_of_its_scripts_in_one_bold_weight(name, sample):
    font = TTFont(find_part(name))
    assert {ord(letter) for letter in sample} <= font.getBestCmap().keys()
    assert (font["OS/2"].usWeightClass, "fvar" in font) == (700, False)


def test_what_pages_in_english_load_is_small():
    assert find_part("latin").stat().st_size < 14_000
    assert sum(find_part(name).stat().st_size for name in SAMPLES) < 50_000


def test_nothing_is_cut_again_while_nothing_changes():
    before = [find_part(name).stat().st_mtime_ns for name in SAMPLES]
    assert cut_display_face(settings.VAR / "display-face").keys() == read_face_parts().keys()
    assert [find_part(name).stat().st_mtime_ns for name in SAMPLES] == before
    assert finders.find("fonts/display-hebrew.woff2") is None


def test_what_stands_in_for_it_until_it_is_loaded_is_as_wide():
    """Nothing on a page moves when the display face comes, so a stand-in may be two in a hundred wider or narrower."""
    wanted, scales = measure_bold(TTFont(find_part("latin"))), read_scales()
    found = {stand_in: measure_bold(load_bold(name)) for stand_in, name in STAND_INS.items()}
    found["Display in DejaVu"] = sum(map(DEJAVU_BOLD.get, SENTENCE)) / 2048
    assert found.keys() == scales.keys()
    for name, width in found.items():
        assert width * scales[name] / wanted == pytest.approx(1, abs=0.02), name


def read_scales():
    """Return how much each stand-in is made smaller, as the style sheet says it: {"Display in Arial": 0.842}."""
    rules = re.findall(r'font-family: "(Display in \w+)";.*?size-adjust: ([\d.]+)%', FACE_SHEET.read_text(), re.DOTALL)
    return {name: float(scale) / 100 for name, scale in rules}


def load_bold(name):
    """Return the font of a package of the tests, in its bold weight."""
    font = TTFont(fontpkg.path(name=name, weight=700))
    usual = {axis.axisTag: axis.defaultValue for axis in font["fvar"].axes}
    return instantiateVariableFont(font, usual | {"wght": 700})


def measure_bold(font):
    """Return how wide a font writes the sentence at a size of 1."""
    letters, widths = font.getBestCmap(), font["hmtx"]
    return sum(widths[letters[ord(letter)]][0] for letter in SENTENCE) / font["head"].unitsPerEm
