"""Who has no rank, and why, on every surface that prints ranks."""

from copy import deepcopy
from datetime import date, timedelta

import pytest
import time_machine

from ladder.ledger.ranking import find_standings_day, load_earlier_matches
from ladder.models import Ladder
from ladder.people.actions.erasure import erase_player
from ladder.profiles.queries.profile import load_profile_rank
from ladder.seasons.actions.life_cycle import close_season, open_next_season
from ladder.standings.queries.long_board import LongBoard
from ladder.standings.queries.overview import describe_new_rank, describe_own_rank, load_ladder_overviews
from ladder.standings.queries.table import load_standings
from ladder.venue.queries import build_venue_screen
from players.models import Player
from tests.factories import board_of, make_player, play, season_of

pytestmark = pytest.mark.django_db
NOW = "2026-03-16 12:00 +0000"

TODAY = date(2026, 3, 16)


@pytest.fixture(scope="module")
def stored(store_once):
    with time_machine.travel(NOW, tick=False):
        return store_once(make_board_with_absent_players)


@pytest.fixture
def board(stored):
    with time_machine.travel(NOW, tick=False):
        yield deepcopy(stored)


def make_board_with_absent_players():
    """Return a board on 16 March, on which Ann, who leads, and Dee have not played for 74 days."""
    board = board_of("points-exchange")
    play(board.season, "Ann", "Dee", on=date(2026, 1, 1))
    play(board.season, "Ann", "Dee", on=date(2026, 1, 1))
    play(board.season, "Bea", "Cid", on=date(2026, 3, 14))
    return board


def ranks(board, day=None):
    return [(row.name, row.rank_text, row.absence) for row in load_standings(board, day).rows]


def set_days(board, days):
    board.season.ladder.inactive_after = days
    board.season.ladder.save()


def keep(name, **values):
    player = make_player(name)
    for field, value in values.items():
        setattr(player, field, value)
    player.save()
    return player


def test_whoever_has_not_played_for_the_days_of_the_ladder_has_no_rank(board):
    assert ranks(board) == [
        ("Ann", "", "no match for 74 days"),
        ("Bea", "1", ""),
        ("Cid", "2", ""),
        ("Dee", "", "no match for 74 days"),
    ]


def test_one_match_brings_the_rank_back(board):
    play(board.season, "Dee", "Cid", on=TODAY)

    assert [one for one in ranks(board) if one[0] == "Dee"] == [("Dee", "2", "")]
    assert {row.name: row.movement.direction for row in load_standings(board).ranked} == {
        "Bea": "same",
        "Dee": "back",
        "Cid": "down",
    }


def test_the_days_are_a_setting_and_may_be_never(board):
    set_days(board, 74)
    assert [rank for _, rank, _ in ranks(board)] == ["1", "2", "3", "4"]
    set_days(board, 73)
    assert [rank for _, rank, _ in ranks(board)] == ["", "1", "2", ""]
    set_days(board, None)
    keep("Ann", retired_on=TODAY)
    assert [rank for _, rank, _ in ranks(board)] == ["1", "2", "3", "4"]


def test_a_past_day_follows_the_rule_as_of_that_day(board):
    play(board.season, "Bea", "Cid", on=date(2026, 3, 2))

    assert [rank for _, rank, _ in ranks(board, date(2026, 3, 2))] == ["1", "2", "3", "4"]  # 60 days after
    assert [rank for _, rank, _ in ranks(board, date(2026, 3, 3))] == ["", "1", "2", ""]


@pytest.mark.parametrize(
    ("values", "why"),
    [
        ({"retired_on": TODAY}, "retired"),
        ({"sits_out_until": date(2026, 5, 3)}, "sitting out until 3 May"),
        ({"sits_out_until": date(2027, 5, 3)}, "sitting out until 3 May 2027"),
        ({"sits_out_until": TODAY}, ""),  # back on that day
        ({"retired_on": TODAY + timedelta(1)}, ""),
        ({"retired_on": date(2026, 3, 14)}, "retired"),  # after the last match, on its day
        ({"retired_on": date(2026, 3, 13)}, ""),  # played since
    ],
)
def test_the_leader_who_is_away_leads_no_more(board, values, why):
    keep("Bea", **values)

    assert [one[2] for one in ranks(board) if one[0] == "Bea"] == [why]
    (shown,) = load_ladder_overviews()
    assert shown.leader.name == ("Cid" if why else "Bea")
    assert [row.name for row in build_venue_screen(board).rows] == (["Cid"] if why else ["Bea", "Cid"])


def test_who_retires_later_still_had_the_rank(board):
    keep("Bea", retired_on=TODAY)

    assert ("Bea", "1", "") in ranks(board, date(2026, 3, 15))


def test_who_is_erased_has_no_rank(board):
    erase_player(player=make_player("Bea"), by=None)

    assert [(rank, why) for name, rank, why in ranks(board) if name.startswith("Former")] == [("", "erased")]


def test_nobody_loses_a_rank_while_nobody_plays(board):
    with time_machine.travel("2029-03-16 12:00 +0000", tick=False):
        assert [rank for _, rank, _ in ranks(board)] == ["", "1", "2", ""]  # as on 14 March 2026
        keep("Bea", retired_on=date(2029, 3, 1))
        assert [rank for _, rank, _ in ranks(board)] == ["", "", "1", ""]


