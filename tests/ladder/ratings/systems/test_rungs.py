"""Rungs against the rules that clubs print; the page of the system names them."""

import dataclasses
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ladder.ratings import (
    DRAWN,
    LOST,
    WALKOVER,
    WON,
    BoardRules,
    Counts,
    PlayerFigures,
    Rating,
    RatingError,
    build_duel,
    check_result,
    create_system,
    replay_results,
)
from ladder.ratings.systems.rungs import Rungs

GIVEN = {"kind": WALKOVER}
NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)


def put_in_order(names):
    return {name: Rating(-rung) for rung, name in enumerate(names, 1)}


def play_matches(order, *matches, system=None, kind=None):
    """The order of the rungs after each match; "GA" says that G beat A, "AG" the other way round."""
    results = [
        build_duel(*pair, ended=NOON + timedelta(day), **({"kind": kind} if kind else {}))
        for day, pair in enumerate(matches)
    ]
    found = []
    for played in range(1, len(results) + 1):
        table = replay_results(system or Rungs(), results[:played], put_in_order(order)).table
        found.append("".join(sorted(table, key=lambda name: -table[name].points)))
        assert sorted(-rating.points for rating in table.values()) == list(range(1, len(table) + 1))
    return found


def test_three_matches_of_ten_players_come_out_as_princeton_prints_them():
    """The table of the ladder rules of Princeton University's table tennis club: L-2."""
    assert play_matches("ABCDEFGHIJ", "GA", "JC", "DB") == ["GABCDEFHIJ", "GABJCDEFHI", "GADBJCEFHI"]


def test_number_8_beats_number_5_as_eldon_prints_it():
    """Eldon Leisure's squash ladder: the winner is on 5, the loser on 6, those between on 7 and 8 (L-2)."""
    assert play_matches("abcdAefB", "BA") == ["abcdBAef"]


def test_who_swaps_changes_nobody_else_as_an_arkansas_chess_ladder_prints_it():
    """Alekhine, Bogoljubov, Capablanca, Reti: Reti beats Bogoljubov, and they change places (L-3)."""
    assert play_matches("ABCR", "RB", system=Rungs(move="swap")) == ["ARCB"]


def test_ten_matches_of_twelve_players_worked_by_hand():
    """The five rules that Wylam Tennis Club prints: who wins from below takes the rung, else nobody moves."""
    assert play_matches("ABCDEFGHIJKL", "DA", "FC", "LI", "AD", "BF", "HC", "GL", "KJ", "FA", "EH") == [
        "DABCEFGHIJKL",
        "DABFCEGHIJKL",
        "DABFCEGHLIJK",
        "ADBFCEGHLIJK",
        "ADBFCEGHLIJK",  # B stood above F
        "ADBFHCEGLIJK",
        "ADBFHCEGLIJK",  # G stood above L
        "ADBFHCEGLIKJ",
        "FADBHCEGLIKJ",
        "FADBEHCGLIKJ",
    ]


def test_who_joins_starts_at_the_bottom():
    """Wylam, rule 5; two newcomers who meet come in one below the other, the winner above (L-1)."""
    assert play_matches("ABC", "XY", "YB") == ["ABCXY", "AYBCX"]
    late = [build_duel("Y", "X", LOST, ended=NOON)]
    assert replay_results(Rungs(), late, put_in_order("AB")).table["X"] == Rating(-3)


@pytest.mark.parametrize(
    ("carried", "given", "order"),
    [
        ("", {"B": 2, "A": 1, "C": 3}, "ABC"),
        ("", {"A": 2, "B": 5, "C": 9}, "ABC"),  # gaps are closed
        ("ABCD", {"X": 2}, "AXBCD"),
        ("ABCD", {"D": 1}, "DABC"),
        ("ABCD", {"B": 4}, "ACDB"),
        ("ABCD", {"X": 99, "Y": 1}, "YABCDX"),
    ],
)
def test_an_organiser_puts_players_on_rungs_and_the_others_keep_their_order(carried, given, order):
    """L-1."""
    table = Rungs().arrange(put_in_order(carried), {name: Rating(-rung) for name, rung in given.items()})
    assert table == put_in_order(order)
    assert Rungs().arrange(table, {}) == table


