"""A board whose matches are rated when their month ends: what its pages say before and after."""

import re
from datetime import UTC, date, datetime
from itertools import pairwise

import pytest
import time_machine

from ladder import ledger
from ladder.ledger.player_standings import load_current_standings
from ladder.ledger.storage.match_record import load_played_match
from ladder.matches.actions.corrections import correct_match, void_match
from ladder.models import Adjustment, Standing
from ladder.profiles.queries.board_choice import choose_board, load_player_boards
from ladder.profiles.queries.statement import load_statement
from ladder.ratings import advance_rating
from ladder.seasons.actions.life_cycle import close_season, open_next_season, reopen_season
from players.models import Player
from tests.factories import make_ladder, make_member, play, season_of, signed_in

pytestmark = pytest.mark.django_db

SEPTEMBER, OCTOBER = date(2026, 9, 12), date(2026, 10, 9)
PAGES = "/club/", "/club/all-time/glicko-2/print", "/club/venue", "/club/feed.xml"


def read(client, url):
    """The words of a page, without its tags."""
    return " ".join(re.sub(r"<[^>]+>", " ", client.get(url).text).split())


def make_autumn():
    """Ann beat Bo in September, and again on 9 October."""
    season = season_of(make_ladder("glicko-2"))
    ann = make_member("Ann")
    return season, ann, play(season, "Ann", "Bo", on=SEPTEMBER), play(season, "Ann", "Bo", on=OCTOBER)


def lines_of(season, player):
    """The player's statement, the oldest line first."""
    board = season.boards.get()
    return load_statement(choose_board(load_player_boards(player), str(board.pk), None), player, None).lines[::-1]


def shown_in(board, day):
    """What the standings show on a day, by name."""
    system = board.rating_system
    return {row.name: system.shown(advance_rating(system, row.rating, day)) for row in load_current_standings(board)}


@time_machine.travel(datetime(2026, 10, 20, 12, tzinfo=UTC), tick=False)
def test_a_match_names_the_opponents_of_the_period_before(client):
    season = season_of(make_ladder("glicko-2"))
    play(season, "Ann", "Bo", on=SEPTEMBER)

    shown = read(client, play(season, "Ann", "Cy", on=OCTOBER).get_absolute_url())

    assert "A win against Bo, who had 1,500 ± 350" in shown


@pytest.mark.once
@time_machine.travel(datetime(2026, 10, 20, 12, tzinfo=UTC), tick=False)
def test_pages_say_when_a_match_counts(client):
    _, ann, first, second = make_autumn()
    match = read(client, second.get_absolute_url())
    assert "Rated at the end of October" in match
    assert "Why" not in match.partition("History")[0].partition("Rated at")[0]
    assert "Rated at the end of September" in read(client, first.get_absolute_url())
    board = read(client, "/club/")
    assert "worked out at the end of each month" in board
    assert "when Sunday 1 November begins, Ann’s 1,662 ± 290 becomes" in board
    assert all("± 290" in read(client, page) for page in PAGES[:3])
    assert "rated at the end of October" in read(client, PAGES[3])
    assert "1,662 ± 290" in read(client, f"/players/{ann.pk}/")
    stake = read(signed_in(ann.user), "/club/all-time/report/stake?newcomer=Bo")
    assert "rated at the end of October" in stake
    sent = {"newcomer": "Bo", "winner": "me"}
    saved = signed_in(ann.user).post("/club/all-time/report", sent, follow=True).text
    assert "The match is rated at the end of October." in saved


@time_machine.travel(datetime(2026, 11, 20, 12, tzinfo=UTC), tick=False)
def test_statement_adds_up_over_the_ends_of_months():
    season, ann, *_ = make_autumn()
    lines = lines_of(season, ann)
    assert [line.day for line in lines] == ["12 Sep", "12 Sep", "1 Oct", "9 Oct", "1 Nov"]
    assert [line.what for line in lines[2::2]] == ["The end of September", "The end of October"]
    assert all(one.after.exact == other.before.exact for one, other in pairwise(lines))
    assert lines[1].why == "(+162.3) at the end of September"
    assert (lines[1].change, lines[2].change) == ("+0", "+162.3")
    steps = lines[4].steps
    assert steps[0].sentence.startswith("A win against Bo, who had 1,338 ± 290")
    assert (steps[-1].title, steps[-1].sentence) == ("The month is over", "1 game rated together.")


@time_machine.travel(datetime(2026, 11, 20, 12, tzinfo=UTC), tick=False)
def test_a_correction_of_an_old_month_is_told_with_the_ratings_of_today():
    season, *_, second = make_autumn()
    board, before = season.boards.get(), shown_in(season.boards.get(), date(2026, 11, 20))
    won, lost = load_played_match(second).participants
    correct_match(
        match=second,
        by=None,
        reason="Bo won",
        revision=1,
        participants=[lost._replace(score=1.0), won._replace(score=0.0)],
    )
    after = shown_in(board, date(2026, 11, 20))
    told = {one.player.name: (f"{one.before:,.0f}", f"{one.after:,.0f}") for one in Adjustment.objects.all()}
    assert told == {name: (before[name].partition(" ")[0], after[name].partition(" ")[0]) for name in ("Ann", "Bo")}
    assert before != after
    assert ledger.verify(season.ladder) == []
    assert Standing.objects.filter(board=board).count() == Player.objects.count() == 2


def test_games_that_wait_when_a_season_closes_count_in_the_next():
    with time_machine.travel(datetime(2026, 10, 20, 12, tzinfo=UTC), tick=False):
        season, ann, _, second = make_autumn()
        one_season = shown_in(season.boards.get(), date(2026, 11, 20))
        follower = open_next_season(close_season(season), slug="next", name="Next")
    with time_machine.travel(datetime(2026, 11, 20, 12, tzinfo=UTC), tick=False):
        play(follower, "Cy", "Di", on=date(2026, 11, 19))
        lines = lines_of(follower, ann)
        assert [line.what for line in lines] == [
            "Carried over from the season before, with 2 matches",
            "The end of October",
        ]
        assert one_season.items() <= shown_in(follower.boards.get(), date(2026, 11, 20)).items()
        season = reopen_season(season, reason="a mistake")
        void_match(match=second, by=None, reason="Entered twice", revision=1)
        assert shown_in(follower.boards.get(), date(2026, 11, 20))["Ann"].startswith("1,662 ± ")
        assert ledger.verify(season.ladder) == []