def test_a_closed_season_keeps_the_ranks_of_its_last_day(board):
    season = close_season(board.season, on=date(2026, 3, 15))
    board.season.refresh_from_db()
    assert season.winner == make_player("Bea")
    with time_machine.travel("2027-12-01 12:00 +0000", tick=False):
        keep("Bea", retired_on=date(2027, 11, 1))
        assert [rank for _, rank, _ in ranks(board)] == ["", "1", "2", ""]


@pytest.fixture
def second(board):
    """The main board of the season after it, into which ratings are carried; Cid has beaten a newcomer."""
    close_season(board.season, on=date(2026, 3, 15))
    open_next_season(board.season, slug="second", name="Second", rule="carry")
    second = season_of(board.season.ladder).boards.select_related("season__ladder").get()
    play(second.season, "Cid", "Eve", on=TODAY)
    return second


def test_the_days_go_on_counting_into_the_next_season(second):
    assert ranks(second) == [
        ("Ann", "", "no match for 74 days"),
        ("Bea", "1", ""),
        ("Cid", "2", ""),
        ("Eve", "3", ""),
        ("Dee", "", "no match for 74 days"),
    ]


def test_a_match_of_an_earlier_season_counts_on_its_own_day_and_not_before(second):
    bea, ladder = make_player("Bea"), second.season.ladder_id
    assert bea.pk in load_earlier_matches([second], date(2026, 3, 14))[ladder]
    assert bea.pk not in load_earlier_matches([second], date(2026, 3, 13)).get(ladder, {})


def test_who_brought_a_rating_and_never_played_has_a_rank_as_long_as_others_without_a_match():
    with time_machine.travel("2026-01-01 12:00 +0000", tick=False) as clock:
        board = board_of("points-exchange")
        board.openings.create(player=make_player("Ada"), points=1200)
        board.season.save()
        play(board.season, "Bea", "Cid")
        assert ("Ada", "1", "") in ranks(board)
        clock.move_to("2026-03-02 12:00 +0000", tick=False)
        play(board.season, "Bea", "Cid")
        assert ("Ada", "1", "") in ranks(board)  # 60 days after
        clock.move_to("2026-03-03 12:00 +0000", tick=False)
        assert ("Ada", "", "no match yet") in ranks(board)


def test_an_old_member_on_a_new_ladder_waits_from_its_first_match_on():
    with time_machine.travel("2024-05-01 12:00 +0000", tick=False) as clock:
        make_player("Ada")
        clock.move_to("2026-01-01 12:00 +0000", tick=False)
        board = board_of("points-exchange")
        board.openings.create(player=make_player("Ada"), points=1200)
        board.season.save()
        assert ranks(board) == [("Ada", "1", "")]  # nobody has played yet
        play(board.season, "Bea", "Cid")
        for day, rank in (("2026-01-01", "1"), ("2026-03-02", "1"), ("2026-03-03", "")):
            clock.move_to(f"{day} 12:00 +0000", tick=False)
            play(board.season, "Bea", "Cid")
            why = "" if rank else "no match yet"
            assert [one for one in ranks(board) if one[0] == "Ada"] == [("Ada", rank, why)]
            long = LongBoard(board)
            assert [(one.rank_text, one.absence) for one in long.search("Ada")] == [(rank, why)]
            assert (long.size, load_ladder_overviews()[0].leader.name) == ((3, "Ada") if rank else (2, "Bea"))


def test_who_never_played_has_no_rank_in_a_season_that_goes_on_from_another(second):
    Player.objects.filter(pk=make_player("Ida").pk).update(joined_at="2024-05-01T12:00:00Z")
    second.openings.create(player=make_player("Ida"), points=1200)
    second.season.save()
    assert [one for one in ranks(second) if one[0] == "Ida"] == [("Ida", "", "no match yet")]


def test_a_profile_a_report_and_the_home_page_say_the_same(board):
    ann, bea = make_player("Ann"), make_player("Bea")

    assert (load_profile_rank(board, ann).words, load_profile_rank(board, ann).above) == (
        "No rank: no match for 74 days",
        None,
    )
    assert load_profile_rank(board, bea).words == "1st of 2"
    assert describe_new_rank(board.season, ann) == "Your rating is 1,019."
    assert describe_new_rank(board.season, bea) == "You are 1st with 1,010."
    assert [describe_own_rank(row) for row in load_standings(board).rows][:2] == [
        "No rank: no match for 74 days",
        "1st, new on the ladder",
    ]


def test_movement_compares_ranks_of_the_same_rule(board):
    """On 2 March Ann and Dee still had ranks; two weeks later nobody but them had lost a place."""
    play(board.season, "Bea", "Cid", on=date(2026, 3, 2))

    assert load_standings(board).since == date(2026, 3, 2)
    assert {row.name: row.movement for row in load_standings(board).ranked} == {"Bea": ("up", 1), "Cid": ("up", 1)}


def test_the_day_of_a_season_that_ends_later_is_today(board):
    board.season.ends_on = TODAY + timedelta(10)

    assert find_standings_day(board.season) == TODAY


def test_a_new_ladder_has_sixty_days():
    assert Ladder().inactive_after == 60
