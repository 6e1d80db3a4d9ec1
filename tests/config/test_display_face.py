"""The display face as browsers get it."""

from pathlib import Path

import pytest
from django.conf import settings
from django.contrib.staticfiles import finders
from fontTools.ttLib import TTFont

from config.display_face import cut_display_face, read_face_parts

pytestmark = pytest.mark.once

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
