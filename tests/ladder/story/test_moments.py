"""Each kind of moment, told from a few matches written by hand. The rules are those of the kinds' docstrings."""

import pytest

from ladder.story.moments import list_moment_kinds
from tests.ladder.story.histories import ANA, BEN, CEM, DEA, EVA, History, play_often


def known(**points):
    """Return a history in which Ana and Ben have drawn five times, and then have these ratings."""
    return play_often(History(), ANA, BEN, 5, score=0.5).give(**points)


def test_an_upset_is_told_with_the_chance_that_was_given():
    # 1,400 against 1,600: 1 / (1 + 10^(200/400)) = 24 %
    history = known(Ana=1400, Ben=1600).play(ANA, BEN)

    assert history.tell("Upset") == [(6, "Ana beat Ben with a chance of only 24%")]


def test_a_win_that_was_nearly_as_likely_is_no_upset():
    # 1,450 against 1,550: 36 %
    assert known(Ana=1450, Ben=1550).play(ANA, BEN).tell("Upset") == []


def test_a_win_against_somebody_with_few_matches_is_no_upset():
    history = play_often(History(), ANA, BEN, 4, score=0.5).give(Ana=1200, Ben=1800).play(ANA, BEN)

    assert history.tell("Upset") == []


def test_a_challenge_of_whoever_is_first_is_told_however_it_ended():
    history = History().play(ANA, BEN)  # Ana is first
    history.play(ANA, BEN, challenger=BEN)
    history.play(BEN, ANA, score=0.5, challenger=BEN)
    history.play(ANA, BEN, challenger=ANA)  # whoever is first challenges nobody for it
    history.play(BEN, CEM, challenger=CEM)  # Ben is not first
    history.play(CEM, ANA, challenger=CEM)

    assert history.tell("For first place") == [
        (2, "Ben challenged Ana for first place and lost"),
        (3, "Ben challenged Ana for first place and drew"),
        (6, "Cem challenged Ana for first place and won"),
    ]


def test_a_challenge_of_the_first_match_is_for_no_place():
    assert History().play(ANA, BEN, challenger=ANA).tell("For first place") == []


def test_the_first_win_after_three_defeats_is_told():
    history = play_often(History(), BEN, ANA, 3).play(ANA, BEN).play(ANA, BEN)

    assert history.tell("At last") == [(4, "Ana beat Ben for the first time, in their 4th match")]


def test_the_tenth_meeting_is_told_with_how_it_stands():
    history = play_often(play_often(History(), ANA, BEN, 6), BEN, ANA, 3).play(ANA, BEN)

    assert history.tell("Rivals") == [(10, "Ana and Ben met for the 10th time; Ana leads 7–3")]


def test_rivals_who_are_level_have_no_leader():
    history = play_often(play_often(History(), ANA, BEN, 5), BEN, ANA, 5)

    assert history.tell("Rivals") == [(10, "Ben and Ana met for the 10th time and are level at 5–5")]


def test_the_fifth_and_the_seventh_win_in_a_row_are_told():
    history = play_often(History(), ANA, BEN, 8)

    assert history.tell("On a run") == [(5, "Ana has won five in a row"), (7, "Ana has won seven in a row")]


def test_a_draw_ends_a_run_quietly():
    history = play_often(play_often(History(), ANA, BEN, 4).play(ANA, BEN, score=0.5), ANA, BEN, 4)

    assert history.tell("On a run") == []
    assert history.tell("Run ended") == []


def test_who_ends_a_run_of_five_is_told():
    history = play_often(History(), ANA, BEN, 5).play(CEM, ANA)

    assert history.tell("Run ended") == [(6, "Cem ended Ana’s run of five wins")]


def test_a_new_leader_is_told():
    history = History().play(ANA, BEN).give(Cem=1600).play(CEM, BEN)

    assert history.tell("New leader") == [(2, "Cem took first place from Ana")]


def test_the_first_leader_took_the_place_from_nobody():
    assert History().play(ANA, BEN).tell("New leader") == []


def test_who_is_level_with_the_leader_has_not_taken_the_place():
    history = History().play(ANA, BEN).play(CEM, DEA)  # both at 1,516

    assert history.tell("New leader") == []


def test_a_win_that_brings_a_player_past_two_others_is_told():
    # A win over 1,600 from 1,490 is worth 32 * (1 - 1 / (1 + 10^(110/400))) = 20.9: from 1,490 to 1,510.9
    history = History().give(Ana=1600, Ben=1505, Cem=1500, Dea=1490)
    for player in (ANA, BEN, CEM, DEA):
        history.play(player, EVA, score=0.5)
    history.give(Ana=1600, Ben=1505, Cem=1500, Dea=1490)
    for player in (ANA, BEN, CEM, DEA):  # a draw between equals moves nobody
        history.give(Eva=history.ratings[player].points).play(player, EVA, score=0.5)

    history.play(DEA, ANA)

    assert (9, "Dea passed Ben and Cem and is now 2nd") in history.tell("Climbing")


@pytest.mark.parametrize(("day", "found"), [(20, []), (21, [(11, "Ana reached 1,516, their best of the season")])])
def test_the_season_best_is_told_three_weeks_after_the_one_before(day, found):
    history = play_often(History(), ANA, BEN, 10, score=0.5).play(ANA, BEN, day=day)

    assert history.tell("Season’s best") == found


def test_the_twenty_fifth_match_is_told_of_both():
    history = play_often(History(), ANA, BEN, 25, score=0.5)

    assert history.tell("Round number") == [(25, "Ana played their 25th match"), (25, "Ben played their 25th match")]


def test_a_newcomer_is_told_once_others_have_played_a_while():
    history = play_often(History().play(CEM, ANA), ANA, BEN, 19).play(ANA, DEA).play(EVA, ANA)

    assert history.tell("Newcomer") == [
        (21, "Dea played their first match"),
        (22, "Eva won their first match, against Ana"),
    ]


def test_who_was_away_for_ninety_days_is_back():
    history = History().play(ANA, BEN).play(ANA, BEN, day=89).play(ANA, BEN, day=179)

    assert history.tell("Back") == [(3, "Ana is back after 90 days, with a win"), (3, "Ben is back after 90 days")]


def find_silent(day, played):
    """Return who has not played for more than 60 days."""
    return [player for player, at in played.items() if at is None or (day - at.date()).days > 60]


def test_who_has_no_rank_leads_nothing():
    # After 60 days without a match Ana has no rank, so the first place is Ben's, though she has the higher rating.
    history = History(find_absent=find_silent).give(Ana=1700, Ben=1600, Cem=1590).play(ANA, DEA)
    history.play(BEN, DEA, day=50).play(CEM, DEA, day=50)

    history.give(Cem=1650).play(CEM, DEA, day=61)

    assert history.tell("New leader") == [(4, "Cem took first place from Ben")]


def test_places_are_not_told_where_time_moves_ratings():
    history = History(is_steady=False).play(ANA, BEN).give(Cem=1600).play(CEM, BEN)

    assert history.tell("New leader") == history.tell("Climbing") == []


def test_a_correction_changes_what_is_told():
    told = play_often(History(), ANA, BEN, 5)
    corrected = play_often(History(), ANA, BEN, 2).play(BEN, ANA)
    play_often(corrected, ANA, BEN, 2)

    assert told.tell("On a run")
    assert not corrected.tell("On a run")


@pytest.mark.parametrize("kind", list_moment_kinds(), ids=lambda kind: type(kind).__name__)
def test_every_kind_has_a_label_and_a_rule_in_words(kind):
    assert kind.label
    assert (type(kind).__doc__ or "").endswith(".")
