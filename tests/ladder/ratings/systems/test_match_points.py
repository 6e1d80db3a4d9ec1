"""Match points against rules M-1 to M-12, with the numbers that leagues print."""

from datetime import UTC, datetime

import pytest

from ladder.formats import DRAWN, LOST, PLAYED, RETIRED, STOPPED, WON, add_games, build_team_match, parse_games
from ladder.ratings import (
    WALKOVER,
    Counts,
    Rating,
    RatingError,
    build_duel,
    check_result,
    create_system,
    list_options,
    replay_results,
)
from ladder.ratings.systems.match_points import VARIANTS

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
SETS = {one.key: one.options for one in VARIANTS}
B1, B2, B3, B4, B6, L8 = (
    create_system("match-points", SETS[key])
    for key in ("best-of-five", "sum", "sum-claimed", "wins-first", "one-set", "for-a-ladder")
)
NEW = (Rating(0), Rating(0))


def played(score="", ending=PLAYED, winner="a"):
    outcome = DRAWN if ending == STOPPED or not winner else WON if winner == "a" else LOST
    return add_games(build_duel("a", "b", outcome, ended=NOON), parse_games(score), ending)


def walkover(winner="a", **facts):
    score = WON if winner == "a" else LOST
    return build_duel("a", "b", score, ended=NOON, kind=WALKOVER, facts=facts)


def points(system, result, before=NEW):
    return tuple(system.change(result, before, seat) for seat in (0, 1))


PRINTED = [
    # B1: 6-1, 5-2, 4-3 for 3-0, 3-1, 3-2; stopped at 2-0: 5-2; at 2-1 or 1-0: 4-3; level: 3 1/2 each; forfeit 6-0
    (B1, played("3-0 in games"), (6, 1)),
    (B1, played("11-2 11-4 11-7"), (6, 1)),
    (B1, played("11-2 4-11 11-4 11-7"), (5, 2)),
    (B1, played("3-2 in games"), (4, 3)),
    (B1, played("2-3 in games", winner="b"), (3, 4)),
    (B1, played("2-0 in games", STOPPED), (5, 2)),
    (B1, played("11-2 11-4", STOPPED), (5, 2)),
    (B1, played("2-1 in games", STOPPED), (4, 3)),
    (B1, played("11-5", STOPPED), (4, 3)),
    (B1, played("5-11", STOPPED), (3, 4)),
    (B1, played("11-7 5-11", STOPPED), (3.5, 3.5)),
    (B1, played("", STOPPED), (3.5, 3.5)),
    (B1, walkover(), (6, 0)),
    (B1, walkover("b"), (0, 6)),
    # injured: as it stood, also where the injured led
    (B1, played("11-2 11-4", RETIRED, winner="b"), (5, 2)),
    (B1, played("11-2 4-11", RETIRED), (3.5, 3.5)),
    # B2: 1 for playing, 1 for each game, 1 for the win; forfeit 5 to the winner
    (B2, played("3-1 in games"), (5, 2)),
    (B2, played("11-7 9-11 11-5 9-11 12-10"), (5, 3)),
    (B2, played("0-3 in games", winner="b"), (1, 5)),
    (B2, walkover(), (5, 0)),
    (B2, played("11-7 11-4 3-2", RETIRED, winner="b"), (4, 2)),
    # B3: stopped: 1 each and 1 a game; claimed after three offers: 4
    (B3, played("11-7 5-11 11-9", STOPPED), (3, 2)),
    (B3, played("1-1 in games", STOPPED), (2, 2)),
    (B3, walkover(claimed=1), (4, 0)),
    (B3, walkover("b", claimed=1), (0, 4)),
    # B4: 7-1, 6-2, 5-3 for 3-0, 3-1, 3-2
    (B4, played("3-0 in games"), (7, 1)),
    (B4, played("3-1 in games"), (6, 2)),
    (B4, played("2-3 in games", winner="b"), (3, 5)),
    # B6: one set to 9; 2 for a win; 1 each if it can't be finished; forfeit 2
    (B6, played("9-4"), (2, 0)),
    (B6, played("6-9", winner="b"), (0, 2)),
    (B6, played("7-7", STOPPED), (1, 1)),
    (B6, played("8-2", STOPPED), (1, 1)),
    (B6, walkover(), (2, 0)),
    # L8: 2 for playing, 3 a set won, also to a loser who won one; 3 for a forfeit or when the other retires
    (L8, played("6-4 6-2"), (8, 2)),
    (L8, played("6-4 2-6 6-2"), (8, 5)),
    (L8, played("6-4 2-1", RETIRED), (3, 0)),
    (L8, walkover("b"), (0, 3)),
]


