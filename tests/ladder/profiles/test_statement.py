"""The statement: lines that chain up to the rating that is shown."""

from datetime import UTC, date, datetime
from itertools import pairwise

import pytest
import time_machine

from ladder.formats import ParticipantResult
from ladder.matches.actions.corrections import void_match
from ladder.models import Opening
from ladder.profiles.queries.board_choice import choose_board, load_player_boards
from ladder.profiles.queries.career import list_rating_entries
from ladder.profiles.queries.career_rows import load_career
from ladder.profiles.queries.statement import load_statement
from ladder.ratings import advance_rating
from ladder.seasons.actions.life_cycle import change_season, close_season, open_next_season
from tests.factories import at, enter_match, make_ladder, make_player, play, season_of

pytestmark = pytest.mark.django_db

TODAY = datetime(2026, 6, 15, 12, tzinfo=UTC)
DAYS = [date(2026, 1, 30), date(2026, 2, 2), date(2026, 2, 2), date(2026, 5, 20)]


@pytest.fixture(autouse=True)
def today():
    with time_machine.travel(TODAY, tick=False):
        yield


def lines_of(board, name, asked=None):
    """A player's statement, the oldest line first."""
    player = make_player(name)
    return load_statement(choose_board(load_player_boards(player), str(board.pk), asked), player, None).lines[::-1]


def site():
    """A season on every kind of board: chips and tournaments on four days, one of them voided."""
    season = season_of(make_ladder("chips-daily", "tournament-points", "nardgammon-elo", "provisional-elo"))
    ann, bea = make_player("Ann"), make_player("Bea")
    for number, day in enumerate(DAYS):
        winner, loser = (ann, bea) if number % 2 else (bea, ann)
        facts = {"chips": 100, "length": 5}
        participants = [ParticipantResult(winner, 1.0), ParticipantResult(loser, 0.0)]
        last = enter_match(
            season=season, participants=participants, by=None, kind="rated", played_at=at(day), facts=facts
        )
        places = [ParticipantResult(winner, place=1), ParticipantResult(loser, place=3)]
        enter_match(
            season=season, participants=places, by=None, kind="tournament", played_at=at(day, 15), facts={"field": 8}
        )
    void_match(match=last, by=None, reason="Entered twice", revision=1)
    return season


def test_every_line_begins_where_the_one_before_ended_up_to_the_rating_shown():
    season = site()
    for board in season.boards.all():
        stored = {row.player_id: row.rating for row in board.standings.all()}
        for name in ("Ann", "Bea"):
            player = make_player(name)
            mine = load_career(board, player)
            lines = list(list_rating_entries(mine))
            assert (lines[0].before, lines[0].after) == (None, mine.start.rating.points)
            assert [other.before for _, other in pairwise(lines)] == [one.after for one, _ in pairwise(lines)]
            assert lines[-1].after == mine.rating.points
            assert mine.rating == advance_rating(board.rating_system, stored[player.pk], TODAY.date())


def test_a_month_end_is_a_line_of_its_own():
    season = site()
    board = season.boards.get(system="tournament-points")

    lines = lines_of(board, "Bea")

    # 10 x log2 8 is 30 for the first place, 10 for the third (T-1); halved at each month end (T-3)
    assert [(one.day, one.what, one.why, one.change, one.after.text) for one in lines] == [
        ("30 Jan", "Starting rating", "", "", "0.00"),
        ("30 Jan", "came 1st of 8", "", "+30", "30.00"),
        ("2 Feb", "1 month end", "Halve at the end of each month", "−15", "15.00"),
        ("2 Feb", "came 3rd of 8", "", "+10", "25.00"),
        ("2 Feb", "came 1st of 8", "", "+30", "55.00"),
        ("20 May", "3 month ends", "Halve at the end of each month", "−48.13", "6.88"),
        ("20 May", "came 3rd of 8", "", "+10", "16.88"),
        ("15 Jun", "1 month end", "Halve at the end of each month", "−8.44", "8.44"),
    ]


def test_midnights_are_a_line_of_their_own():
    board = site().boards.get(system="chips-daily")

    lines = lines_of(board, "Bea")

    # 100 chips, then 100 x 0.95 x 0.95 x 0.95 = 85.7375 on 2 February (C-4)
    assert [(one.what, one.why, one.after.text) for one in lines[:3]] == [
        ("Starting rating", "", "0"),
        ("beat Ann", "", "100"),
        ("3 midnights", "The rating shrinks by 5% a day", "85.74"),
    ]


def test_a_line_links_its_match_and_keeps_all_digits():
    season = season_of(make_ladder("match-length-elo"))
    match = play(season, "Ann", "Bea", length=5)

    line = lines_of(season.boards.get(), "Ann")[-1]

    # half of a stake of 4 x sqrt 5 = 8.94427190999916 (B-2)
    assert (line.match, line.before.exact, line.change) == (match.pk, "1800.0", "+4.5")
    assert float(line.after.exact) == 1800 + 4 * 5**0.5 / 2


def test_what_was_brought_into_the_season_is_the_first_line():
    season = season_of(make_ladder("tournament-points"))
    board, ann, bea = season.boards.get(), make_player("Ann"), make_player("Bea")
    Opening.objects.create(board=board, player=ann, points=64.0)
    places = [ParticipantResult(bea, place=1), ParticipantResult(make_player("Cleo"), place=2)]
    enter_match(
        season=season,
        participants=places,
        by=None,
        kind="tournament",
        played_at=at(date(2026, 4, 2)),
        facts={"field": 8},
    )

    lines = lines_of(board, "Ann")

    # undated openings fade from the first match's day on: two month ends from 2 April to 15 June
    assert [(one.day, one.what, one.change, one.after.text) for one in lines] == [
        ("2 Apr", "Starting rating, set by an organiser", "", "64.00"),
        ("15 Jun", "2 month ends", "−48", "16.00"),
    ]


def test_a_past_day_ends_the_statement():
    board = site().boards.get(system="tournament-points")
    lines = lines_of(board, "Bea", date(2026, 3, 1))
    assert [(one.what, one.after.text) for one in lines[-2:]] == [("came 1st of 8", "55.00"), ("1 month end", "27.50")]


def test_an_undated_opening_fades_from_the_first_match_though_its_players_were_rated_later():
    """Bea comes from a season that ended after that match, so hers is as of its last day (C-4, C-5)."""
    first = season_of(make_ladder("chips-daily"))
    win = {"by": None, "kind": "rated", "facts": {"chips": 100}}
    participants = [ParticipantResult(make_player("Bea"), 1.0), ParticipantResult(make_player("Ann"), 0.0)]
    enter_match(season=first, participants=participants, played_at=at(date(2026, 5, 1)), **win)
    follower = open_next_season(close_season(first, on=date(2026, 5, 10)), slug="next", name="Next")
    follower = change_season(season=follower, starts_on=None, ends_on=date(2026, 5, 20))
    board = follower.boards.get()
    Opening.objects.create(board=board, player=make_player("Cy"), points=100)
    enter_match(season=follower, participants=participants, played_at=at(date(2026, 5, 3)), **win)
    mine = load_career(board, make_player("Cy"))
    assert [*list_rating_entries(mine)][-1].after == mine.rating.points == pytest.approx(100 * 0.95**17)
