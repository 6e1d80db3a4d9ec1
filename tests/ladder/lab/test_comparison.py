"""The figures of the lab against plain loops, and what each system says of a match before it is played."""

import math
import random
from datetime import UTC, datetime, timedelta
from itertools import permutations
from pathlib import Path
from statistics import fmean

import numpy as np
import pytest

from ladder.formats import TEAM, Game, add_games, build_team_match
from ladder.formats.games import reverse_players
from ladder.lab.queries import comparison
from ladder.lab.queries.comparison import compare_systems, replay_candidate
from ladder.lab.queries.forecasts import Forecast, MatchScore, predict_matches, score_forecast
from ladder.lab.queries.variants import Candidate, list_candidates
from ladder.ratings import (
    LADDER,
    RATED,
    TOURNAMENT,
    UNRATED,
    WALKOVER,
    Counts,
    Exit,
    Rating,
    build_battle,
    build_duel,
    build_tournament,
    count_result,
    create_system,
)
from tests.ladder.ratings.system_docs import KEYS
from tests.ladder.ratings.test_contract import results_of

FIRST = datetime(2026, 1, 3, 20, tzinfo=UTC)
STRENGTH = {"Ann": 5, "Bo": 4, "Cy": 3, "Di": 2, "Eve": 1}


def make_log(count, draws=False):
    """A club's evenings: the stronger of two wins more often, some matches are drawn, one is a walkover."""
    chance = random.Random(18)
    for number in range(count):
        one, other = chance.sample(sorted(STRENGTH), 2)
        score = float(chance.random() < STRENGTH[one] / (STRENGTH[one] + STRENGTH[other]))
        if draws and chance.random() < 0.1:
            score = 0.5
        yield build_duel(
            one,
            other,
            score,
            ended=FIRST + timedelta(hours=9 * number),
            facts={"length": chance.choice((3.0, 5.0, 7.0)), "moves": 30.0, "chips": 50.0},
        )


def make_battles(count):
    """The same as battles of two, in which who loses dies or gives up: level scores are told apart by deaths."""
    for number, result in enumerate(make_log(count)):
        exits = [Exit("standing"), Exit(("dead", "surrendered")[number % 2], 1)]
        yield build_battle(result.players, exits[:: 1 if result.scores[0] else -1], ended=result.ended)


LOG = list(make_log(150))
BATTLES = list(make_battles(150))
DRAWN_LOG = list(make_log(150, draws=True))
TOURNAMENTS = [
    build_tournament(places, range(1, 6), ended=FIRST + timedelta(days=number), field=5)
    for number, places in enumerate(random.Random(5).sample(list(permutations(STRENGTH)), 40))
]


def predict_in_a_loop(system, log):
    """Whether each winner was named, log loss and Brier score of each match, and the table at the end."""
    table, tallies, named, losses, briers = {}, {}, [], [], []
    for result in log:
        before = [table.get(player) or system.initial() for player in result.players]
        chances = system.expected(result, before)
        if chances:
            heights = chances
            mine, score = chances[0], result.scores[0]
            briers.append((mine - score) ** 2)
            mine = min(max(mine, 0.01), 0.99)  # in this log some favourites win for certain by `nardgammon-elo`
            losses.append(-(score * math.log(mine) + (1 - score) * math.log(1 - mine)))
        else:
            counts = [Counts(*tallies.get(player, (0, 0, 0, 0, 0))) for player in result.players]
            heights = [[-key for key in system.order(*pair)] for pair in zip(before, counts, strict=True)]
        if result.scores[0] != 0.5:
            winner = 0 if result.scores[0] == 1 else 1
            named.append(0.5 if heights[0] == heights[1] else float(heights[winner] > heights[1 - winner]))
        table |= zip(result.players, system.rate(result, before), strict=True)
        count_result(tallies, result)
    return named, losses, briers, table


def count_newcomers(log):
    """In how many matches nobody had played before."""
    known, found = set(), 0
    for result in log:
        found += known.isdisjoint(result.players)
        known |= set(result.players)
    return found


def draw_again(values):
    """The middle 95 % of a thousand averages, each over as many values drawn at random."""
    values, chance = np.array(values), np.random.default_rng(1979)
    means = [values[chance.integers(0, len(values), len(values))].mean() for _ in range(1000)]
    return np.quantile(means, (0.025, 0.975))


