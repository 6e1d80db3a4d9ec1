"""The peg board, king of the court, and rounds by the clock."""

import pytest

from ladder.nights.clock_rounds import propose_clock_round
from ladder.nights.game_prices import WOMEN
from ladder.nights.history import Court, Night, Visit, begin_game, count_partners, list_attendees
from ladder.nights.king import propose_king_game
from ladder.nights.peg_board import find_peg_choice
from ladder.nights.queries.ways import propose_king_games
from tests.ladder.nights.scenario import build_game, build_night, build_rules, name_sides

FIRST = Court(1)


def arrive(letters):
    """A visit each, one minute after the other."""
    return [Visit(letter, float(minute)) for minute, letter in enumerate(letters)]


def test_whoever_waits_longest_chooses_from_the_next_six():
    night = build_night("", now=20.0, visits=arrive("HGFEDCBA"))
    assert find_peg_choice(night) == ("H", tuple("GFEDCB"))
    assert find_peg_choice(build_night("")) is None


def play_king(*games, letters="ABCDEFGH", now=100.0):
    night = build_night("", *games, now=now, visits=arrive(letters))
    found = propose_king_game(night, FIRST, build_rules())
    return found and name_sides(found.sides)


def test_winners_stay_and_who_waits_longest_comes_on():
    assert play_king(build_game("AB CD", 10.0, 99.0, (1, 0))) == "AB EF"
    assert play_king(build_game("AB CD", 10.0, 99.0, (8, 11))) == "CD EF"


def test_after_two_games_the_winners_leave_too():
    """E, F, who lost, wait since 99 as A and B do; G, H, C and D longer."""
    games = build_game("AB CD", 10.0, 50.0, (1, 0)), build_game("AB EF", 50.0, 99.0, (1, 0))
    assert set(play_king(*games).replace(" ", "")) == set("CDGH")
    with_few = play_king(*games, letters="ABCDEF")
    assert set(with_few.replace(" ", "")) == set("CDEF")


def test_who_beats_the_winners_stays_for_one_more():
    games = build_game("AB CD", 10.0, 50.0, (1, 0)), build_game("AB EF", 50.0, 99.0, (0, 1))
    assert play_king(*games) == "EF GH"


def test_nobody_stays_after_a_level_game_or_with_a_partner_who_has_gone():
    assert set(play_king(build_game("AB CD", 10.0, 99.0, (5, 5))).replace(" ", "")) == set("EFGH")
    visits = [Visit("A", 0.0, went=99.0), *arrive("BCDEFGH")]
    night = build_night("", build_game("AB CD", 10.0, 99.0, (1, 0)), now=100.0, visits=visits)
    assert set(name_sides(propose_king_game(night, FIRST, build_rules()).sides)) - {" "} == set("EFGH")


def test_the_king_of_another_court_stays_there():
    games = build_game("AB CD", 10.0, 98.0, (1, 0)), build_game("EF GH", 10.0, 99.0, (1, 0), court=2)
    assert play_king(*games, letters="ABCDEFGHIJ") == "AB IJ"


def propose_kings(night):
    """Each court with who could play there."""
    return {one.court: name_sides(one.sides) for one in propose_king_games(night, build_rules())}


def test_with_a_court_to_spare_winners_stay_where_they_won():
    night = build_night("", build_game("AB CD", 10.0, 99.0, (1, 0)), courts=2, now=100.0, visits=arrive("ABCDEF"))
    assert propose_kings(night) == {1: "AB EF"}


def test_winners_who_stay_on_a_court_that_is_filled_later_are_not_called_to_another():
    """I waits alone, then come A and B, who won at 98, C and D, and of the other court E and F."""
    games = build_game("AB CD", 10.0, 98.0, (1, 0), court=2), build_game("EF GH", 10.0, 99.0, (1, 0))
    night = build_night("", *games, courts=2, now=100.0, visits=arrive("ABCDEFGHI"))
    assert propose_kings(night) == {1: "DG EF", 2: "AB CI"}


def test_winners_of_two_courts_play_each_other_where_nobody_else_is_there():
    games = build_game("AB CD", 10.0, 98.0, (1, 0), court=2), build_game("EF GH", 10.0, 99.0, (1, 0))
    night = build_night("", *games, courts=2, now=100.0, visits=arrive("ABEF"))
    assert list(propose_kings(night)) == [1]
    assert set(propose_kings(night)[1].split()) == {"AB", "EF"}


def play_best_wins(letters, courts, count, *, minutes=10.0):
    """The games of a night of singles in which whoever comes first in the alphabet wins."""
    night = build_night("", courts=tuple(Court(key, 2) for key in range(1, courts + 1)), visits=arrive(letters))
    night = night._replace(now=20.0)
    for _ in range(count):
        one = propose_king_games(night, build_rules())[0]
        sides = tuple(sorted(one.sides))
        night = begin_game(night, Court(one.court, 2), sides)
        ended = night.games[-1]._replace(ended=night.now + minutes, points=(1, 0))
        night = night._replace(games=(*night.games[:-1], ended), now=night.now + minutes + 1)
    return [(game.court, name_sides(game.sides)) for game in night.games]


