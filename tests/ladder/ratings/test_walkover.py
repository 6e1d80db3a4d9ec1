"""A walkover: counted in won and lost by every system whose matches have two sides, and never rated."""

from datetime import UTC, datetime, timedelta

import pytest

from ladder.ratings import (
    WALKOVER,
    BoardRules,
    Counts,
    Exit,
    RatingError,
    TableSystem,
    build_battle,
    build_duel,
    build_tournament,
    check_result,
    create_system,
    list_system_choices,
    replay_results,
)

MOMENT = datetime(2026, 3, 1, 20, tzinfo=UTC)
KEYS = [key for key, _ in list_system_choices()]
OTHERS = [key for key in KEYS if key not in ("tournament-points", "match-points")]  # the last one rates them


def walkover(day=0):
    return build_duel("a", "b", ended=MOMENT + timedelta(day), kind=WALKOVER)


@pytest.mark.parametrize("key", OTHERS)
def test_it_counts_and_moves_nothing(key):
    system = create_system(key)
    check_result(system, walkover())
    fold = replay_results(system, [walkover()])
    first = system.initial()
    starts = [first, system.enter({"a": first}) if isinstance(system, TableSystem) else first]
    assert [one.before for one in fold.history] == [one.after for one in fold.history]
    assert [one._replace(as_of=None) for one in fold.table.values()] == starts
    assert fold.counts == {"a": Counts(played=1, won=1), "b": Counts(played=1, lost=1)}


@pytest.mark.parametrize("key", OTHERS)
def test_it_is_explained_in_one_step_that_comes_to_nothing(key):
    system = create_system(key)
    (step,) = BoardRules(system).explain(walkover(), [system.initial()] * 2, 1)
    assert step.value == 0
    said = step.sentence.text({"a": "Ann", "b": "Bo"}.__getitem__)
    assert said == "Bo did not play. A walkover counts as a win and a loss, but ratings don't change."


def test_a_board_of_tournaments_counts_none():
    assert replay_results(create_system("tournament-points"), [walkover()]).counts == {}


def test_a_rating_decays_up_to_a_walkover_as_up_to_any_match():
    """C-4: 5 % a day; 100 chips won on the first day are 95 on the second."""
    won = build_duel("a", "b", ended=MOMENT, facts={"chips": 100})
    fold = replay_results(create_system("chips-daily"), [won, walkover(1)])
    assert round(fold.table["a"].points, 9) == 95


@pytest.mark.parametrize(
    "result",
    [
        build_duel("a", "b", 0.5, ended=MOMENT, kind=WALKOVER),
        build_battle("abc", [Exit("standing"), Exit("dead", 1), Exit("dead", 1)], ended=MOMENT, kind=WALKOVER),
        build_tournament("ab", (1, 2), ended=MOMENT, kind=WALKOVER),
    ],
)
def test_it_has_two_players_and_a_winner(result):
    with pytest.raises(RatingError, match="A walkover has two players, and one of them wins"):
        check_result(create_system("points-exchange"), result)