def test_two_players_can_not_be_given_one_rung():
    assert Rungs().find_clash({"a": Rating(-3), "b": Rating(-2), "c": Rating(-3)}) == ("a", "c")
    assert Rungs().find_clash({"a": Rating(-3), "b": Rating(-2)}) is None


def test_draws_are_refused_unless_they_are_allowed_and_then_move_nobody():
    """L-5, as the same chess ladder has it."""
    drawn = build_duel("b", "a", DRAWN, ended=NOON)
    with pytest.raises(RatingError, match="Rungs has no draws"):
        check_result(Rungs(), drawn)
    allowed = create_system("rungs", {"draws": "yes"})
    check_result(allowed, drawn)
    fold = replay_results(allowed, [drawn], put_in_order("ab"))
    assert (fold.table, fold.counts["b"]) == (put_in_order("ab"), Counts(1, 0, 1, 0, 0))
    assert BoardRules(allowed).explain(drawn, [Rating(-2), Rating(-1)], 0)[-1].sentence.text() == "A draw moves nobody."
    shown = next(column for column in allowed.about.columns if column.key == "record").value
    assert [shown(figures(drawn)) for drawn in (0, 1)] == ["2–1", "2–1–1"]


def figures(drawn):
    return PlayerFigures(Rating(-1), Counts(3 + drawn, 2, drawn, 1), 3 + drawn)


def test_a_walkover_takes_the_rung_only_where_the_ladder_chose_so():
    """L-6, as Centurion Squash Club has it: who declines a challenge forfeits the position."""
    assert play_matches("ABCD", "DB", kind=WALKOVER) == ["ABCD"]
    system = create_system("rungs", {"rates_walkovers": "yes"})
    assert play_matches("ABCD", "DB", kind=WALKOVER, system=system) == ["ADBC"]
    assert play_matches("ABCD", "BD", kind=WALKOVER, system=system) == ["ABCD"]
    said = [explain(system, "DB", seat, kind=WALKOVER) for seat in (0, 1)]
    assert said == [
        ("L-6", "B did not play. D takes B's rung, 2.", "4 − 2 = 2"),
        ("L-6", "B did not play. D takes B's rung, so B moves down by one.", "2 + 1 = 3"),
    ]


def explain(system, pair, seat, score=WON, **about):
    """What is said of a match of 4 against 2 in the end."""
    result = build_duel(*pair, score, ended=NOON, **about)
    step = BoardRules(system).explain(result, [Rating(-4), Rating(-2)], seat)[-1]
    return step.rule, step.sentence.text(), step.sum


@pytest.mark.parametrize(
    ("move", "score", "seat", "said"),
    [
        ("take", WON, 0, ("L-2", "D takes B's rung, 2.", "4 − 2 = 2")),
        ("take", WON, 1, ("L-2", "D takes B's rung, so B moves down by one.", "2 + 1 = 3")),
        ("take", LOST, 0, ("L-4", "The player above won, so nobody moves.", "4 − 0 = 4")),
        ("swap", WON, 0, ("L-3", "D takes B's rung, 2.", "4 − 2 = 2")),
        ("swap", WON, 1, ("L-3", "D takes B's rung, and B goes to 4.", "2 + 2 = 4")),
    ],
)
def test_an_explanation_says_who_takes_which_rung(move, score, seat, said):
    assert explain(Rungs(move=move), "DB", seat, score) == said


def test_people_write_a_rung_without_a_minus():
    system = Rungs()
    assert system.opening(3, 0, 0).points == system.opening(-3, 0, 0).points == -3
    assert (system.entered(-3), system.shown(Rating(-3)), system.gap_shown(2), system.change_shown(2)) == (
        3,
        "3",
        "2",
        "+2",
    )


