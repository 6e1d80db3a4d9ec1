"""What every rating system promises, whatever it rates."""

import re
from copy import deepcopy
from datetime import UTC, date, datetime, timedelta
from itertools import cycle

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ladder.ratings import (
    Counts,
    DuelSystem,
    Exit,
    Rating,
    RatingError,
    build_battle,
    build_duel,
    build_tournament,
    check_result,
    create_system,
    list_options,
    replay_results,
)
from ladder.ratings.replay import GeneralReplay

from .system_docs import KEYS_AND_GUIDE

pytestmark = pytest.mark.usefixtures("guide")

MOMENT = datetime(2026, 3, 1, 20, tzinfo=UTC)
STANDS = Exit("standing")
BATTLES = (
    (STANDS, Exit("dead", 1)),
    (Exit("surrendered", 2), STANDS),
    (Exit("surrendered", 2), Exit("dead", 2)),
    (Exit("dead", 3), Exit("dead", 3)),
    (Exit("dead", 1), STANDS, Exit("surrendered", 2)),
)
every_system = pytest.mark.parametrize("key", KEYS_AND_GUIDE)


def facts_of(system):
    return {fact.name: fact.default or min(max(fact.low, 10), fact.high) for fact in system.facts}


def duels(system, kind):
    scores = (1, 0, 0.5) if system.draws else (1, 0)
    return [build_duel("a", "b", score, ended=MOMENT, kind=kind, facts=facts_of(system)) for score in scores]


def either_way(system, kind):
    players = "abcdef"[: kind.format.fewest]
    won = kind.format.build_win(players, ended=MOMENT, kind=kind, facts=facts_of(system))
    return [won, kind.format.turn(won, 0.0)]


def results_of(system):
    """Results of every kind and outcome that the system rates."""
    found = []
    for kind in system.kinds:
        if kind.format.has_exits:
            found += [build_battle("abc"[: len(exits)], exits, ended=MOMENT, kind=kind) for exits in BATTLES]
        elif kind.format.has_places:
            found.append(build_tournament("abc", (2, 1, 2), ended=MOMENT, field=6, kind=kind))
        elif kind.format.is_entered_as_pair:
            found += duels(system, kind)
        else:
            found += either_way(system, kind)
    return [result for result in found if system.concerns(result)]


def table_of(system, points):
    """Players with some history behind them, and these points."""
    warm = [result._replace(ended=MOMENT - timedelta(days=9)) for result in results_of(system)]
    table = replay_results(system, warm).table
    return [rating._replace(points=number) for rating, number in zip(table.values(), cycle(points), strict=False)]


numbers = st.floats(min_value=0, max_value=4000, allow_nan=False)
points_of_three = st.tuples(numbers, numbers, numbers)


def cases(key, points):
    system = create_system(key)
    before = table_of(system, points)
    for result in results_of(system):
        yield system, result, before[: len(result.players)]


@every_system
def test_system_rates_some_results_that_pass_the_check(key):
    results = results_of(create_system(key))
    assert results
    for result in results:
        check_result(create_system(key), result)


@every_system
@settings(max_examples=20)
@given(points=points_of_three)
def test_rate_leaves_its_input_alone_and_is_deterministic(key, points):
    for system, result, before in cases(key, points):
        kept = deepcopy((result.players, result.facts, before))
        first = system.rate(result, before)
        assert (result.players, result.facts, before) == kept
        assert create_system(key).rate(result, before) == first


@every_system
@settings(max_examples=30)
@given(points=points_of_three)
def test_explanation_ends_in_the_change_the_ledger_stores(key, points):
    for system, result, before in cases(key, points):
        after = system.rate(result, before)
        for seat in range(len(before)):
            last = system.explain(result, before, seat)[-1]
            assert last.value == after[seat].points - before[seat].points


@every_system
def test_explanation_speaks_of_players_by_placeholder(key):
    for system, result, before in cases(key, (1500, 1400, 3)):
        for seat in range(len(before)):
            steps = system.explain(result, before, seat)
            assert all(step.rule and step.title and step.sum for step in steps)
            assert any("<" in step.sentence.text("<{}>".format) for step in steps)
            assert not any(re.search(r"\b[A-Z]-[0-9]", step.title + step.sentence.text()) for step in steps)


@every_system
def test_examples_come_out_as_printed(key):
    for example in create_system(key).about.examples:
        system = create_system(key, example.options)
        after = system.rate(example.result, example.before)
        changes = [new.points - old.points for new, old in zip(after, example.before, strict=True)]
        if example.changes:
            assert tuple(map(system.change_shown, changes)) == example.changes
        if example.ratings:
            assert tuple(system.shown(rating) for rating in after) == example.ratings


@every_system
@settings(max_examples=30)
@given(points=points_of_three)
def test_zero_sum_holds_where_promised(key, points):
    system = create_system(key)
    for result in results_of(system) if system.zero_sum else ():
        if isinstance(system, DuelSystem):
            gained, lost = system.gains(Rating(points[0]), Rating(points[1]), system.score(result), result.facts)
            assert gained == -lost
        else:
            before = table_of(system, points)
            changes = [system.change(result, before, seat) for seat in range(len(before))]
            assert sum(changes) == pytest.approx(0, abs=1e-9)