@pytest.mark.parametrize(
    ("key", "log"),
    [("match-length-elo", LOG), ("nardgammon-elo", LOG), ("points-exchange", LOG), ("warlocks-score", BATTLES)],
)
def test_figures_equal_a_straightforward_computation(key, log):
    """Must be shown, 4. Without draws every match counts for every figure, so the draws of the bootstrap are alike."""
    system = create_system(key)
    named, losses, briers, table = predict_in_a_loop(system, log)
    (found,) = compare_systems(log, [Candidate(key, key, system)]).systems
    assert found.replay.of_newcomers == count_newcomers(log)
    for figure, values in ((found.named, named), (found.log_loss, losses), (found.brier, briers)):
        assert bool(figure) == bool(values)
        if figure:
            assert figure == pytest.approx((fmean(values), *draw_again(values)))
    best_first = sorted(table, key=lambda player: (-table[player].points, player))
    assert [one.player for one in found.replay.rank_players()] == best_first


def test_draw_has_no_winner_to_name_and_counts_half_for_the_chances():
    system = create_system("provisional-elo")
    named, losses, briers, _ = predict_in_a_loop(system, DRAWN_LOG)
    (found,) = compare_systems(DRAWN_LOG, [Candidate("provisional-elo", "", system)]).systems
    assert found.replay.drawn == 150 - len(named) == sum(0.5 in result.scores for result in DRAWN_LOG)
    assert found.named.value == pytest.approx(fmean(named))
    assert (found.log_loss.value, found.brier.value) == pytest.approx((fmean(losses), fmean(briers)))


@pytest.mark.parametrize("key", KEYS)
def test_match_is_predicted_only_from_those_before_it(key):
    """With another result of a match, nothing that was said of it or of an earlier one changes."""
    system = create_system(key)
    played = [
        result._replace(ended=FIRST + timedelta(days=31 * number))  # at most one in a rating period
        for number, result in enumerate(2 * results_of(system))
    ]
    before = tell(system, played)
    seen = 0
    for place, result in enumerate(played):
        for other in results_of(system):
            same = (result.players, result.kind, result.facts, result.sides)
            if (other.players, other.kind, other.facts, other.sides) == same and other.scores != result.scores:
                changed = [*played[:place], other._replace(ended=result.ended), *played[place + 1 :]]
                after = tell(system, changed)
                assert after[: place + 1] == before[: place + 1]
                seen += after[place + 1 :] != before[place + 1 :]
    assert seen or len(results_of(system)) == 1


def tell(system, played):
    """What a system says of each match, without how it ended."""
    forecasts, _ = predict_matches(system, played, range(len(played)))
    return [one._replace(ends=()) for one in forecasts]


def make_strangers(count):
    """Matches between people of whom nobody has played before, the winner named first; each pair plays only once."""
    for number in range(count):
        ended = FIRST + timedelta(hours=9 * number)
        yield build_duel(
            f"Won {number}", f"Lost {number}", ended=ended, facts={"length": 5.0, "moves": 30.0, "chips": 50.0}
        )


def make_doubles(count):
    """Evenings of four who change partners; the stronger side wins more often."""
    chance = random.Random(27)
    for number in range(count):
        four = chance.sample(sorted(STRENGTH), 4)
        strong = sum(STRENGTH[one] for one in four[:2]) / sum(STRENGTH[one] for one in four)
        winners, losers = (four[:2], four[2:]) if chance.random() < strong else (four[2:], four[:2])
        yield build_team_match(winners, losers, ended=FIRST + timedelta(hours=9 * number))


def make_odd_log():
    """Draws and walkovers between newcomers, who then play others; handicaps and scores."""
    for number, (score, kind) in enumerate([(0.5, RATED), (1.0, WALKOVER)] * 30):
        one, other, ended = f"One {number}", f"Other {number}", FIRST + timedelta(hours=9 * number)
        yield build_duel(one, other, score, ended=ended, kind=kind)
        facts = {"handicap": 100.0} if number % 3 == 0 else {}
        games = [Game(11, 7), Game(9, 11), Game(11, 5)] if number % 2 else []
        yield add_games(build_duel(other, "Ann", 1.0, ended=ended, facts=facts), games)
        yield build_duel("Bo", one, 1.0, ended=ended)


def summarize(log, candidate):
    """All that the lab says of how well a system predicts."""
    found = replay_candidate(candidate, log)
    counts = found.predicted, found.of_newcomers, found.level, found.drawn, found.refused
    dots = [value for dot in found.calibration for value in dot]
    figures = [*found.named, *found.log_loss, *found.brier, *dots]
    return counts, [None if math.isnan(value) else round(value, 9) for value in figures]


