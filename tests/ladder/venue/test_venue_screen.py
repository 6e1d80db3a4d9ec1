"""The pages of the venue screen."""

from datetime import date

import pytest

from ladder.formats import ParticipantResult
from ladder.models import Match
from ladder.pages.qr_codes import has_member_reports
from ladder.seasons.actions.life_cycle import close_season
from ladder.venue.queries import build_venue_screen, find_next_screen
from tests.factories import enter_match, make_ladder, make_player, play, play_all, season_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def season():
    return season_of(make_ladder())


def board_of(season):
    return season.boards.select_related("season__ladder").first()


def crowd(season, pairs):
    play_all(season, [(f"Ann {number:02}", f"Bea {number:02}") for number in range(pairs)], on=date(2026, 1, 3))


def test_a_screen_holds_48_players_and_another_one_the_rest(season):
    crowd(season, 25)

    first, second = build_venue_screen(board_of(season)), build_venue_screen(board_of(season), 2)

    everybody = first.table.rows
    assert (first.page, first.pages, first.rows) == (1, 2, everybody[:48])
    assert (second.page, second.rows) == (2, everybody[48:])


@pytest.mark.parametrize("page", [-1, 0, 3, 10**9])
def test_a_page_that_is_not_there_is_the_first(season, page):
    crowd(season, 25)

    assert build_venue_screen(board_of(season), page).page == 1


@pytest.mark.parametrize(("pairs", "size"), [(4, "huge"), (5, "large"), (12, "large"), (13, "")])
def test_few_players_are_printed_larger(season, pairs, size):
    crowd(season, pairs)

    assert build_venue_screen(board_of(season)).size == size


def test_the_line_names_the_last_winner(season):
    crowd(season, 3)
    last = play(season, "Bea 01", "Ann 01")

    shown = build_venue_screen(board_of(season))

    assert shown.last == last.pk
    assert shown.line.me.text.startswith("Bea 01 1,8")
    assert "Bea 01 is at 1,8" in shown.line.label


def test_the_line_names_the_leader_when_the_last_match_is_not_rated(season):
    crowd(season, 2)
    participants = [ParticipantResult(make_player("Ann 01"), 1.0), ParticipantResult(make_player("Bea 01"), 0.0)]
    enter_match(season=season, participants=participants, by=None, kind="unrated", facts={"length": 5})

    shown = build_venue_screen(board_of(season))

    assert Match.objects.get(pk=shown.last).kind == "unrated"
    assert shown.line.me.text.startswith(shown.table.rows[0].name)


def test_nobody_has_a_line_before_the_first_match(season):
    shown = build_venue_screen(board_of(season))

    assert (shown.line, shown.rows, shown.last, shown.pages) == (None, [], None, 1)


def test_the_line_holds_any_distance():
    season = season_of(make_ladder("chips-total"))
    participants = [ParticipantResult(make_player("Ann"), 1.0), ParticipantResult(make_player("Bea"), 0.0)]
    for _ in range(3):
        enter_match(season=season, participants=participants, by=None, kind="rated", facts={"chips": 10**9})

    assert build_venue_screen(board_of(season)).line.rungs.count("M") == 1


def test_boards_and_their_pages_follow_one_another_round_and_round():
    season = season_of(make_ladder("match-length-elo", "points-exchange"))
    crowd(season, 25)
    boards = list(season.boards.select_related("season__ladder"))

    keys, shown = [board.key for board in boards], [build_venue_screen(one, page) for one in boards for page in (1, 2)]

    assert [find_next_screen(keys, one) for one in shown] == [
        ("match-length-elo", 2),
        ("points-exchange", 1),
        ("points-exchange", 2),
        ("match-length-elo", 1),
    ]
    assert find_next_screen([*keys, "story"], shown[-1]) == ("story", 1)


def test_a_single_screen_has_nothing_after_it(season):
    crowd(season, 1)
    board = board_of(season)

    assert find_next_screen([board.key], build_venue_screen(board)) is None


@pytest.mark.parametrize(("system", "takes"), [("match-length-elo", True), ("tournament-points", False)])
def test_members_report_everything_but_tournaments(system, takes):
    season = season_of(make_ladder(system))

    assert has_member_reports(season, list(season.boards.all())) is takes


def test_a_closed_season_takes_no_reports(season):
    close_season(season)

    assert not has_member_reports(season_of(season.ladder), list(season.boards.all()))