def test_days_without_a_match_cost_a_rung_worked_by_hand():
    """L-7 with 14 days, as Stowe Tennis Club takes one position for three weeks: C and D play, A and B don't."""
    system = Rungs(idle_days=14)
    days = (0, 9, 14, 19, 28, 60)  # 1, 10, 15, 20 and 29 March, 30 April
    results = [build_duel("C", "D", ended=NOON + timedelta(day)) for day in days]
    results.append(build_duel("A", "C", ended=NOON + timedelta(61)))
    found = []
    for played in range(1, len(results) + 1):
        fold = replay_results(system, results[:played], put_in_order("ABCD"))
        found.append("".join(sorted(fold.table, key=lambda name: -fold.table[name].points)))
    assert found == [
        "ABCD",
        "ABCD",
        "CABD",  # both above C fall by one, and C passes both
        "CABD",
        "CDAB",
        "CDAB",  # A does not fall behind B, who has been away as long
        "ACDB",  # A is back and beats C
    ]
    moves = [
        (one.match, one.player, -one.before.points, -one.after.points, system.explain_shift(one.before, one.after))
        for one in fold.shifts
        if one.before.points != one.after.points
    ]
    away, passes = "no match for 14 days", "a player above had no match for 14 days"
    assert sorted(moves) == [
        *((2, "A", 1, 2, away), (2, "B", 2, 3, away), (2, "C", 3, 1, passes)),
        *((4, "A", 2, 3, away), (4, "B", 3, 4, away), (4, "D", 4, 2, passes)),
        (6, "D", 2, 3, ""),  # by the match
    ]
    assert system.carry(fold.table["A"], 1) == Rating(-1)


def test_a_walkover_is_no_match_for_who_did_not_play():
    system = Rungs(idle_days=14, rates_walkovers=True)
    results = [build_duel("a", "b", ended=NOON), build_duel("b", "a", ended=NOON + timedelta(14), kind=WALKOVER)]
    away = {player: rating.memory for player, rating in replay_results(system, results).table.items()}
    assert away == {"a": ["2026-03-01", "2026-03-01"], "b": ["2026-03-15", "2026-03-15"]}


def play(order, result, **options):
    """The order of the rungs after one match on a ladder with these options."""
    table = replay_results(Rungs(draws=True, rates_walkovers=True, **options), [result], put_in_order(order)).table
    assert sorted(-rating.points for rating in table.values()) == list(range(1, len(table) + 1))
    return "".join(sorted(table, key=lambda name: -table[name].points))


def draw(one, other):
    return build_duel(one, other, DRAWN, ended=NOON)


@pytest.mark.parametrize(
    ("draw_move", "seventh_with_third", "neighbours"),
    [
        ("stay", "ABCDEFG", "ABCD"),
        ("below", "ABCGDEF", "ABCD"),  # L17: third stays, seventh is fourth, fourth to sixth move down one
        ("up", "ABCDEGF", "ABCD"),
        ("pass", "ABCDEGF", "ABDC"),
    ],
)
def test_a_draw_moves_the_lower_player_as_the_ladder_chooses(draw_move, seventh_with_third, neighbours):
    """The chess ladders L13, L14, L16 and L17 of the house rules (L-8)."""
    for pair in ("GC", "CG"):
        assert play("ABCDEFG", draw(*pair), draw_move=draw_move) == seventh_with_third
    assert play("ABCD", draw("D", "C"), draw_move=draw_move) == neighbours


def test_a_player_above_who_wins_may_go_up_one():
    """The chess ladder L16: third beats fifth, who challenged, and becomes second (L-9)."""
    won = build_duel("C", "E", ended=NOON)
    assert play("ABCDE", won, defence="up") == "ACBDE"
    assert play("ABCDE", won) == "ABCDE"
    assert play("ABCDE", build_duel("A", "E", ended=NOON), defence="up") == "ABCDE"
    assert play("ABCDE", build_duel("C", "E", ended=NOON, kind=WALKOVER), defence="up") == "ABCDE"


