"""A player's later matches are what the ledger and the matches hold, duel or not."""

from datetime import UTC, datetime, timedelta

import pytest
from django.db import connection
from django.db.models import DateTimeField
from django.test.utils import CaptureQueriesContext

from ladder.formats import Exit, ParticipantResult
from ladder.ledger.drafts import Draft, SeasonSpan, SpanExtent
from ladder.ledger.sparse_plan import plan_board_sparsely
from ladder.ledger.storage.bulk import QueryBlank, RepeatedQuery
from ladder.ledger.storage.rating_rows import PLAIN_COLUMNS, ROW_COLUMNS, LaterMatches
from ladder.ledger.storage.season_matches import load_entries
from ladder.ledger.storage.tables import find_order_place
from ladder.matches.actions.new_match import record_match
from ladder.models import Match, RatingChange
from tests.factories import make_ladder, make_player, play, season_of

pytestmark = pytest.mark.django_db
DAY = datetime(2026, 3, 2, 20, tzinfo=UTC)
ENDLESS = 1_000_000  # matches: nobody gives up


def test_a_query_is_read_again_with_other_values():
    season = season_of(make_ladder("match-length-elo"))
    days = [play(season, "Ana", "Ben", on=DAY.date() + timedelta(number)).played_at for number in range(3)]
    since = Match.objects.filter(season=season, played_at__gte=QueryBlank("at", DateTimeField()))
    query = RepeatedQuery(since.order_by("played_at").values_list("sequence", flat=True))

    assert [row for (row,) in query.read(at=days[0])] == [1, 2, 3]
    assert [row for (row,) in query.read(at=days[2])] == [3]


@pytest.mark.parametrize("plain", [True, False])
def test_a_player_s_matches_of_two_come_in_one_question_with_both_rows(plain):
    season = season_of(make_ladder("match-length-elo", "points-exchange"))
    board = season.boards.get(system="points-exchange")
    first = play(season, "Ana", "Ben", 7, on=DAY.date())
    play(season, "Ana", "Cy", 5, on=DAY.date() + timedelta(1))
    play(season, "Cy", "Ana", 3, on=DAY.date() + timedelta(2))
    play(season, "Ben", "Cy", on=DAY.date() + timedelta(3))
    everything = load_entries(season, None)
    ana, later = make_player("Ana").pk, LaterMatches(board, plain, extent(season, first))

    with CaptureQueriesContext(connection) as asked:
        found, rows = later.of(ana, find_order_place(first), known={first.pk})

    assert len(asked) == 1
    assert sorted(found) == everything[1:3]
    assert rows == stored(board, found, PLAIN_COLUMNS if plain else ROW_COLUMNS)


def test_a_place_leaves_out_what_was_entered_before_in_the_same_minute():
    season = season_of(make_ladder("points-exchange"))
    first, _, last = [play(season, "Ana", opponent, on=DAY.date()) for opponent in ("Ben", "Cy", "Dee")]
    at, number = find_order_place(last)

    later = LaterMatches(season.boards.get(), True, extent(season, first))
    found, _ = later.of(make_player("Ana").pk, (at, number - 1), known=())

    assert {one.place for one in found} == {(at, number - 1), (at, number)}


def test_only_matches_between_the_keys_of_those_that_stand_later_are_looked_at():
    season = season_of(make_ladder("points-exchange"))
    first, second, _ = [play(season, "Ana", "Ben", on=DAY.date()) for _ in range(3)]
    later = LaterMatches(season.boards.get(), True, SpanExtent(1, second.pk, second.pk))

    found, _ = later.of(make_player("Ana").pk, find_order_place(first), known=())

    assert [one.match for one in found] == [second.pk]


def test_matches_of_several_come_with_the_rows_of_everybody():
    season = season_of(make_ladder("warlocks-score"))
    exits = [("Ana", 0.0, "dead", 4), ("Ben", 1.0, "standing", None), ("Cy", 0.0, "surrendered", 2)]
    participants = [
        ParticipantResult(make_player(name), score, Exit(exit, round)) for name, score, exit, round in exits
    ]
    battle = record_match(season=season, by=None, kind="ladder", played_at=DAY, participants=participants)
    board = season.boards.get()

    later = LaterMatches(board, False, extent(season, battle))
    found, rows = later.of(make_player("Cy").pk, find_order_place(battle), known=())

    assert found == load_entries(season, None)
    assert rows == stored(board, found, ROW_COLUMNS)


def test_a_span_knows_its_matches_by_the_order_of_play_not_of_entry():
    season = season_of(make_ladder("points-exchange"))
    last = play(season, "Ana", "Ben", on=DAY.date() + timedelta(9))
    play(season, "Ana", "Ben", on=DAY.date())
    begin = play(season, "Ana", "Ben", on=DAY.date() + timedelta(5))

    assert extent(season, begin) == (2, last.pk, begin.pk)
    assert SeasonSpan(season, (), (last.played_at + timedelta(1), 0)).extent == (0, 1, 0)


@pytest.mark.skipif(connection.vendor == "sqlite", reason="SQLite plans each statement once")
@pytest.mark.parametrize("matches", [0, ENDLESS], ids=["given up", "followed"])
def test_postgres_keeps_to_one_plan_for_the_questions_of_a_walk_alone(monkeypatch, matches):
    """Another question would go through the matches of all ladders by a plan for any values (decision 0023)."""
    season = season_of(make_ladder("points-exchange"))
    first = play(season, "Ana", "Ben")
    asked = []
    monkeypatch.setattr(RepeatedQuery, "read", lambda *_, **__: asked.append(mode()) or [])

    planned = plan_board_sparsely(
        season.boards.get(), [Draft(first.pk, 1, None)], find_order_place(first), SpanExtent(matches, 1, first.pk)
    )

    assert (planned is None) == (matches == 0)
    assert asked == (["auto", "auto"] if matches else [])
    assert mode() == "force_custom_plan"


def extent(season, first):
    return SeasonSpan(season, (), find_order_place(first)).extent


def stored(board, entries, names):
    """Return the rows of everybody in these matches, by participant."""
    participants = [participant for entry in entries for participant in entry.participants]
    changes = RatingChange.objects.filter(board=board, participant__in=participants)
    return {row[0]: row for row in changes.values_list("participant", "id", *names)}


def mode():
    with connection.cursor() as cursor:
        cursor.execute("SHOW plan_cache_mode")
        return cursor.fetchone()[0]
