"""What is at stake, before anything is stored."""

from datetime import date, timedelta

import pytest
from django.utils import timezone

from ladder.formats import Exit, ParticipantResult
from ladder.ledger.storage.match_record import build_result
from ladder.matches.queries.stakes import (
    RangeRefusal,
    Stake,
    find_range_refusals,
    list_first_stakes,
    list_stakes,
    load_match_ratings,
)
from ladder.models import Opening, RatingChange
from players.models import Player
from tests.factories import at, enter_match, make_ladder, make_player, play, season_of

pytestmark = pytest.mark.django_db


def stake(season, one, other, length=25, played_at=None):
    result = build_result(
        "rated",
        played_at or timezone.now(),
        [ParticipantResult(one.pk, 1.0), ParticipantResult(other.pk, 0.0)],
        {"length": length},
    )
    boards = list(season.boards.all())
    return list_first_stakes(boards, result, load_match_ratings(boards, result))


def test_a_stake_is_what_the_match_is_worth_afterwards():
    season = season_of(make_ladder())
    play(season, "Ben", "Ana", 7)

    (shown,) = stake(season, make_player("Ana"), make_player("Ben"))
    match = play(season, "Ana", "Ben", 25)

    row = RatingChange.objects.get(participant__match=match, participant__player=make_player("Ana"))
    assert shown.change == f"+{row.change:.1f}"


def test_one_who_is_new_has_the_start_value():
    season = season_of(make_ladder())

    assert stake(season, make_player("Ana"), Player(pk=0, name="Rafa")) == [
        Stake("Match-length Elo", "+10", "up", "1,800", "1,810")
    ]


def test_newcomers_come_in_one_after_the_other_on_a_board_that_is_one_table():
    season = season_of(make_ladder("rungs"))
    play(season, "Ana", "Ben")

    assert stake(season, make_player("Cy"), make_player("Dee")) == [Stake("Rungs", "+0", "same", "3", "3")]
    assert stake(season, make_player("Cy"), make_player("Ben")) == [Stake("Rungs", "+1", "up", "3", "2")]


def test_every_board_has_its_own_stake():
    season = season_of(make_ladder("match-length-elo", "nardgammon-elo"))

    assert len(stake(season, make_player("Ana"), make_player("Ben"))) == 2


def test_a_past_date_has_the_ratings_of_that_moment():
    season = season_of(make_ladder())
    play(season, "Ana", "Ben", 25)

    (shown,) = stake(season, make_player("Ana"), make_player("Ben"), played_at=timezone.now() - timedelta(days=1))

    assert shown == Stake("Match-length Elo", "+10", "up", "1,800", "1,810")  # B-3: 4 * sqrt(25) / 2


def test_a_past_stake_is_what_the_match_is_worth_when_it_is_entered_late():
    season, day = season_of(make_ladder()), timezone.localdate() - timedelta(days=2)
    play(season, "Ben", "Ana", 7, on=day)
    play(season, "Ana", "Ben", 9)
    late = timezone.now() - timedelta(days=1)

    (shown,) = stake(season, make_player("Ana"), make_player("Ben"), played_at=late)
    match = play(season, "Ana", "Ben", 25, on=late.date())

    row = RatingChange.objects.get(participant__match=match, participant__player=make_player("Ana"))
    assert shown.change == f"+{row.change:.1f}"


def test_points_are_halved_as_of_the_day_that_is_asked():
    season = season_of(make_ladder("tournament-points"))
    ana, ben = make_player("Ana"), make_player("Ben")
    enter(season, [ana, ben], at(date(2026, 1, 10)))
    enter(season, [ana, ben], at(date(2026, 5, 10)))
    result = build_result(
        "tournament", at(date(2026, 3, 10)), [ParticipantResult(ana.pk, place=1), ParticipantResult(ben.pk, place=2)]
    )
    boards = list(season.boards.all())

    (shown,) = list_first_stakes(boards, result, load_match_ratings(boards, result))

    assert (shown.before, shown.after) == ("2.50", "12.50")  # T-1: 10 for first of two; T-3: 10 / 2 / 2


def test_what_was_brought_in_begins_to_halve_with_the_first_tournament():
    season = season_of(make_ladder("tournament-points"))
    idle = make_player("Idle")
    Opening.objects.create(board=season.boards.get(), player=idle, points=8)
    for month in (1, 5):
        enter(season, [make_player("Ana"), make_player("Ben")], at(date(2026, month, 10)))
    result = build_result(
        "tournament",
        at(date(2026, 3, 10)),
        [ParticipantResult(idle.pk, place=1), ParticipantResult(make_player("Ana").pk, place=2)],
    )
    boards = list(season.boards.all())

    (shown,) = list_first_stakes(boards, result, load_match_ratings(boards, result))

    assert (shown.before, shown.after) == ("2.00", "12.00")  # T-3: 8 / 2 / 2, then T-1: 10


def enter(season, players, played_at):
    participants = [ParticipantResult(player, place=place) for place, player in enumerate(players, 1)]
    enter_match(season=season, participants=participants, by=None, kind="tournament", played_at=played_at)


def battle(season, *names, started=None, hours=0):
    """A ladder battle of which the first is left standing, `hours` ago."""
    participants = [ParticipantResult(make_player(name).pk, exit=Exit("dead", 1)) for name in names[1:]]
    ended = timezone.now() - timedelta(hours=hours)
    return build_result(
        "ladder",
        ended,
        [ParticipantResult(make_player(names[0]).pk, exit=Exit("standing")), *participants],
        {},
        started,
    )


def kept(season, result):
    participants = [
        ParticipantResult(Player.objects.get(pk=player), exit=left)
        for player, left in zip(result.players, result.exits, strict=True)
    ]
    enter_match(season=season, participants=participants, by=None, kind="ladder", played_at=result.ended)


def refused(season, result):
    boards, names = list(season.boards.all()), dict(Player.objects.values_list("pk", "name"))
    return find_range_refusals(boards, result, load_match_ratings(boards, result), names)


def test_the_range_goes_by_the_scores_when_the_match_began():
    season = season_of(make_ladder("warlocks-score"))
    kept(season, battle(season, "Ana", *"BCDEFG", hours=1))
    make_player("Rafa")

    now = refused(season, battle(season, "Ana", "Rafa"))
    then = refused(season, battle(season, "Ana", "Rafa", started=timezone.now() - timedelta(hours=2)))

    assert now == [RangeRefusal("Ana and Rafa are 6 points apart; the limit is 5.", 1)]  # W-9
    assert then == []


def test_the_cap_goes_by_the_scores_when_the_duel_began():
    season = season_of(make_ladder("warlocks-score"))
    kept(season, battle(season, "Ana", *"BCDEF", hours=1))
    result = battle(season, "Ana", "Zoe", started=timezone.now() - timedelta(hours=2))
    boards = list(season.boards.all())

    (shown,) = list_first_stakes(boards, result, load_match_ratings(boards, result))

    assert (shown.before, shown.after, shown.change) == ("5", "5", "+0")  # W-8: 5 is 5 above the mean 0 at the start


def test_everybody_has_a_stake():
    season = season_of(make_ladder("warlocks-score"))
    result = battle(season, "Ana", "Ben", "Cy")
    (board,) = season.boards.all()

    stakes = list_stakes(board, result, load_match_ratings([board], result))

    assert [one.change for one in stakes] == ["+2", "+0", "+0"]  # W-3
