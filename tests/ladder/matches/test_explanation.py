"""A match explained from the ledger's own numbers, on every board and for everyone."""

from datetime import date

import pytest

from ladder.formats import Exit, ParticipantResult
from ladder.matches.actions.corrections import void_match
from ladder.matches.queries.explanation import summarise_match
from ladder.models import RatingChange
from tests.factories import at, enter_match, make_ladder, make_player, play, season_of
from tests.ladder.matches.explaining import capped_duel, explained

pytestmark = pytest.mark.django_db


def tournament(places, key="tournament-points", **fields):
    """A tournament in which Player 1 and so on came in at these places."""
    participants = [
        ParticipantResult(make_player(f"Player {number}"), place=place) for number, place in enumerate(places, 1)
    ]
    return enter_match(
        season=season_of(make_ladder(key)), participants=participants, by=None, kind="tournament", **fields
    )


def test_the_winner_comes_first_with_the_change_of_the_ledger():
    match = play(season_of(make_ladder()), "Ana", "Ben", 25)

    (board,) = explained(match)

    assert [(part.name, part.change) for part in board.parts] == [("Ana", "+10"), ("Ben", "−10")]
    assert board.title == "Why 10 points?"


def test_the_numbers_are_those_before_this_match():
    season = season_of(make_ladder())
    play(season, "Ana", "Ben", 25)
    match = play(season, "Ana", "Ben", 25)
    play(season, "Ana", "Ben", 25)

    (board,) = explained(match)

    assert board.parts[0].before == "1,810"
    assert board.parts[0].lines[0].value == "20.0"


def test_ratings_have_the_decimal_that_the_sum_needs():
    season = season_of(make_ladder())
    play(season, "Ana", "Ben", 25)
    match = play(season, "Ana", "Ben", 25)

    ana, ben = explained(match)[0].parts

    # 9.4249 by B-1 to B-3, from a chance of 0.52875
    assert (ana.before, ana.change, ana.after) == ("1,810", "+9.4", "1,819.4")
    assert (ben.before, ben.change, ben.after) == ("1,790", "−9.4", "1,780.6")


def test_a_name_from_right_to_left_leaves_the_numbers_beside_it_in_their_place():
    match = play(season_of(make_ladder()), "Ana", "محمد", 25)

    ana, _ = explained(match)[0].parts

    assert ana.name == "Ana"
    assert ana.lines[0].sentence == "Ana had 1,800.0, \u2068محمد\u2069 1,800.0: Ana was level."


def test_a_stake_is_split_between_what_was_and_what_would_have_been():
    match = play(season_of(make_ladder()), "Ana", "Ben", 25)

    assert explained(match)[0].split == ("10", "10", "20", "50.0%")


def test_a_board_that_is_not_zero_sum_has_no_split():
    season = season_of(make_ladder("nardgammon-elo"))

    assert explained(play(season, "Ana", "Ben"))[0].split is None


def test_what_the_clock_took_stands_before_what_the_match_gave():
    season = season_of(make_ladder("tournament-points"))
    for day in (date(2026, 1, 10), date(2026, 3, 10)):
        participants = [ParticipantResult(make_player("Ana"), place=1), ParticipantResult(make_player("Ben"), place=2)]
        match = enter_match(
            season=season, participants=participants, by=None, kind="tournament", played_at=at(day), facts={"field": 8}
        )

    lines = explained(match)[0].parts[0].lines

    assert [(line.rule, line.value) for line in lines] == [("T-3", "7.50"), ("T-1", "30.00"), ("T-2", "37.50")]


def test_names_keep_their_hyphens():
    match = play(season_of(make_ladder()), "Ana-Lu", "Ben")

    assert "Ana-Lu had 1,800.0" in explained(match)[0].parts[0].lines[0].sentence


def test_every_player_of_a_battle_is_explained():
    season = season_of(make_ladder("warlocks-score"))
    exits = {"Ana": ("standing", None), "Ben": ("dead", 1), "Cara": ("surrendered", 2)}
    participants = [ParticipantResult(make_player(name), exit=Exit(*left)) for name, left in exits.items()]
    match = enter_match(season=season, participants=participants, by=None, kind="ladder")

    parts = explained(match)[0].parts

    assert [(part.name, part.change, bool(part.lines)) for part in parts] == [
        ("Ana", "+2", True),
        ("Ben", "+0", True),
        ("Cara", "+0", True),
    ]


def test_a_void_match_has_no_explanation(organiser):
    match = play(season_of(make_ladder()), "Ana", "Ben")
    match = void_match(match=match, by=organiser, reason="Twice.", revision=1)

    assert (explained(match), RatingChange.objects.count()) == ([], 0)


