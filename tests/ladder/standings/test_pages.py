"""The standings in pages: which rows one has, and that search, order, polls and signed-in members keep to them."""

from typing import NamedTuple

import pytest

from ladder import ledger
from ladder.models import Opening
from ladder.standings.queries.selection import pick_page
from players.models import Player
from tests.factories import make_ladder, make_member, play, season_of
from tests.markup import flat

PAGE = "/club/all-time/match-length-elo/"


class Row(NamedTuple):
    player: int


ROWS = [Row(number) for number in range(1, 121)]


@pytest.mark.parametrize(
    ("asked", "players", "number", "ways"),
    [
        ("", (1, 50), 1, (0, 2)),
        ("2", (51, 100), 2, (1, 3)),
        ("3", (101, 120), 3, (2, 0)),
        ("4", (101, 120), 3, (2, 0)),
        ("9" * 40, (101, 120), 3, (2, 0)),
        ("none", (1, 50), 1, (0, 2)),
        ("me", (93, 107), 0, (0, 0)),
    ],
)
def test_a_page_has_fifty_rows_or_those_around_the_reader(asked, players, number, ways):
    page = pick_page(ROWS, asked, 100)

    assert [row.player for row in page.rows] == list(range(players[0], players[1] + 1))
    assert (page.first, page.last, page.total) == (*players, 120)
    assert (page.number, page.numbers, page.has_reader) == (number, [1, 2, 3], True)
    assert (page.previous, page.next) == ways


@pytest.mark.parametrize(("reader", "players"), [(1, (1, 8)), (120, (113, 120)), (None, (1, 50)), (500, (1, 50))])
def test_around_a_reader_at_an_end_or_without_a_row(reader, players):
    page = pick_page(ROWS, "me", reader)

    assert (page.rows[0].player, page.rows[-1].player) == players
    assert page.asked == ("me" if reader in (1, 120) else "")


def test_fifty_rows_need_no_pages():
    assert pick_page(ROWS[:50], "me", 7).numbers == [1]
    assert len(pick_page(ROWS[:50], "me", 7).rows) == 50
    assert pick_page([], "2", None).rows == []


def test_far_pages_are_left_out():
    rows = [Row(number) for number in range(1000)]

    assert pick_page(rows, "10", None).numbers == [1, None, 9, 10, 11, None, 20]


@pytest.mark.django_db
@pytest.mark.once
def test_the_standings_have_pages(client):
    """Ann beats Zoe; 98 others have brought 1,000 to 1,097 and wait for their first match."""
    season = season_of(make_ladder())
    ann = make_member("Ann")
    people = Player.objects.bulk_create([Player(name=f"P {n:03}", key=f"p {n:03}") for n in range(98)])
    board = season.boards.get()
    Opening.objects.bulk_create([Opening(board=board, player=one, points=1000 + n) for n, one in enumerate(people)])
    play(season, "Ann", "Zoe")
    ledger.settle(season)

    first, second = client.get(PAGE), client.get(PAGE, {"page": 2})
    client.force_login(ann.user)
    found = client.get(PAGE, {"q": "p", "page": 2, "sort": "player"})
    poll = client.get(f"{PAGE}rows", {"page": "me", "v": "old"}, headers={"HX-Request": "true"})

    names = [row.name for response in (first, second) for row in response.context["rows"]]
    assert (len(names), names[0], names[2], names[99]) == (100, "Ann", "P 097", "P 000")
    assert "1 to 50 of 100 players" in flat(first.text)
    assert f'href="{PAGE}?page=2" hx-get="{PAGE}?page=2"' in flat(first.text)
    assert "page-me" not in flat(first.text)
    assert [row.name for row in found.context["rows"]] == [f"P {n:03}" for n in range(50, 98)]
    assert 'id="page-2"' in found.text.split('aria-current="page"')[-2]
    assert "page=2" in found.text.split('id="rows"')[1].split(">")[0]
    assert f'hx-get="{PAGE}?q=p&amp;sort=-player"' in flat(found.text)
    assert [row.name for row in poll.context["rows"]] == ["Ann", "Zoe", *(f"P {n:03}" for n in range(97, 91, -1))]
    assert "page=me" in poll.text.split('id="rows"')[1].split(">")[0]
