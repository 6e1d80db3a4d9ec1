"""No box is ever drawn: a text is written in a face that has its letters, and without those that none has."""

import pytest
from fontTools.ttLib import TTFont
from hypothesis import given, settings
from hypothesis import strategies as st

from ladder.pages.faces import FACE_TONES
from ladder.pictures import lettering
from ladder.pictures.cards import Card, CardLine
from ladder.pictures.colours import convert_oklch, read_colours
from ladder.pictures.drawing import UNDRAWN_NAME, draw_card
from ladder.pictures.lettering import letter_text

pytestmark = pytest.mark.once
LONG = "Maximiliane Hohenstauffen " * 8


@pytest.fixture
def no_other_fonts(monkeypatch):
    """A machine without any font, such as a bare server."""
    monkeypatch.setattr(lettering, "list_font_files", list)


def has_all_letters(found):
    """Whether the font file itself has a glyph for every character."""
    return set(map(ord, found.text)) <= TTFont(found.font.path, fontNumber=0).getBestCmap().keys()


@pytest.mark.parametrize(
    ("name", "written"),
    [
        ("Zoë Ångström", "Zoë Ångström"),
        ("Zoe\u0308", "Zoë"),
        ("Άννα Παπαδοπούλου", "Άννα Παπαδοπούλου"),
        ("Дмитрий Волконский", "Дмитрий Волконский"),
        ("Nguyễn Thị Ánh", "Nguyễn Thị Ánh"),
        ("Ana 🎾 Petrova", "Ana Petrova"),
        ("李小龙 Bruce", "Bruce"),
        ("李小龙", ""),
        ("محمد", ""),
        ("🎾", ""),
    ],
)
def test_a_name_is_written_with_the_letters_that_the_display_face_has(no_other_fonts, name, written):
    found = letter_text(name, 60, 1000)
    assert found.text == written
    assert has_all_letters(found)


def test_a_font_of_the_machine_that_has_the_letters_stands_in(monkeypatch, tmp_path):
    """Here one with nothing but the letters of a Chinese name, under the name of a font that is looked for."""
    font = TTFont(lettering.load_display_face().path)
    glyph = font.getBestCmap()[ord("A")]
    for table in font["cmap"].tables:
        table.cmap = {ord(letter): glyph for letter in "李小龙"}
    font.save(tmp_path / "NotoSansTest-Bold.ttf")
    monkeypatch.setattr(lettering, "FONT_FOLDERS", (str(tmp_path),))
    monkeypatch.setattr(lettering, "list_font_files", lettering.list_font_files.__wrapped__)

    assert letter_text("李小龙", 60, 1000).font.path == tmp_path / "NotoSansTest-Bold.ttf"
    assert letter_text("Ana", 60, 1000).font.path == lettering.load_display_face().path


def test_a_long_text_is_made_smaller_and_then_cut_with_an_ellipsis():
    fits, cut = letter_text("Maximiliane Hohenstauffen", 60, 520), letter_text(LONG, 60, 520)
    assert (fits.text, cut.text[:11], cut.text[-1]) == ("Maximiliane Hohenstauffen", "Maximiliane", "…")
    assert max(fits.width, cut.width) <= 520
    assert cut.font.size < fits.font.size < 60


@settings(max_examples=60, deadline=None)
@given(st.text(max_size=60), st.integers(40, 900))
def test_whatever_is_written_has_its_letters_and_its_room(text, width):
    found = letter_text(text, 40, width)
    assert has_all_letters(found)
    assert found.width <= width


def test_a_card_without_a_single_letter_that_can_be_drawn_is_drawn(no_other_fonts):
    card = Card("李", "李", "李", (CardLine(("李小龙", "")), CardLine((LONG,) * 7, LONG, LONG, LONG)), "李")
    named = card._replace(lines=(CardLine((UNDRAWN_NAME, UNDRAWN_NAME)), card.lines[1]))
    assert draw_card(card) != draw_card(named)  # the monograms differ
    assert draw_card(card._replace(lines=card.lines[:1])).startswith(b"\x89PNG")


def test_tones_are_the_colours_that_browsers_show():
    """As Chromium fills a canvas with them."""
    tones = [convert_oklch(0.42, 0.08, 200), convert_oklch(0.42, 0.1, 20), convert_oklch(0.42, 0.12, 325)]
    assert tones == [(0, 90, 94), (122, 51, 54), (108, 50, 112)]
    assert {f"tone-{number}" for number in range(FACE_TONES)} <= read_colours().keys()
    assert read_colours()["court"] == (0x0A, 0x3A, 0x45)
