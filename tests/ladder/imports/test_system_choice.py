"""After the first import: the same matches under three systems, and one tap to choose."""

import re

import pytest

from ladder import ledger
from ladder.club.actions import create_ladder
from ladder.games import find_game
from ladder.imports.queries import system_choice
from ladder.models import Event, Match, Standing
from tests.factories import play, play_all, season_of
from tests.markup import flat

pytestmark = pytest.mark.django_db
IMPORT, CHOICE = "/club/all-time/import", "/club/all-time/import/systems"
STRONGEST_FIRST = ("Ann Archer", "Bo Baker", "Cy Carter", "Di Dyer")


@pytest.fixture
def season():
    game = find_game("chess")
    boards = [(game.system.key, game.system.options)]
    return season_of(create_ladder(slug="club", name="Club", boards=boards, game="chess", inactive_after=None))


def bring_in(client, rounds):
    """Import rounds in which each player beats all weaker ones; return the answer."""
    pairs = [(one, other) for place, one in enumerate(STRONGEST_FIRST) for other in STRONGEST_FIRST[place + 1 :]]
    days = [f"2026-{month:02}-{day:02}" for month in range(1, 10) for day in range(1, 28)]
    lines = [f"{day}\t{one}\t{other}" for day, (one, other) in zip(days, pairs * rounds, strict=False)]
    shown = client.post(IMPORT, {"text": "\n".join(["Date\tWinner\tLoser", *lines])})
    hidden = dict(re.findall(r'type="hidden" name="(packed|token)" value="([^"]*)"', shown.text))
    return client.post(IMPORT, {**hidden, "import": "1"})


def test_a_first_import_leads_to_three_systems_and_one_tap_chooses(staff, season):
    assert bring_in(staff, 9).url == CHOICE
    page = staff.get(CHOICE)
    choice = page.context["choice"]
    assert [(one.key, one.is_in_use) for one in choice.systems] == [
        ("elo", True),
        ("glicko-2", False),
        ("provisional-elo", False),
    ]
    assert [[line.name for line in one.players] for one in choice.systems] == [list(STRONGEST_FIRST)] * 3
    assert int(choice.systems[0].named.removesuffix("%")) > 90  # the stronger one always wins
    assert "54 matches imported." in page.text
    assert "equally well: choose the one that members understand." in page.text
    shown = [line.rating for line in choice.systems[2].players]

    done = staff.post(CHOICE, {"system": "provisional-elo", "version": season.ladder.version + 1})
    assert done.url == "/club/all-time/"
    board = season.boards.get()
    assert (board.system, Event.objects.get().reason) == ("provisional-elo", "Chosen after the first import.")
    rated = Standing.objects.filter(board=board).order_by("-points")
    assert [board.rating_system.shown(one.rating) for one in rated] == shown
    assert list(ledger.verify(season.ladder)) == []


def test_few_matches_tell_nothing_and_what_was_not_shown_is_not_chosen(staff, season):
    bring_in(staff, 1)
    assert "too few matches to tell which predicts better: at least 50 are needed" in flat(staff.get(CHOICE).text)
    unknown = staff.post(CHOICE, {"system": "chips-total", "version": "1"})
    assert "Choose one of these systems." in unknown.text
    old = staff.post(CHOICE, {"system": "glicko-2", "version": "0"})
    assert (old.status_code, season.boards.get().system) == (422, "elo")
    assert "A new result came in. Look at the standings again." in old.text


def test_once_something_else_was_played_the_change_has_its_preview(staff, season):
    bring_in(staff, 1)
    play(season, "Ann Archer", "Bo Baker")
    page = staff.get(CHOICE)
    assert 'href="/club/all-time/elo/change?system=glicko-2"' in page.text
    refused = staff.post(CHOICE, {"system": "glicko-2", "version": page.context["ladder"].version})
    assert (refused.status_code, season.boards.get().system) == (422, "elo")
    assert Match.objects.count() == 7


@pytest.mark.parametrize(("most", "page"), [(6, CHOICE), (5, "/club/all-time/")])
def test_an_import_of_very_many_goes_to_the_standings(staff, season, monkeypatch, most, page):
    monkeypatch.setattr(system_choice, "MOST_COMPARED_MATCHES", most)
    assert bring_in(staff, 1).url == page


def test_a_second_import_or_a_ladder_without_a_game_goes_to_the_standings(staff, season):
    season.ladder.game = ""
    season.ladder.save()
    assert bring_in(staff, 1).url == "/club/all-time/"
    assert "No other system that suits the game rates these matches." in flat(staff.get(CHOICE).text)


def test_no_system_names_the_winner_of_two_who_never_played():
    """The winner is entered first in every row of the file."""
    season = season_of(create_ladder(slug="squash", name="Squash", boards=[("rungs", {})], game="squash"))
    play_all(season, [(f"Won {number}", f"Lost {number}") for number in range(60)])

    named = {one.key: one.named for one in system_choice.load_system_choice(season).systems}

    assert named.pop("rungs") == "50%"
    assert set(named.values()) == {"50%"}
