"""What a planned change would do: figures, moves, winners, later seasons, matches out of range."""

from datetime import UTC, datetime, timedelta

import pytest

from ladder import ledger
from ladder.changes.board_tables import list_table_pairs
from ladder.club.actions import create_ladder
from ladder.formats import Exit, ParticipantResult
from ladder.ledger.storage.match_record import load_played_match
from ladder.matches.actions.corrections import (
    MatchCorrection,
    MatchVoiding,
    change_match,
)
from ladder.models import Season
from ladder.seasons.actions.life_cycle import close_season, open_next_season, reopen_season
from tests.factories import enter_match, make_player, season_of

pytestmark = pytest.mark.django_db
FIRST = datetime(2026, 1, 1, 12, tzinfo=UTC)


def season_with(system, *, reach=None):
    """Return a new season with one board."""
    options = {} if reach is None else {"reach": reach}
    return season_of(create_ladder(slug="club", name="Club", boards=[(system, options)]))


def duel(season, winner, loser, day=0):
    participants = [ParticipantResult(make_player(winner), 1.0), ParticipantResult(make_player(loser), 0.0)]
    return enter_match(
        season=season, participants=participants, by=None, kind="rated", played_at=FIRST + timedelta(days=day)
    )


def fight(season, winner, loser, day):
    participants = [
        ParticipantResult(make_player(winner), exit=Exit("standing")),
        ParticipantResult(make_player(loser), exit=Exit("surrendered", 1)),
    ]
    return enter_match(
        season=season, participants=participants, by=None, kind="ladder", played_at=FIRST + timedelta(days=day)
    )


def turned(match):
    """Return the change that lets the other have won."""
    first, second = load_played_match(match).participants
    participants = [first._replace(player=second.player), second._replace(player=first.player)]
    return MatchCorrection(match, participants=participants, reason="Ben won.")


def told(change):
    return change.describe(change.plan())["boards"]


def test_a_turned_match_moves_both_and_the_lead():
    """P-3, P-4: at 1,000 each 10 points; so 1,010 and 990 change hands."""
    match = duel(season_with("points-exchange"), "Ana", "Ben")

    [board] = told(turned(match))

    assert (board.matches, board.ratings, board.ranks) == (1, 2, 2)
    assert [(one.name, one.before, one.after, one.change, one.rank_before, one.rank) for one in board.moves] == [
        ("Ben", "990", "1,010", "+20", (2, False), (1, False)),
        ("Ana", "1,010", "990", "−20", (1, False), (2, False)),
    ]
    assert board.winner == "Ben leads All time instead of Ana."


def test_each_match_is_told_with_what_it_was_and_would_be_worth():
    """P-3, P-4: the winner has 10 either way. Ben's next win is worth 11 at 990 against 1,010, and 9 the other way."""
    season = season_with("points-exchange")
    match = duel(season, "Ana", "Ben")
    later = duel(season, "Ben", "Ana", 1)

    [board] = told(turned(match))

    assert [tuple(one) for one in board.remade] == [
        (match.pk, "Ben beat Ana", "1 Jan 2026", "+10", "+10"),
        (later.pk, "Ben beat Ana", "2 Jan 2026", "+11", "+9"),
    ]


def test_whoever_no_longer_stands_in_the_table_leaves():
    match = duel(season_with("points-exchange"), "Ana", "Ben")

    [board] = told(MatchVoiding(match))

    assert [(one.name, one.after, one.rank) for one in board.moves] == [("Ana", "", None), ("Ben", "", None)]
    assert board.winner == "Nobody leads All time instead of Ana."


def test_a_match_that_would_have_been_out_of_range_is_named():
    """W-3, W-9: without Cy's first win Ana, 2, and Cy, 0, are further apart than the limit of 1 on the last day."""
    season = season_with("warlocks-score", reach=1)
    fight(season, "Ana", "Ben", 0)
    match = fight(season, "Cy", "Dan", 1)
    fight(season, "Ana", "Eli", 2)
    last = fight(season, "Ana", "Cy", 3)

    [board] = told(MatchVoiding(match))

    assert board.barred == [f"Match {last.pk}: Ana and Cy are 2 points apart; the limit is 1."]


def test_the_winner_of_a_later_season_follows_the_earlier_one():
    season = season_with("points-exchange")
    match = duel(season, "Ana", "Ben")
    later = open_next_season(close_season(season, on=FIRST.date()), slug="next", name="Next", rule=Season.Rule.CARRY)
    duel(later, "Cy", "Di", day=1)  # both stand behind Ana, or level with her
    later = close_season(later)
    assert later.winner.name == "Ana"
    season = reopen_season(season)
    match.refresh_from_db()

    boards = told(turned(match))
    assert [(one.season, one.openings, one.winner) for one in boards] == [
        ("", 0, "Ben leads All time instead of Ana."),
        ("Next", 2, "Ben wins Next instead of Ana."),
    ]
    change_match(turned(match), match.revision)

    later.refresh_from_db()
    assert later.winner.name == "Ben"
    assert ledger.verify(season.ladder) == []


def test_a_later_season_that_nobody_played_in_has_no_winner_to_lose():
    season = season_with("points-exchange")
    match = duel(season, "Ana", "Ben")
    later = open_next_season(close_season(season, on=FIRST.date()), slug="next", name="Next", rule=Season.Rule.CARRY)
    close_season(later)
    reopen_season(season)
    match.refresh_from_db()
    assert [(one.season, one.winner) for one in told(turned(match))][1] == ("Next", "")


def test_two_tables_stand_side_by_side():
    season = season_with("points-exchange")
    match = duel(season, "Ana", "Ben")

    rows = list_table_pairs(*turned(match).plan())

    assert [tuple(row) for row in rows] == [
        ("1", "Ana", "1,010", "1", "Ben", "1,010"),
        ("2", "Ben", "990", "2", "Ana", "990"),
    ]
