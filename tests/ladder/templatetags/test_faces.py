"""Monograms: initials as people would write them, and a tone that a name keeps."""

import pytest

from ladder.pages.faces import FACE_TONES, find_initials
from ladder.templatetags.faces import show_face
from players.privacy.redaction import HIDDEN_PLAYER


@pytest.mark.parametrize(
    ("name", "initials"),
    [
        ("Ana Petrova", "AP"),
        ("Ana", "A"),
        ("ana de la cruz", "AC"),
        ("Oluwaseun Adeyemi-Bright", "OB"),
        ("Đỗ Văn Ánh", "ĐÁ"),
        ("李 小龙", "李小"),
        ("Ana P.", "AP"),
        ("3 Musketeers", "M"),
        ("(42)", "•"),
        (HIDDEN_PLAYER, "•"),
        ("", "•"),
    ],
)
def test_a_monogram_is_the_first_letters_of_the_first_and_last_word(name, initials):
    assert find_initials(name) == initials


def test_a_name_is_escaped_and_keeps_its_tone():
    face = show_face("<b> <i>")

    assert "<b>" not in face
    assert show_face("Ana Petrova") == show_face("Ana Petrova")
    assert {show_face(f"{letter} X").partition("tone-")[2].partition('"')[0] for letter in "abcdefghijklmnop"} <= set(
        map(str, range(FACE_TONES))
    )
