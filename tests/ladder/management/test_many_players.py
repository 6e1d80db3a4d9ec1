"""More players than a query names: what is read for some of them is theirs alone, however many they are."""

import pytest
from django.db import connection

from ladder.models import Match, Standing
from tests.factories import make_ladder, season_of
from tests.ladder.changes.previews import applied

pytestmark = pytest.mark.django_db

FACTS = {"match-length-elo": "length", "chips-daily": "chips", "warlocks-score": "moves"}
SYSTEMS = [*(("match-length-elo", size) for size in (499, 500, 501, 1500)), *((one, 501) for one in FACTS)]
FEW_VALUES = 1010  # in one statement: twice the players whom a query names, and some
SQLITE_LIMIT_VARIABLE_NUMBER = 9


@pytest.fixture
def few_values():
    """The database takes few values at once; on PostgreSQL nothing limits them."""
    if connection.vendor != "sqlite":
        yield
        return
    connection.ensure_connection()
    usual = connection.connection.setlimit(SQLITE_LIMIT_VARIABLE_NUMBER, FEW_VALUES)
    yield
    connection.connection.setlimit(SQLITE_LIMIT_VARIABLE_NUMBER, usual)


def pairs(count: int) -> list[tuple[str, str]]:
    """Return matches in which that many players play, the first and the last of them against each other, too."""
    names = [f"Player {number:04}" for number in range(count)]
    return [*zip(names[::2], names[1::2], strict=False), (names[-1], names[0])]


@pytest.mark.parametrize(("system", "count"), dict.fromkeys(SYSTEMS))
def test_a_running_season_takes_a_file_of_many_new_players(run, write, few_values, system, count):
    season = season_of(make_ladder(system))
    heading = f"date,winner,loser,{FACTS[system]}"
    known = [heading, "2026-03-01,Ada,Bo,5", "2026-03-04,Cy,Di,5"]
    run("import_matches", "club", write("known.csv", "\n".join(known)))
    rows = [f"2026-03-02,{winner},{loser},5" for winner, loser in pairs(count)]
    done = run("import_matches", "club", write("in.csv", "\n".join([heading, *rows])))
    assert done == (f"{len(rows)} matches added, 0 known already, 0 left out.\n", "", 0)
    assert Standing.objects.filter(board__season=season).count() == count + 4
    assert run("verify", "club").code == 0


def test_a_change_that_moves_many_players_and_matches_can_be_seen_and_made(staff, run, write, few_values):
    make_ladder()
    later = [f"2026-03-0{day},{winner},{loser},5" for day in (2, 3) for winner, loser in pairs(1200)]
    rows = ["date,winner,loser,length", "2026-03-01,Ada,Player 0000,5", *later]
    assert run("import_matches", "club", write("in.csv", "\n".join(rows))).code == 0
    url = f"/matches/{Match.objects.first().pk}/void"
    assert staff.get(url).status_code == 200
    assert applied(staff, url, {"reason": "It was not played."}).status_code == 303
    assert run("verify", "club").code == 0


def test_a_tournament_of_many_is_put_right(staff, run, write):
    make_ladder("tournament-points")
    field = [f"1,2026-03-02,Player {number:04},{number}" for number in range(1, 502)]
    rows = ["match,date,player,place", "0,2026-03-01,Ada,1", "0,2026-03-01,Bo,2", *field]
    assert run("import_matches", "club", write("in.csv", "\n".join(rows))).code == 0
    assert applied(staff, f"/matches/{Match.objects.last().pk}/void", {"reason": "Twice."}).status_code == 303
    assert {row.player.name for row in Standing.objects.all()} == {"Ada", "Bo"}
    assert run("verify", "club").code == 0