@every_system
@settings(max_examples=30)
@given(points=points_of_three)
def test_expected_scores_add_up_as_the_scores_do(key, points):
    for system, result, before in cases(key, points):
        chances = system.expected(result, before)
        if chances is not None:
            assert sum(chances) == pytest.approx(sum(result.scores), abs=1e-9)
            assert all(0 <= chance <= 1 for chance in chances)


@every_system
def test_carrying_everything_changes_nothing_unless_each_season_starts_afresh(key):
    system = create_system(key)
    for rating in table_of(system, (1234.5, 7, 3)):
        assert system.carry(rating, 1) == (system.initial() if system.starts_each_season else rating)


@every_system
def test_carrying_nothing_is_a_fresh_start(key):
    system = create_system(key)
    for rating in table_of(system, (1234.5, 7, 3)):
        fresh = system.carry(rating, 0)
        assert fresh.points == system.initial().points
        assert fresh.experience in (0, rating.experience)  # a system may count games for all time


@every_system
def test_options_say_what_they_are(key):
    for one in list_options(create_system(key)):
        assert one.label
        assert one.rule
        assert one.help
        if one.choices:
            assert one.default in dict(one.choices)
        elif one.type is not bool:
            assert one.low <= one.default <= one.high


@every_system
def test_options_survive_being_texts(key):
    texts = {one.name: str(one.default) for one in list_options(create_system(key))}
    assert create_system(key, texts) == create_system(key)


@every_system
@pytest.mark.parametrize("points", [0.0, 30.0, -72.5, 2042.25])
def test_decay_is_bounded_and_nothing_in_no_time(key, points):
    system = create_system(key)
    rating = Rating(points, 3, None, date(2026, 1, 1))
    assert system.advance(rating, 0) is rating
    for periods in (1, 2, 12, 400, 100_000):
        assert abs(system.advance(rating, periods).points) <= abs(points)


@every_system
@pytest.mark.parametrize("points", [30.0, 72.3, 2042.25])
@pytest.mark.parametrize("periods", [1, 2, 31])
def test_explained_decay_ends_in_the_loss(key, points, periods):
    system = create_system(key)
    rating = Rating(points, 3, None, date(2026, 1, 1))
    steps = system.explain_advance(rating, periods)
    loss = system.advance(rating, periods).points - points
    assert [step.value for step in steps[-1:]] == ([loss] if system.period else [])


@every_system
@pytest.mark.parametrize("nothing", [0, 0.0, -0.0, -0.0001])
def test_nothing_is_printed_without_a_minus(key, nothing):
    system = create_system(key)
    assert "-" not in system.shown(Rating(nothing))
    assert system.change_shown(nothing) == "+0"


@every_system
def test_a_gap_is_printed_without_a_sign(key):
    assert not set(create_system(key).gap_shown(12.0)) & set("+-−")


@every_system
def test_order_of_nothing_has_no_minus_zero(key):
    assert "-0.0" not in map(str, create_system(key).order(Rating(0.0), Counts()))


@every_system
def test_every_tie_break_has_a_name(key):
    system = create_system(key)
    assert len(system.order(Rating(1.0), Counts())) == 1 + len(system.tie_breaks)


@every_system
def test_order_puts_more_points_first(key):
    order = create_system(key).order
    assert order(Rating(10.5, 30), Counts()) < order(Rating(10.25, 30), Counts())


@every_system
def test_player_against_himself_is_refused(key):
    system = create_system(key)
    result = results_of(system)[0]
    twice = result._replace(players=("a",) * len(result.players))
    with pytest.raises(RatingError, match="A player can't play himself"):
        check_result(system, twice)


@every_system
def test_kinds_that_never_count_are_accepted(key):
    system = create_system(key)
    for kind in system.uncounted:
        result = build_duel("a", "b", ended=MOMENT, kind=kind)
        check_result(system, result)
        assert not system.concerns(result)


@every_system
def test_kind_of_another_game_is_refused(key):
    system = create_system(key)
    foreign = system.kinds[0]._replace(key="foreign")
    with pytest.raises(RatingError, match="has no kind foreign"):
        check_result(system, results_of(system)[0]._replace(kind=foreign))


def season(system):
    """Sixty days of results among five players."""
    played = []
    for day in range(60):
        for number, result in enumerate(results_of(system)):
            names = tuple("vwxyz"[(day * 2 + number + seat) % 5] for seat in range(len(result.players)))
            played.append(result._replace(players=names, ended=MOMENT + timedelta(days=day)))
    return played


@every_system
def test_short_lane_and_general_loop_give_the_same_figures(key):
    system, played = create_system(key), season(create_system(key))
    fold = replay_results(system, played)
    run = GeneralReplay(system, {}, {})
    for match, result in enumerate(played):
        run.step(match, result)
    assert fold.table == run.table
    assert list(fold.history) == list(run.history)
    assert fold.last == run.last
    assert fold.counts == {player: Counts(*mine) for player, mine in run.tallies.items()}


@every_system
def test_about_speaks_to_people(key):
    about = create_system(key).about
    assert about.label
    assert about.summary
    assert about.formula
    assert about.examples
    assert all("(" in rule and rule.endswith(".") for rule in (*about.rules, *about.choices))
    assert about.rating_label