def test_a_player_above_who_does_not_play_may_go_just_below_the_one_who_would():
    """The tennis pyramid L6: 8th challenges 5th, who forfeits: 7th and 8th, the former 6th and 7th are 5th and 6th."""
    given = build_duel("H", "E", ended=NOON, kind=WALKOVER)
    assert play("ABCDEFGHI", given, forfeit="below") == "ABCDFGHEI"
    assert play("ABCDEFGHI", given) == "ABCDHEFGI"
    assert play("ABCDEFGHI", build_duel("H", "E", ended=NOON), forfeit="below") == "ABCDHEFGI"
    assert play("AB", build_duel("B", "A", ended=NOON, kind=WALKOVER), forfeit="below") == "BA"


def test_rungs_of_the_morning_swap_whoever_is_on_them_by_then():
    """The chess ladder L18: on one day 6 beats 2 and then 10 beats 6: who was second ends tenth (L-11)."""
    day = [build_duel("F", "B", ended=NOON), build_duel("J", "F", ended=NOON + timedelta(hours=1))]
    table = replay_results(Rungs(move="morning"), day, put_in_order("ABCDEFGHIJ")).table
    assert "".join(sorted(table, key=lambda name: -table[name].points)) == "AFCDEJGHIB"
    late = [day[0], build_duel("J", "F", ended=NOON + timedelta(1))]
    table = replay_results(Rungs(move="morning"), late, put_in_order("ABCDEFGHIJ")).table
    assert "".join(sorted(table, key=lambda name: -table[name].points)) == "AJCDEBGHIF"


def test_rungs_of_the_morning_and_days_without_a_match_go_together():
    rungs = Rungs(move="morning", idle_days=7)
    days = [build_duel("D", "B", ended=NOON), build_duel("D", "C", ended=NOON + timedelta(8))]
    table = replay_results(rungs, days, put_in_order("ABCD")).table
    assert "".join(sorted(table, key=lambda name: -table[name].points)) == "DACB"


@given(
    st.lists(st.tuples(st.permutations("ABCDEF"), st.sampled_from([WON, DRAWN, LOST]), st.booleans()), max_size=12),
    st.sampled_from(["take", "swap", "morning"]),
    st.sampled_from(["stay", "below", "up", "pass"]),
    st.sampled_from(["stay", "up"]),
    st.sampled_from(["match", "below"]),
    st.sampled_from([0, 2]),
)
def test_whatever_a_ladder_chooses_each_rung_has_one_player(played, move, draw_move, defence, forfeit, idle_days):
    """And the explanation ends where the match ended, for both."""
    rungs = Rungs(move, draw_move=draw_move, defence=defence, forfeit=forfeit, draws=True, rates_walkovers=True)
    rungs = dataclasses.replace(rungs, idle_days=idle_days)
    results = []
    for number, ((one, other, *_), score, is_given) in enumerate(played):
        kind = GIVEN if is_given and score != DRAWN else {}
        results.append(build_duel(one, other, score, ended=NOON + timedelta(hours=7 * number), **kind))
    table = replay_results(rungs, results, put_in_order("ABCDEF")).table
    assert sorted(-rating.points for rating in table.values()) == [1, 2, 3, 4, 5, 6]
    for result in results:
        before = tuple(table[player] for player in result.players)
        for seat, after in enumerate(rungs.rate(result, before)):
            last = rungs.explain(result, before, seat)[-1]
            assert last.value == after.points - before[seat].points
            assert last.sentence.text()


@pytest.mark.parametrize(("spares", "order"), [(False, "BADC"), (True, "ABDC")])
def test_the_first_may_be_spared_when_days_without_a_match_cost_a_rung(spares, order):
    """L3, L4 and L11 of the house rules: A and C had no match for a week, B and D had; A is exempt (L-12)."""
    rungs = Rungs(idle_days=7, idle_spares_first=spares)
    first = build_duel("C", "D", ended=NOON)
    later = build_duel("B", "D", ended=NOON + timedelta(8))
    table = replay_results(rungs, [first, later], put_in_order("ABCD")).table
    assert "".join(sorted(table, key=lambda name: -table[name].points)) == order