@pytest.mark.parametrize(("system", "result", "expected"), PRINTED)
def test_match_gives_what_the_rules_print(system, result, expected):
    """M-2 to M-9."""
    check_result(system, result)
    assert points(system, result) == expected


@pytest.mark.parametrize(("before", "expected"), [((3, 4), (10, 2)), ((4, 4), (8, 2)), ((5, 4), (8, 2))])
def test_win_over_somebody_higher_gives_two_more(before, expected):
    """M-5, L8: 2 more for beating somebody higher."""
    assert points(L8, played("6-4 6-2"), tuple(map(Rating, before))) == expected


def test_draw_and_forfeit_never_count_as_beating_somebody_higher():
    system = create_system("match-points", {"higher": 2})
    before = (Rating(0), Rating(10))
    assert points(system, played("1-1 in games", winner=""), before) == (2.5, 2.5)
    assert points(system, walkover(), before) == (5, 0)
    assert points(system, played("1-0 in games", STOPPED), before) == (2, 1)


@pytest.mark.parametrize(
    ("options", "result", "expected"),
    [
        ({"stopped": "nothing"}, played("11-7", STOPPED), (0, 0)),
        ({"stopped": "each", "stopped_each": 1.5}, played("11-7", STOPPED), (1.5, 1.5)),
        ({"full_game": 11}, played("11-7 9-4", STOPPED), (2, 1)),
        ({"full_game": 0}, played("11-7 9-4", STOPPED), (3, 1)),
        ({"full_game": 11}, played("11-7 3-11 9-4", RETIRED), (3, 2)),
        ({"retired": "stood"}, played("11-7 3-11 11-4 1-0", RETIRED, winner="b"), (4, 2)),
        ({"retired": "forfeit", "forfeit_loser": 1}, played("", RETIRED, winner="b"), (1, 5)),
        ({"counting": "table"}, played("2-1 in games", RETIRED, winner="b"), (3, 4)),
        ({"point": 0.5}, played("11-7 4-11 11-9"), (4 + 13, 2 + 13.5)),
        ({"point": 1}, played("2-1 in games"), (4, 2)),
        ({"draw": 1}, played("2-2 in games", winner=""), (4, 4)),
        ({"counting": "table"}, played("2-2 in games", winner=""), (3.5, 3.5)),
        ({"counting": "table", "winner_two": 5}, played("", winner=""), (4, 4)),
    ],
)
def test_options_say_what_a_match_gives(options, result, expected):
    """M-2 to M-7."""
    assert points(create_system("match-points", options), result) == expected


def test_match_without_a_score_counts_as_won_by_as_little_as_can_be():
    """M-10."""
    assert points(B2, played()) == (2, 1)
    assert points(B1, played(winner="b")) == (3, 4)
    for system in (B1, B2):
        assert explain(system, played())[0].sentence.text().startswith("No score was entered")


def test_season_starts_at_nothing_whatever_it_keeps():
    """M-1."""
    rating = B1.rate(played("3-0 in games"), NEW)[0]
    for keep in (0, 0.5, 1):
        assert B1.carry(rating, keep) == Rating(0)


def test_points_are_added_up_over_the_season():
    """M-1: 6, 3 and 3 1/2 of B1."""
    season = [played("3-0 in games"), played("2-3 in games", winner="b"), played("1-1 in games", STOPPED)]
    fold = replay_results(B1, season)
    assert [one.points for one in fold.table.values()] == [12.5, 8.5]
    assert fold.counts == {"a": Counts(3, 1, 1, 1), "b": Counts(3, 1, 1, 1)}
    assert B1.shown(fold.table["a"]) == "12.5"
    assert B1.shown(Rating(1234)) == "1,234"


def test_draws_are_refused_where_there_are_none_but_stopped_matches_are_not():
    with pytest.raises(RatingError, match="Match points has no draws"):
        check_result(B1, played("1-1 in games", winner=""))
    check_result(B1, played("1-1 in games", STOPPED))


# ---- who stands higher


def rating(number, *record):
    """Points, and then wins, games won, games lost, points made, points conceded, points by forfeit."""
    return Rating(number, 1, list(record))


