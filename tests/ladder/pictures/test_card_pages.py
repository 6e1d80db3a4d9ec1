"""Cards as they are sent: one for every page that visitors can see, with the names that they read there."""

import re
import struct
from datetime import date

import pytest
from django.test import Client

from ladder.models import Board, Match
from ladder.pictures.queries import load_board_card, load_match_card, load_player_card, load_season_card
from players.models import Club, Player
from players.privacy.redaction import use_redaction
from players.privacy.visitors import VisitorRedaction
from tests.factories import make_ladder, make_member, make_player, play, play_sides, season_of, signed_in

pytestmark = [pytest.mark.django_db, pytest.mark.once]
IMAGE = re.compile(r'<meta property="og:image(:\w+)?" content="([^"]+)">')
DAY = date(2026, 1, 3)


@pytest.fixture
def season():
    return season_of(make_ladder("elo"))


@pytest.fixture
def match(season):
    return play(season, "Ana Petrova", "Ben Kowalski", on=DAY)


def list_pages(match):
    ana = Player.objects.get(name="Ana Petrova")
    return [match.get_absolute_url(), ana.get_absolute_url(), "/club/all-time/", "/club/all-time/recap"]


def load_cards(match):
    """Return the cards of the match, of both players, of the board and of the season."""
    players = map(load_player_card, Player.objects.order_by("pk"))
    return [load_match_card(match), *players, load_board_card(Board.objects.get()), load_season_card(match.season)]


def test_every_page_names_its_picture_which_is_as_large_as_it_says(client, match):
    for page in list_pages(match):
        named = dict(IMAGE.findall(client.get(page).text))
        assert named[""].startswith("http://testserver/")
        answer = client.get(named[""])
        assert (answer.status_code, answer["Content-Type"]) == (200, named[":type"])
        assert (
            struct.unpack(">II", answer.content[16:24]) == (int(named[":width"]), int(named[":height"])) == (1200, 630)
        )


def test_a_card_says_how_a_match_ended_and_what_it_was_worth(season):
    """Elo with a K-factor of 32 from 1,500 each: half of it changes hands."""
    card = load_match_card(play(season, "Ana", "Ben", on=DAY))

    assert [(one.people, one.figure, one.direction, one.is_marked) for one in card.lines] == [
        (("Ana",), "+16", "up", True),
        (("Ben",), "−16", "down", False),
    ]
    assert [one.note for one in card.lines] == ["won, 1,516 now", "lost, 1,484 now"]
    assert (card.club, card.place, card.foot) == ("Club ladder", "Club", "All time, 3 January 2026")


def test_who_played_together_share_a_line():
    match = play_sides(season_of(make_ladder("openskill")), ["Ana", "Ben"], ["Cy", "Dea"], on=DAY)
    assert [(line.people, line.note) for line in load_match_card(match).lines] == [
        (("Ana", "Ben"), "won"),
        (("Cy", "Dea"), "lost"),
    ]


@pytest.mark.parametrize(
    ("stored", "title"),
    [
        ({}, "5-point match"),
        ({"status": Match.Status.VOID}, "Void, 5-point match"),
        ({"status": Match.Status.PENDING}, "Pending, 5-point match"),
        ({"kind": "walkover", "facts": {}}, "Walkover"),
    ],
)
def test_a_match_that_does_not_count_as_others_says_so(match, stored, title):
    Match.objects.update(**stored)
    assert load_match_card(Match.objects.select_related("season__ladder").get()).title == title


def test_the_standings_have_the_first_five(season):
    for name in ("Ben", "Cy", "Dea", "Eli", "Fay", "Gus"):
        play(season, "Ana", name)
    lines = load_board_card(Board.objects.get()).lines
    assert [line.rank for line in lines] == ["1", "2", "3", "4", "5"]
    assert [line.people for line in lines if line.is_marked] == [("Ana",)]


def test_a_player_has_rank_rating_and_its_course(season):
    play(season, "Ana", "Ben")
    card = load_player_card(make_player("Ana"))
    (line,) = card.lines
    assert (line.people, line.figure.rstrip("?"), line.note, card.curve) == (
        ("Ana",),
        "1,516",
        "1st of 2",
        (1500, 1516),
    )
    assert tuple(card.figures[0]) == ("Won of 1", "1")
    assert card.figures[1].text == "1,516"


def test_names_are_those_that_visitors_read_whoever_asks(client, match):
    Club.objects.update_or_create(pk=Club.ONLY, defaults={"names": Club.Names.INITIAL})
    Player.objects.filter(name="Ben Kowalski").update(hidden=True)
    with use_redaction(VisitorRedaction()):
        texts = [text for card in load_cards(match) for text in card.list_texts()]
    assert {"Ana P.", "Hidden player"} <= set(texts)
    assert not [text for text in texts if "Petrova" in text or "Kowalski" in text]

    member = signed_in(make_member("Dea Dorn").user)
    picture = f"{match.get_absolute_url()}card.png"
    assert "Kowalski" in member.get(match.get_absolute_url()).text
    assert member.get(picture).content == client.get(picture).content


def test_a_hidden_player_has_no_picture(client, match):
    ben = Player.objects.get(name="Ben Kowalski")
    member = signed_in(make_member("Dea").user)
    assert "Share picture" in member.get(ben.get_absolute_url()).text
    Player.objects.filter(pk=ben.pk).update(hidden=True)

    page = member.get(ben.get_absolute_url())
    assert (page.status_code, "og:" in page.text, "Share picture" in page.text) == (200, False, False)
    for reader in (client, member):
        assert reader.get(f"{ben.get_absolute_url()}card.png").status_code == 404


def test_before_anybody_has_a_rank_standings_and_season_have_no_picture(client, season):
    for page, picture in (("/club/all-time/", "elo/card.png"), ("/club/all-time/recap", "recap.png")):
        assert "og:image" not in client.get(page).text
        assert client.get(f"/club/all-time/{picture}").status_code == 404
    ana = make_player("Ana")
    assert client.get(f"{ana.get_absolute_url()}card.png").status_code == 200


def test_who_has_the_picture_already_gets_its_tag_alone(client, match):
    address = f"{match.get_absolute_url()}card.png"
    tag = client.get(address)["ETag"]
    again = client.get(address, headers={"If-None-Match": tag})
    assert (again.status_code, again.content) == (304, b"")
    play(match.season, "Ana Petrova", "Cy")
    assert client.get(address, headers={"If-None-Match": tag}).status_code == 304  # of this match nothing changed
    board = "/club/all-time/elo/card.png"
    assert client.get(board)["ETag"] == Client().get(board)["ETag"] != tag


def test_a_phone_gets_the_name_and_the_monogram_of_the_club(client, db):
    Club.objects.update_or_create(pk=Club.ONLY, defaults={"name": "Harbour Backgammon"})
    page = client.get("/systems/").text
    manifest = client.get(re.search(r'<link rel="manifest" href="([^"]+)">', page)[1]).json()
    assert (manifest["name"], manifest["start_url"]) == ("Harbour Backgammon", "/")
    icons = [(icon["src"], icon["sizes"]) for icon in manifest["icons"]]
    for address, size in [*icons, (re.search(r'<link rel="apple-touch-icon" href="([^"]+)">', page)[1], "180x180")]:
        assert "x".join(map(str, struct.unpack(">II", client.get(address).content[16:24]))) == size
