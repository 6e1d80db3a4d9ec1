"""Who won: duels, battles (W-1 to W-5) and tournaments (T-1)."""

from datetime import UTC, datetime
from math import isnan

import pytest

from ladder.formats import BATTLE, LADDER, Exit, RatingError, build_battle, build_duel, build_tournament
from ladder.formats.battle import find_battle_winner

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
STANDING = Exit("standing")


def dead(turn):
    return Exit("dead", turn)


def gave_up(turn):
    return Exit("surrendered", turn)


@pytest.mark.parametrize(("score", "scores"), [(1, (1, 0)), (0.5, (0.5, 0.5)), (0, (0, 1))])
def test_duel_scores_both_sides(score, scores):
    assert build_duel("a", "b", score, ended=NOON).scores == scores


@pytest.mark.parametrize("score", [2, -1, 0.4, float("nan")])
def test_duel_refuses_other_scores(score):
    with pytest.raises(RatingError, match=r"The result must be 1, 0\.5 or 0\."):
        build_duel("a", "b", score, ended=NOON)


@pytest.mark.parametrize(
    ("score", "how", "scores"),
    [(1, "dead", (1, 0)), (0, "surrendered", (0, 1)), (0.5, "dead", (0.5, 0.5)), (0.5, "surrendered", (0.5, 0.5))],
)
def test_duel_of_a_battle_kind_has_exits(score, how, scores):
    """W-2, W-4."""
    result = build_duel("a", "b", score, ended=NOON, kind=LADDER, exit=how)
    assert result.scores == scores
    assert [left.how for left in result.exits].count(how) == (2 if score == 0.5 else 1)


@pytest.mark.parametrize(
    ("exits", "winner"),
    [
        ([STANDING, dead(1)], 0),  # W-2
        ([dead(3), gave_up(1), STANDING], 2),  # W-2
        ([dead(2), dead(2)], None),  # W-4
        ([gave_up(2), gave_up(2)], None),  # W-5: two surrenders
        ([dead(2), gave_up(2)], 1),  # W-5: a surrender to a corpse
        ([gave_up(1), dead(3), dead(3), gave_up(3)], 3),  # W-5: earlier rounds do not matter
        ([dead(3), gave_up(3), gave_up(3)], None),  # W-5
        ([gave_up(1), dead(3), dead(3)], None),  # W-4
    ],
)
def test_battle_winner(exits, winner):
    assert find_battle_winner(exits) == winner


def test_battle_without_a_winner_is_a_draw_for_all():
    """W-4."""
    assert build_battle("abc", [dead(1), dead(2), dead(2)], ended=NOON).scores == (0.5, 0.5, 0.5)


@pytest.mark.parametrize(
    ("exits", "sentence"),
    [
        ([STANDING, STANDING], "at most one player"),
        ([dead(1), dead(2)], "at least two players must leave"),
        ([Exit("asleep", 1), STANDING], "Say how each player left"),
        ([Exit("standing", 2), dead(1)], "has no round"),
        ([STANDING, Exit("dead")], "in which round"),
        ([STANDING, dead(0)], "in which round"),
        ([STANDING, dead(10_001)], "in which round"),
    ],
)
def test_battle_refuses_what_cannot_have_happened(exits, sentence):
    """W-1, W-5."""
    with pytest.raises(RatingError, match=sentence):
        build_battle("ab", exits, ended=NOON)


def test_a_battle_turned_round_is_lost_as_the_loser_lost_it():
    """The only one to surrender in the last round wins (W-5), and the other died."""
    result = build_battle("ab", [gave_up(3), dead(3)], ended=NOON, kind=LADDER)
    assert result.scores == (1, 0)
    assert BATTLE.turn(result, 0).exits == (dead(3), STANDING)
    assert BATTLE.turn(result, 0.5).exits == (dead(3), dead(3))


def test_tournament_place_one_wins_and_nothing_is_lost():
    """T-1."""
    result = build_tournament("abc", [1, 2, 2], ended=NOON)
    assert (result.scores[0], result.facts, result.places) == (1, {"field": 3}, (1, 2, 2))
    assert all(isnan(score) for score in result.scores[1:])


def test_tournament_field_may_be_larger_than_the_list():
    """T-1."""
    assert build_tournament("ab", [1, 8], ended=NOON, field=8).facts == {"field": 8}


@pytest.mark.parametrize(
    ("places", "field", "sentence"),
    [
        ([1, 3], None, "Place 3 is outside the field of 2"),
        ([0, 1], None, "Place 0 is outside"),
        ([1, 2], 1, "The field is 1, but 2 players are listed"),
        ([1, 2], 10_001, "at most 10,000"),
    ],
)
def test_tournament_refuses_places_outside_the_field(places, field, sentence):
    """T-1."""
    with pytest.raises(RatingError, match=sentence):
        build_tournament("ab", places, ended=NOON, field=field)


@pytest.mark.parametrize(
    ("exits", "verdict"),
    [
        ([("standing", None), ("dead", 1)], "A wins, the last one standing."),
        (
            [("surrendered", 2), ("dead", 2)],
            "A wins, the only one to surrender in the last round, where the others died.",
        ),
        ([("surrendered", 2), ("surrendered", 2)], "Nobody wins."),
        ([("dead", 2), ("dead", 2)], "Nobody wins."),
    ],
)
def test_the_verdict_names_the_rule(exits, verdict):
    result = build_battle(range(len(exits)), [Exit(*left) for left in exits], ended=NOON)

    assert BATTLE.describe_winner(result, {0: "A", 1: "B"}) == verdict