@pytest.mark.parametrize(
    ("level", "above", "below", "words"),
    [
        ("wins", rating(9, 3, 0, 0, 0, 0, 0), rating(9, 2, 9, 0, 9, 0, 0), "more wins"),
        ("games_lost", rating(9, 1, 3, 2, 0, 9, 9), rating(9, 3, 9, 3, 9, 0, 0), "fewer games lost"),
        ("games_difference", rating(9, 1, 5, 2, 0, 0, 0), rating(9, 1, 6, 4, 0, 0, 0), "better difference of games"),
        ("forfeit_points", rating(9, 1, 0, 0, 0, 0, 0), rating(9, 3, 0, 0, 0, 0, 6), "fewer points by forfeit"),
        ("conceded", rating(9, 1, 0, 0, 0, 20, 0), rating(9, 3, 0, 0, 90, 21, 0), "fewer points conceded"),
    ],
)
def test_level_players_are_told_apart_by_what_the_board_says(level, above, below, words):
    """M-11."""
    names = {"level_2": "none", "level_3": "none"}
    system = create_system("match-points", {"level_1": level, **names})
    assert system.tie_breaks == (words,)
    assert system.order(above, Counts()) < system.order(below, Counts())
    nothing = create_system("match-points", {"level_1": "none", **names})
    assert nothing.order(above, Counts()) == nothing.order(below, Counts())


def test_more_wins_may_go_before_more_points():
    """B4: by wins first, then points, then the match between them."""
    two_wins, three_points = rating(8, 2, 0, 0, 0, 0, 0), rating(12, 1, 0, 0, 0, 0, 0)
    assert B4.order(two_wins, Counts()) < B4.order(three_points, Counts())
    assert B4.order(rating(9, 2, 0, 0, 0, 0, 0), Counts()) < B4.order(two_wins, Counts())
    assert B1.order(three_points, Counts()) < B1.order(two_wins, Counts())
    assert (B4.leads_by, B4.tie_breaks[0]) == ("more wins", "more points")
    assert B4.levels[:2] == ("points", "direct")


def test_levels_that_need_more_than_one_rating_are_listed_and_passed_over():
    """B1: the match between them, then wins."""
    assert B1.levels[:2] == ("direct", "wins")
    assert B1.tie_breaks[0] == "more wins"
    system = create_system("match-points", {"level_1": "start", "level_2": "conceded", "level_3": "direct"})
    assert system.levels == ("start", "conceded", "direct")
    assert system.tie_breaks == ("fewer points conceded",)


def test_rating_remembers_what_tables_of_boxes_need():
    """Wins, games won and lost, points made and conceded, points by forfeit; B6: a forfeit is entered as 9-0."""
    fold = replay_results(B6, [played("9-4"), played("3-9", winner="b"), played("5-2", STOPPED), walkover()])
    assert fold.table["a"].memory == [2, 2, 1, 9 + 3 + 5 + 9, 4 + 9 + 2, 2]
    assert fold.table["b"].memory == [1, 1, 2, 4 + 9 + 2, 9 + 3 + 5 + 9, 0]
    retired = L8.rate(played("6-4 2-1", RETIRED), NEW)
    assert [one.memory for one in retired] == [[1, 2, 0, 8, 5, 3], [0, 0, 2, 5, 8, 0]]


# ---- doubles


@pytest.mark.parametrize("options", [{}, {"counting": "table"}, {"higher": 2}])
def test_each_player_of_a_side_gets_the_points_of_the_side(options):
    """M-12: as in a match of two; a side stands higher by the mean of its points."""
    system = create_system("match-points", {**options, "takes": "both"})
    match = build_team_match(("a", "b"), ("c", "d"), ended=NOON)
    match = add_games(match, parse_games("6-4 3-6 6-1"))
    check_result(system, match)
    before = tuple(map(Rating, (0, 10, 8, 4)))
    more = 2 if options.get("higher") else 0
    won, lost = (5, 2) if options.get("counting") == "table" else (1 + 2 + 1 + more, 1 + 1)
    assert [system.change(match, before, seat) for seat in range(4)] == [won, won, lost, lost]
    steps = system.explain(match, before, 0)
    assert steps[-1].rule == "M-12"
    assert steps[-1].value == won


# ---- explained


def explain(system, result, seat=0, before=NEW):
    return system.explain(result, before, seat)


@pytest.mark.parametrize("system", [B1, B2, B3, B4, B6, L8], ids=list(SETS))
def test_explanation_adds_up_to_the_change(system):
    """Each step but the last is a part, and the last one is their sum."""
    for _, result, _ in PRINTED:
        for seat in (0, 1):
            steps = explain(system, result, seat, (Rating(2), Rating(7)))
            assert sum(step.value for step in steps[:-1]) == steps[-1].value
            assert steps[-1].value == system.change(result, (Rating(2), Rating(7)), seat)
            assert all(step.sentence.text({"a": "Ana", "b": "Bo"}.__getitem__) for step in steps)