def test_everyone_in_a_tournament_is_explained_also_who_shares_a_place():
    (board,) = explained(tournament([1, 2, 3, 3, 5, 6, 7, 8]))

    # T-1: 10 × log2(8) = 30, by the place
    assert [part.change for part in board.parts] == ["+30", "+15", "+10", "+10", "+6", "+5", "+4.29", "+3.75"]
    assert [part.lines[0].sentence for part in board.parts[2:4]] == [
        "Player 3 shared place 3 of 8.",
        "Player 4 shared place 3 of 8.",
    ]


def test_of_a_large_field_the_later_ones_are_folded_and_who_is_asked_for_is_explained():
    match = tournament(range(1, 15))
    last = make_player("Player 14").pk

    (board,) = explained(match, last)

    assert [len(board.first), len(board.folded)] == [12, 2]
    assert [part.player for part in board.parts if part.lines] == [last]


def test_a_battle_of_four_has_its_own_words_for_each():
    season = season_of(make_ladder("warlocks-score"))
    exits = {"Ana": ("standing", None), "Ben": ("dead", 1), "Cara": ("surrendered", 2), "Dan": ("dead", 3)}
    people = {name: ParticipantResult(make_player(name), exit=Exit(*left)) for name, left in exits.items()}
    first = [people["Cara"]._replace(exit=Exit("standing")), people["Ben"]]
    enter_match(season=season, participants=first, by=None, kind="ladder", played_at=at(date(2026, 1, 1)))
    match = enter_match(season=season, participants=list(people.values()), by=None, kind="ladder")

    (board,) = explained(match)

    # W-3: three opponents for the winner, a point for the surrender, everything for the dead
    assert {part.name: (part.how, part.change, part.lines[-1].title) for part in board.parts} == {
        "Ana": ("standing", "+3", "The winner gains"),
        "Ben": ("dead, round 1", "+0", "Death takes everything"),
        "Cara": ("surrendered, round 2", "−1", "Surrender costs a point"),
        "Dan": ("dead, round 3", "+0", "Death takes everything"),
    }


def test_a_win_that_gains_nothing_is_measured_by_the_scores_at_the_start():
    ana = explained(capped_duel())[0].parts[0]

    assert (ana.before, ana.change, ana.after) == ("5", "+0", "5")
    assert [(line.rule, line.value) for line in ana.lines[1:]] == [("W-8", "5"), ("W-8", "5")]


def test_chips_are_explained_for_both():
    match = enter_match(
        season=season_of(make_ladder("chips-total")),
        participants=[ParticipantResult(make_player("Ana"), 1.0), ParticipantResult(make_player("Ben"), 0.0)],
        by=None,
        kind="rated",
        facts={"chips": 100},
    )

    (board,) = explained(match)

    assert board.title == "Why 100 chips?"  # C-2, and C-3: 80% of them
    assert [(part.change, part.lines[-1].value) for part in board.parts] == [("+100", "100"), ("−80", "−80")]


def test_a_provisional_rating_is_explained_as_a_mean():
    season = season_of(make_ladder("provisional-elo"))
    play(season, "Ana", "Ben", on=date(2026, 1, 1))
    match = play(season, "Ana", "Cara", on=date(2026, 1, 2))

    ana = explained(match)[0].parts[0]

    # 1200 + 200 both times, so the mean stays where it was
    assert (ana.before, ana.change, ana.after) == ("1,400", "+0", "1,400")
    assert [line.value for line in ana.lines[:3]] == ["1,200.0", "1,400.0", "1,400.0"]


@pytest.mark.parametrize("key", ["match-length-elo", "points-exchange", "nardgammon-elo", "provisional-elo"])
def test_the_sum_that_is_shown_comes_to_the_change_that_is_shown(key):
    season = season_of(make_ladder(key))
    for winner, loser in (("Ana", "Ben"), ("Cara", "Ana"), ("Ana", "Cara")):
        match = play(season, winner, loser, 7)

    for part in explained(match)[0].parts:
        last = part.lines[-1]
        assert part.change.lstrip("+−") in f"{last.sum} {last.value}"


def test_the_summary_names_the_players_and_what_they_have_now():
    assert summarise_match(explained(play(season_of(make_ladder()), "Ana", "Ben", 25))) == (
        "Ana +10 to 1,810, Ben −10 to 1,790. See why."
    )


def test_the_summary_of_a_large_field_names_the_first_only():
    assert summarise_match(explained(tournament(range(1, 9)))) == (
        "Player 1 +30 to 30.00, Player 2 +15 to 15.00, Player 3 +10 to 10.00, Player 4 +7.5 to 7.50 and 4 more. "
        "See why."
    )
