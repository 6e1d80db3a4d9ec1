"""Monograms: initials as people would write them, and a tone that a name keeps."""

import pytest

from ladder.pages.faces import FACE_TONES, find_initials
from ladder.templatetags.faces import show_face
from players.models import Player
from players.privacy.redaction import HIDDEN_PLAYER
from tests.factories import make_ladder, play, season_of


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


@pytest.mark.django_db
@pytest.mark.parametrize("address", ["/club/all-time/match-length-elo/", "/club/venue"])
def test_a_hidden_name_has_no_initials_for_visitors(client, address):
    play(season_of(make_ladder()), "Ana Petrova", "Zoe Quill")
    Player.objects.filter(name="Zoe Quill").update(hidden=True)

    page = client.get(address).text

    assert (page.count('data-face="AP"'), page.count('data-face="•"')) == (1, 1)
    assert "ZQ" not in page