SAID = [
    (
        B2,
        played("11-7 9-11 11-5 11-8"),
        0,
        [
            ("M-2", "Ana played this match.", "+1"),
            ("M-2", "Games that Ana won in 11–7 9–11 11–5 11–8: 3.", "3 × 1 = 3"),
            ("M-2", "Ana won.", "+1"),
            ("M-1", "Ana had 7, and this is added.", "7 + 5 = 12"),
        ],
    ),
    (
        B2,
        played("11-7 9-11 11-5 11-8"),
        1,
        [
            ("M-2", "Bo played this match.", "+1"),
            ("M-2", "Games that Bo won in 7–11 11–9 5–11 8–11: 1.", "+1"),
            ("M-1", "Bo had 8, and this is added.", "8 + 2 = 10"),
        ],
    ),
    (
        B1,
        played("3-1 in games"),
        1,
        [
            ("M-3", "Bo lost: the row gives 5 to the winner and 2 to the loser.", "+2"),
            ("M-1", "Bo had 8, and this is added.", "8 + 2 = 10"),
        ],
    ),
    (
        B1,
        played("11-7 5-11", STOPPED),
        0,
        [
            ("M-6", "The match was stopped at 11–7 5–11. It counts as it stood, and nobody has the win.", "+0"),
            (
                "M-6",
                "It was level, so Ana gets half of the 7 points that the last row gives both together.",
                "+3.5",
            ),
            ("M-1", "Ana had 7, and this is added.", "7 + 3.5 = 10.5"),
        ],
    ),
    (
        B6,
        played("8-2", STOPPED),
        1,
        [
            ("M-6", "The match was stopped before its end, which gives Bo and the other the same.", "+1"),
            ("M-1", "Bo had 8, and this is added.", "8 + 1 = 9"),
        ],
    ),
    (
        B2,
        walkover(),
        0,
        [
            ("M-8", "The match was not played, and Ana won it by forfeit.", "+5"),
            ("M-1", "Ana had 7, and this is added.", "7 + 5 = 12"),
        ],
    ),
    (
        B3,
        walkover(claimed=1),
        0,
        [
            ("M-9", "Ana claimed the match, which was not played.", "+4"),
            ("M-1", "Ana had 7, and this is added.", "7 + 4 = 11"),
        ],
    ),
    (
        L8,
        played("6-4 6-2"),
        0,
        [
            ("M-2", "Ana played this match.", "+2"),
            ("M-2", "Games that Ana won in 6–4 6–2: 2.", "2 × 3 = 6"),
            ("M-5", "Bo stood higher before the match: at 8, Ana at 7.", "+2"),
            ("M-1", "Ana had 7, and this is added.", "7 + 10 = 17"),
        ],
    ),
    (
        L8,
        played("6-4 2-1", RETIRED),
        0,
        [
            ("M-7", "The match was given up, which counts as a forfeit: Ana won it.", "+3"),
            ("M-1", "Ana had 7, and this is added.", "7 + 3 = 10"),
        ],
    ),
    (
        B2,
        played("11-7 5-2", RETIRED),
        1,
        [
            ("M-7", "The match was given up, so Bo has lost. Games count as they were recorded.", "+0"),
            ("M-2", "Bo played this match.", "+1"),
            ("M-2", "Games that Bo won in 7–11 2–5: 0.", "0 × 1 = 0"),
            ("M-1", "Bo had 8, and this is added.", "8 + 1 = 9"),
        ],
    ),
]


@pytest.mark.parametrize(("system", "result", "seat", "expected"), SAID)
def test_change_is_explained_in_words(system, result, seat, expected):
    steps = explain(system, result, seat, (Rating(7), Rating(8)))
    names = {"a": "Ana", "b": "Bo"}.__getitem__
    assert [(step.rule, step.sentence.text(names), step.sum) for step in steps] == expected


def test_halves_can_be_set():
    """M-2: points need not be whole."""
    options = {one.name: one for one in list_options(B1)}
    assert all(options[name].type is float for name in ("playing", "game", "win", "winner_none", "forfeit_winner"))
    assert points(create_system("match-points", {"win": "0.5"}), played("2-0 in games")) == (3.5, 1)
