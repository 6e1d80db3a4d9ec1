"""What a visitor can ask with words, and in which order names stand: all of it goes by the names that they read."""

import csv
import re
from copy import deepcopy
from datetime import date
from io import BytesIO
from itertools import chain
from pathlib import Path
from urllib.parse import unquote_plus
from uuid import uuid4
from zipfile import ZipFile

import pytest
import time_machine
from django.db import connection
from django.test.utils import CaptureQueriesContext

from ladder.matches.actions.venue_codes import make_venue_code
from ladder.matches.queries.opponents import list_player_names
from ladder.models import Standing
from ladder.pairings.forms import PairingForm
from ladder.standings.queries import long_board
from ladder.standings.queries.long_board import LongBoard
from players.models import Club, Player
from players.privacy.redaction import use_redaction
from players.privacy.visitors import VisitorRedaction
from tests.factories import board_of, make_ladder, play, season_of
from tests.walking import addresses

pytestmark = [pytest.mark.django_db, pytest.mark.pages]
DAY = date(2026, 3, 2)
HIDDEN, SHORTENED, OTHER = "Zephyra Nightwell", "Quillon Vexworth", "Dara Oakes"
ASKED = r"GET(?:\.get\(|\.getlist\(|\[)\"([\w-]+)\""
PICKED = {"season", "board", "page", "v", "as-of", "before"}  # these choose what is shown, and may refuse any word
Names = Club.Names


@pytest.fixture(scope="module")
def stored(store_once):
    return store_once(make_four_players)


@pytest.fixture
def season(stored):
    return deepcopy(stored)


def make_four_players():
    """Four players, of whom one is hidden; nobody has been away for too long."""
    season = season_of(make_ladder("points-exchange", inactive_after=None))
    play(season, SHORTENED, HIDDEN, on=DAY)
    play(season, OTHER, "Cyd Marsh", on=DAY)
    Player.objects.filter(name=HIDDEN).update(hidden=True)
    return season


@pytest.fixture(params=["short", "long"])
def size(request, monkeypatch):
    """A board is read whole, or page by page as one of very many players."""
    if request.param == "long":
        monkeypatch.setattr(long_board, "LONG_BOARD_PLAYERS", 1)


def let(names):
    Club(names=names, pk=Club.ONLY).save()


def list_words():
    """Every word that an address may have after its question mark, from the code."""
    modules = chain(Path("ladder").rglob("*.py"), Path("players").rglob("*.py"))
    found = {word for module in modules for word in re.findall(ASKED, module.read_text())}
    assert {"q", "sort", "season"} <= found
    return found | set(PairingForm.base_fields) | {"first_2", "second_2", "who", "as-of"}


def ask(client, url, query, word):
    """Return what is answered, without the word itself and what is another in each answer."""
    answer = client.get(url, query)
    content = b"".join(answer) if answer.streaming else answer.content
    if content.startswith(b"PK"):  # of a spreadsheet what is in it: the file says besides when it was packed
        with ZipFile(BytesIO(content)) as archive:
            content = b"".join(map(archive.read, archive.namelist()))
    said = unquote_plus(unquote_plus(content.decode("utf-8", "replace") + answer.get("Location", "")))
    said = re.sub(rf"{word}|{'-'.join(word.split())}", "WORD", said, flags=re.IGNORECASE)
    return answer.status_code, re.sub(rf"{answer['X-Request-ID']}|[0-9a-f-]{{36}}|value=\"\w{{64}}\"", "", said)


@time_machine.travel("2026-03-03T20:00Z", tick=False)
@pytest.mark.parametrize(
    ("size", "names", "part", "whole"),
    [
        ("short", Names.FULL, ("nightw", "nightx"), (HIDDEN, "Zephyra Nightwall")),
        ("long", Names.INITIAL, ("vexw", "vexx"), (SHORTENED, "Quillon Vexwarth")),
    ],
    indirect=["size"],
)
def test_no_word_in_an_address_tells_a_name_that_is_not_shown(client, season, size, names, part, whole):
    """The next test asks both sizes with both ways to show names what a search finds."""
    let(names)
    words, known = list_words(), "Cyd M." if names == Names.INITIAL else "Cyd Marsh"
    values = {
        "ladder": [season.ladder.slug],
        "season": [season.slug],
        "board": ["points-exchange"],
        "pk": [1],
        "form": ["csv"],
        "key": ["elo"],
    }
    urls = list(addresses(values))
    assert {"/", "/club/", "/club/all-time/before", "/players/"} <= set(urls)
    for url in urls:
        if client.get(url).status_code != 200:
            continue  # not for visitors
        for asked, pair in ((words, part), (words - PICKED, part), ({"second"}, whole)):
            query = {"first": known} if asked == {"second"} else {}
            answers = [ask(client, url, query | dict.fromkeys(sorted(asked), word), word) for word in pair]
            assert answers[0] == answers[1], f"{url} {asked}"