@pytest.mark.parametrize(
    "log",
    [
        list(make_strangers(60)),
        LOG,
        BATTLES,
        DRAWN_LOG,
        list(make_odd_log()),
        list(make_doubles(60)),
        TOURNAMENTS,
    ],
    ids=["strangers", "duels", "battles", "drawn", "odd", "doubles", "tournaments"],
)
def test_the_order_in_which_a_match_names_its_players_tells_no_system_anything(log):
    """Each match turned round alone, all of them, or those of odd number."""
    lively = create_system("rungs", {"draws": True, "rates_walkovers": True, "idle_days": 7})
    candidates = [*list_candidates({one.kind for one in log}), Candidate("lively", "", lively)]
    turned = [reverse_players(one) for one in log]
    mixed = [one if number % 2 else other for number, (one, other) in enumerate(zip(log, turned, strict=True))]

    for candidate in candidates:
        as_written = summarize(log, candidate)
        assert (summarize(turned, candidate), summarize(mixed, candidate)) == (as_written, as_written), candidate.key


@pytest.mark.parametrize("key", KEYS)
def test_nobody_is_named_between_people_who_never_played(key):
    """Of 60 such matches rungs named all winners if the winner was entered first, and none if second."""
    found = replay_candidate(Candidate(key, key, create_system(key)), list(make_strangers(60)))

    assert set(found.named) <= {0.5} or not found.predicted
    assert found.level == found.of_newcomers == found.predicted


def test_walkover_is_not_predicted_and_moves_no_rating():
    won = build_duel("Ann", "Bo", ended=FIRST, facts={"length": 5.0})
    absent = build_duel("Bo", "Ann", ended=FIRST, kind=WALKOVER)
    (found,) = compare_systems([won, absent, won], [find_candidate("match-length-elo")]).systems
    assert found.replay.predicted == 2
    assert [math.isnan(value) for value in found.replay.named] == [False, True, False]


def find_candidate(key):
    return next(one for one in list_candidates([RATED]) if one.key == key)


@pytest.mark.parametrize(
    ("chances", "ends", "named", "log_loss", "brier"),
    [
        ((0.75, 0.25), (1.0, 0.0), 1.0, -math.log(0.75), 0.0625),
        ((0.75, 0.25), (0.0, 1.0), 0.0, -math.log(0.25), 0.5625),
        ((0.75, 0.25), (0.5, 0.5), None, -math.log(0.75 * 0.25) / 2, 0.0625),
        ((0.5, 0.5), (1.0, 0.0), 0.5, math.log(2), 0.25),
        ((1.0, 0.0), (0.0, 1.0), 0.0, -math.log(0.01), 1.0),  # never without limit
        ((0.5, 0.3, 0.2), (0.0, 1.0, 0.0), 0.5, -math.log(0.3), (0.25 + 0.49 + 0.04) / 2),
    ],
)
def test_forecast_is_scored(chances, ends, named, log_loss, brier):
    """Brier (1950) for two: the square of chance minus result. Of three, the winner is compared with each other."""
    found = score_forecast(Forecast(0, chances, (), ends, False))
    assert found == pytest.approx(MatchScore(named, log_loss, brier))


def test_system_without_chances_names_whoever_stood_higher():
    """In a tournament each two are compared by their places: here one of three pairs is in order."""
    found = score_forecast(Forecast(0, None, ((3.0,), (2.0,), (1.0,)), (-2.0, -3.0, -1.0), False))
    assert found == MatchScore(pytest.approx(1 / 3), None, None)


def test_systems_that_cannot_rate_the_matches_say_why():
    found = compare_systems([build_duel("Ann", "Bo", ended=FIRST)])
    reasons = {one.candidate.key: one.refused for one in found.unable}
    assert reasons["match-length-elo"] == {"Match length is missing.": 1}
    assert reasons["tournament-points"] == {}
    tournament = build_tournament("abc", (2, 1, 3), ended=FIRST, field=6)
    able = {one.candidate.key for one in compare_systems([tournament]).systems}
    assert ("tournament-points" in able, "elo" in able) == (True, False)


