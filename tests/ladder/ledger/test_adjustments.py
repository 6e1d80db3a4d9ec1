"""Which changes reach into the past, so that each standing they move says why."""

from datetime import date

import pytest

from ladder.formats import ParticipantResult
from ladder.matches.actions.corrections import correct_match, restore_match, void_match
from ladder.models import Adjustment, Match
from ladder.seasons.actions.life_cycle import close_season, open_next_season, reopen_season
from tests.changes import add_board, remove_board
from tests.factories import at, enter_match, make_asking, make_ladder, make_player, play, season_of

pytestmark = pytest.mark.django_db
FIRST, SECOND, LAST = (date(2026, 5, day) for day in (1, 2, 3))


@pytest.fixture
def season():
    return season_of(make_ladder("points-exchange"))


def moved(**which):
    return sorted(Adjustment.objects.filter(**which).values_list("player__name", "before", "after"))


def test_a_new_match_is_not_of_the_past(season):
    play(season, "Ada", "Bo")
    assert moved() == []


def test_the_last_match_is_of_the_past_too(season):
    match = play(season, "Ada", "Bo", on=FIRST)
    void_match(match=match, by=None, reason="Not played", revision=1)
    restore_match(match=match, by=None, reason="It was", revision=2)
    assert moved(revision__number=2) == [("Ada", 1010, None), ("Bo", 990, None)]  # P-5
    assert moved(revision__number=3) == [("Ada", None, 1010), ("Bo", None, 990)]


def test_the_last_match_is_so_through_any_door(season):
    play(season, "Ada", "Bo", on=FIRST)
    match = Match.objects.get()
    match.status = Match.Status.VOID
    match.save()
    assert moved() == [("Ada", 1010, None), ("Bo", 990, None)]


def test_a_match_that_becomes_the_last_moves_those_in_between(season):
    match = play(season, "Ada", "Bo", on=FIRST)
    play(season, "Ada", "Bo", on=FIRST)
    play(season, "Ada", "Bo", on=FIRST)
    play(season, "Ada", "Cy", on=SECOND)
    correct_match(match=match, by=None, reason="It was the day after", revision=1, played_at=at(LAST))
    # 10, 9 and 9 to 1028 and 972, then 28 apart 9 from Cy; now 10 and 9 to 1019, 10 from Cy, and from 981 8 (P-4)
    assert moved() == [("Bo", 972, 973), ("Cy", 991, 990)]


def test_the_last_match_of_a_season_is_past_for_the_next_one(season):
    play(season, "Ada", "Bo", on=FIRST)
    season = close_season(season, on=SECOND)
    after = open_next_season(season, slug="next", name="Next")
    play(after, "Cy", "Dee", on=LAST)
    play(reopen_season(season), "Ada", "Cy", on=SECOND)
    # Ada at 1010 wins 10 from Cy, who comes into the next season with 990 and wins 10 from Dee (P-4)
    assert moved(board__season=after) == [("Ada", 1010, 1020), ("Cy", 1010, 1000)]


def test_a_board_that_comes_or_goes_says_what_a_later_season_feels(season):
    play(season, "Ada", "Bo", on=FIRST)
    season = close_season(season, on=SECOND)
    both = [("points-exchange", {}), ("match-length-elo", {"start": 1000})]
    after = open_next_season(season, slug="next", name="Next", boards=both)
    play(after, "Ada", "Cy", on=LAST)
    season = reopen_season(season)
    board = add_board(season=season, system="match-length-elo", values={"start": 1000}, by=None)
    # Over 5 points 2 root 5, 4.472, between equals at 1,000 (B-2, B-3), then a little less, so Cy loses less too
    (ada, bo, cy) = moved(event__verb="add-board")
    assert [round(one, 2) for one in (ada[1], ada[2], *cy[1:])] == [1004.47, 1008.92, 995.53, 995.55]
    assert (bo[0], bo[1], round(bo[2], 2)) == ("Bo", None, 995.53)
    remove_board(board=board, by=None)
    assert moved(event__verb="remove-board") == [(name, now, was) for name, was, now in (ada, bo, cy)]


def test_a_pending_match_that_counts_at_last_is_no_past():
    season = make_asking()
    ana, ben = make_player("Ana"), make_player("Ben")
    match = enter_match(
        season=season,
        participants=[ParticipantResult(ana, 1.0), ParticipantResult(ben, 0.0)],
        by=None,
        kind="rated",
        pending=True,
    )
    correct_match(match=match, by=None, reason="Seen", revision=1)
    assert moved() == []