@pytest.mark.usefixtures("size")
@pytest.mark.parametrize(
    ("names", "query", "found"),
    [
        (Names.FULL, "nightwell", []),
        (Names.FULL, "hidden", ["Hidden player"]),
        (Names.FULL, "marsh", ["Cyd Marsh"]),
        (Names.INITIAL, "vexworth", []),
        (Names.INITIAL, "quillon vex", []),
        (Names.INITIAL, "quillon v", ["Quillon V."]),
        (Names.INITIAL, "hidden", ["Hidden player"]),
    ],
)
def test_a_visitors_search_finds_the_names_that_they_read(client, season, names, query, found):
    let(names)
    assert [row.name for row in client.get("/club/", {"q": query}).context["rows"]] == found


@pytest.mark.usefixtures("size", "season")
def test_members_find_hidden_players_by_name(client, organiser):
    client.force_login(organiser)
    assert [row.name for row in client.get("/club/", {"q": "nightw"}).context["rows"]] == [HIDDEN]


@pytest.mark.usefixtures("season")
@pytest.mark.parametrize("many", [0, 500])
def test_a_search_of_a_long_board_finds_its_own_players_only(monkeypatch, many):
    monkeypatch.setattr(long_board, "MOST_PLAYERS_NAMED", many)
    Player.objects.create(name="Quillon Elsewhere")
    board = Standing.objects.first().board
    let(Names.INITIAL)
    with use_redaction(VisitorRedaction()):
        assert [row.name for row in LongBoard(board).search("quill")] == ["Quillon V."]


@pytest.mark.usefixtures("size")
@pytest.mark.parametrize("names", [Names.FULL, Names.INITIAL])
def test_level_players_stand_in_the_order_of_the_names_that_are_read(client, organiser, names):
    season = board_of("points-exchange").season
    season.ladder.inactive_after = None
    season.ladder.save()
    for winner, loser in (("Aaron Secret", "Low One"), ("Bo Cee", "Low Two"), ("Ek, Ann", "Low Three")):
        play(season, winner, loser, on=DAY)
    Player.objects.filter(name="Aaron Secret").update(hidden=True)
    let(names)
    read = {
        Names.FULL: ["Bo Cee", "Ek, Ann", "Hidden player"],
        Names.INITIAL: ["Ann E.", "Bo C.", "Hidden player"],
    }[names]

    rows = [row for row in client.get("/club/").context["rows"] if row.rank == 1]
    assert [(row.name, row.rank_text) for row in rows] == [(name, "1=") for name in read]
    lines = client.get("/club/all-time/points-exchange/standings.csv").content.decode("utf-8-sig").splitlines()
    assert [row["Player"] for row in csv.DictReader(lines)][:3] == read
    client.force_login(organiser)
    rows = [row for row in client.get("/club/").context["rows"] if row.rank == 1]
    assert [(row.name, row.rank_text) for row in rows] == [
        ("Aaron Secret", "1="),
        ("Bo Cee", "1="),
        ("Ek, Ann", "1="),
    ]


@pytest.mark.usefixtures("season")
@pytest.mark.parametrize("names", [Names.FULL, Names.INITIAL])
def test_names_to_complete_are_in_the_order_in_which_they_are_read(names):
    Player.objects.create(name="Ek, Ann")
    Player.objects.create(name="Bo Cee")
    let(names)
    with use_redaction(VisitorRedaction()):
        assert (
            list_player_names()
            == {
                Names.FULL: ["Bo Cee", "Cyd Marsh", OTHER, "Ek, Ann", SHORTENED],
                Names.INITIAL: ["Ann E.", "Bo C.", "Cyd M.", "Dara O.", "Quillon V."],
            }[names]
        )


def test_the_venue_asks_about_no_name_that_is_not_shown(client, season):
    client.post("/club/at-the-venue", {"code": make_venue_code(ladder=season.ladder, by=None)})
    form = {"first": OTHER, "winner": "first", "kind": "rated", "day": "today", "form_key": str(uuid4())}

    page = client.post("/club/at-the-venue/report", form | {"second": "Zephyra Nightwel"})
    assert "Hidden player" not in page.text
    assert "Did you mean" not in page.text
    page = client.post("/club/at-the-venue/report", form | {"second": "Cyd Marhs"})
    assert "Did you mean Cyd Marsh?" in page.text


@pytest.mark.usefixtures("season")
@pytest.mark.parametrize("names", [Names.FULL, Names.INITIAL])
def test_a_search_of_a_long_board_takes_as_many_questions_however_many_there_are(names):
    board = Standing.objects.select_related("board__season__ladder").first().board
    let(names)

    def count():
        with use_redaction(VisitorRedaction()), CaptureQueriesContext(connection) as asked:
            LongBoard(board).find_redacted_names("h")
            LongBoard(board).find_whole_names("h")
        return len(asked)

    few = count()
    for number in range(6):
        play(board.season, f"Hal Aa{number}", f"Hal Bb{number}", on=DAY)
    assert count() == few