def test_a_system_is_level_with_itself_and_not_with_a_far_worse_one():
    """Nobody can be told apart by few matches; who always names the loser can by a hundred."""
    log = [build_duel("Ann", "Bo", ended=FIRST + timedelta(number)) for number in range(100)]
    start = create_system("provisional-elo")
    worst = Contrary()
    found = compare_systems(log, [Candidate("a", "", start), Candidate("b", "", start), Candidate("c", "", worst)])
    assert [one.is_level_in_names for one in found.systems] == [True, True, False]
    assert [one.is_level_in_chances for one in found.systems] == [True, True, False]
    assert all(one.is_enough for one in found.systems)
    assert not any(one.is_enough for one in compare_systems(log[:49], [Candidate("a", "", start)]).systems)


class Contrary(type(create_system("provisional-elo"))):
    """A system whose chances are the wrong way round."""

    def expected(self, result, before):
        return super().expected(result, before)[::-1]


def test_calibration_puts_forecasts_of_like_chance_together():
    (found,) = compare_systems(LOG, [find_candidate("match-length-elo")]).systems
    dots = found.replay.calibration
    assert sum(dot.matches for dot in dots) == len(LOG)
    assert all(dot.low - 1e-9 <= dot.chance < dot.high and dot.low >= 0.5 - 1e-9 for dot in dots)
    chances = [one.chances for one in predict_matches(create_system("match-length-elo"), LOG, range(len(LOG)))[0]]
    assert fmean(max(pair) for pair in chances) == pytest.approx(
        math.fsum(dot.matches * dot.chance for dot in dots) / len(LOG)
    )


def test_systems_in_use_come_first_and_once():
    ours = create_system("points-exchange")
    listed = list_candidates([RATED], [ours, create_system("match-length-elo", {"start": 1500})])
    assert [one.key for one in listed[:2]] == ["points-exchange", "match-length-elo~board-1"]
    assert [one.key for one in listed].count("points-exchange") == 1
    assert Rating(1500) == listed[1].system.initial()


def test_sides_of_a_match_of_teams_are_compared_as_two_players_are():
    """Four matches of two against two: the side that is higher on average is named, as Elo's mean of a side says."""
    log = [build_team_match(["Ann", "Bo"], ["Cy", "Di"], ended=FIRST + timedelta(number)) for number in range(3)] + [
        build_team_match(["Cy", "Ann"], ["Bo", "Di"], ended=FIRST + timedelta(3))
    ]
    (found,) = (one for one in compare_systems(log).systems if one.candidate.key == "elo")
    assert list(found.replay.named) == [0.5, 1.0, 1.0, 0.5]
    rating, losses = 1500.0, []
    for _ in range(3):  # all of a side move alike: K 32, whole for each
        chance = 1 / (1 + 10 ** ((1500 - rating) * 2 / 400))
        losses.append(-math.log(chance))
        rating += 32 * (1 - chance)
    assert list(found.replay.log_loss) == pytest.approx([*losses, math.log(2)])
    assert {one.candidate.key for one in compare_systems(log).unable} >= {"rungs", "warlocks-elo"}


def test_numpy_is_imported_only_by_the_functions_that_need_it():
    """A worker on which nobody opens the lab does without its 25 MB."""
    for path in Path(comparison.__file__).parent.glob("*.py"):
        imported = [
            line for line in path.read_text(encoding="utf-8").splitlines() if line.startswith(("import", "from"))
        ]
        assert [line for line in imported if "numpy" in line] == []


@pytest.mark.parametrize(
    ("kinds", "elo", "openskill"),
    [
        ([RATED, UNRATED], "singles", "singles"),
        ([TEAM], "teams", "teams"),
        ([RATED, TEAM], "both", "both"),
        ([RATED, TEAM, TOURNAMENT], "both", "all"),
        ([LADDER], "singles", "all"),
    ],
)
def test_systems_are_asked_about_the_matches_that_the_board_takes(kinds, elo, openskill):
    takes = {one.key: getattr(one.system, "takes", "") for one in list_candidates(kinds)}
    assert (takes["elo"], takes["elo~fide"], takes["openskill"]) == (elo, elo, openskill)


def test_two_boards_of_one_system_are_two_rows():
    """One for singles, one for teams, both with options of their own."""
    boards = [create_system("elo", {"k": 20}), create_system("elo", {"k": 20, "takes": "teams"})]
    listed = list_candidates([RATED], boards)[:2]
    assert [(one.key, one.label) for one in listed] == [
        ("elo~board-0", "Elo as on the board"),
        ("elo~board-1", "Elo as on the board, teams"),
    ]