@pytest.mark.parametrize("minutes", [2.0, 10.0])
def test_two_games_in_a_row_are_the_most_on_whichever_table(minutes):
    """A wins twice and sits out; B wins and has played two in a row, with the one that A won; so it goes on."""
    played = play_best_wins("ABC", 2, 6, minutes=minutes)
    assert [names for _, names in played] == ["A B", "A C", "B C", "A B", "A C", "B C"]


def test_who_sat_out_on_another_court_may_stay_again():
    """A played two until 40, and from 52 one on the other court while the game after theirs went on."""
    games = (
        build_game("A B", 10.0, 20.0, (1, 0)),
        build_game("A C", 20.0, 40.0, (1, 0)),
        build_game("B C", 41.0),
        build_game("A D", 52.0, 60.0, (1, 0), court=2),
    )
    night = build_night("", *games, courts=(Court(1, 2), Court(2, 2)), now=61.0, visits=arrive("ABCDE"))
    assert propose_kings(night) == {2: "A E"}


def test_a_new_side_of_two_who_are_never_partners_does_not_come_on():
    night = build_night("", build_game("AB CD", 10.0, 99.0, (1, 0)), now=100.0, visits=arrive("ABCDEFGH"))
    found = propose_king_game(night, FIRST, build_rules(apart=["EF"]))
    assert name_sides(found.sides) == "AB EG"


def test_too_few_make_no_game():
    assert play_king(letters="ABC") is None


def play_rounds(count, courts, rounds, *, ratings=None):
    """A night of rounds of 15 minutes, and its proposals."""
    ratings = ratings or {key: 1500 + 10 * key for key in range(count)}
    rules = build_rules(ratings=ratings)
    night = Night(
        tuple(Court(number) for number in range(courts)), tuple(Visit(key, 0.0) for key in range(count)), (), 0.0
    )
    proposed = []
    for turn in range(rounds):
        found = propose_clock_round(night, rules, seed=turn)
        proposed.append(found)
        for one in found:
            night = begin_game(night, Court(one.court), one.sides)
        ended = night.now + 15
        games = tuple(game if game.ended else game._replace(ended=ended, points=(1, 0)) for game in night.games)
        night = night._replace(games=games, now=ended)
    return night, proposed


@pytest.mark.parametrize(("count", "courts", "fewest"), [(10, 2, 8), (11, 2, 7), (18, 4, 8), (13, 1, 3)])
def test_who_sits_out_changes_from_round_to_round(count, courts, fewest):
    """Ten rounds: 80 places for ten are 8 each, for eleven 7 or 8; 160 for 18 are 8 or 9; 40 for 13 are 3 or 4."""
    night, proposed = play_rounds(count, courts, 10)
    assert {len(found) for found in proposed} == {courts}
    games = [one.games for one in list_attendees(night)]
    assert (min(games), max(games)) == (fewest, fewest + (4 * courts * 10 % count > 0))


def test_a_round_has_even_games_of_new_partners():
    """Sixteen in even steps can have four games that are all level, and fifteen rounds without the same partners."""
    night, proposed = play_rounds(16, 4, 5, ratings={key: 1500 + 50 * key for key in range(16)})
    assert max(one.percent for found in proposed for one in found) <= 57
    assert max(count_partners(night.games).values()) == 1


def test_late_comers_are_in_the_next_round():
    night = build_night("", build_game("AB CD", 0.0, 15.0), now=15.0, visits=[*arrive("ABCD"), Visit("E", 7.0)])
    players = {key for one in propose_clock_round(night, build_rules()) for side in one.sides for key in side}
    assert len(players) == 4
    assert "E" in players


def test_in_a_round_a_court_for_women_is_filled_first():
    courts = Court(1), Court(2, 4, WOMEN)
    for seed in range(5):
        found = propose_clock_round(build_night("ABCDEFGHI", courts=courts), build_rules(women="ABCD"), seed=seed)
        assert {one.court: set("".join(map("".join, one.sides))) >= set("ABCD") for one in found} == {1: False, 2: True}


def test_who_waits_since_the_round_before_plays_though_they_had_more_games():
    """A played twice, rested until 20 and waits since then; the others played once or not, and wait since 30."""
    games = build_game("AB CD", 0.0, 8.0), build_game("AE FG", 8.0, 15.0), build_game("BC EF", 16.0, 30.0)
    others = [
        Visit(key, 0.0 if key in "BCDEFG" else 30.0, rests=((16.0, 30.0),) if key in "DG" else ()) for key in "BCDEFGHI"
    ]
    night = build_night("", *games, now=30.0, visits=[Visit("A", 0.0, rests=((15.0, 20.0),)), *others])
    for seed in range(5):
        (found,) = propose_clock_round(night, build_rules(), seed=seed)
        assert "A" in found.sides[0] + found.sides[1]


def test_a_game_of_two_who_are_never_partners_is_made_possible_by_an_exchange():
    rules = build_rules(apart=["AB", "AC", "AD"])
    for seed in range(20):
        found = propose_clock_round(build_night("ABCDEFGH", courts=2), rules, seed=seed)
        assert len(found) == 2
