"""What a record is to a rating system."""

from datetime import UTC, datetime

import pytest

from ladder.files.cell_values import fold_name
from ladder.files.match_records import MatchRecord, find_kind
from ladder.ratings import LADDER, RATED, TOURNAMENT, UNRATED, Exit, RatingError, create_system

NOON = datetime(2026, 1, 5, 12, tzinfo=UTC)
KINDS = (TOURNAMENT, LADDER, RATED, UNRATED)


def record(kind=None, players=("Ann", "Bob"), **outcome):
    return MatchRecord(2, kind, NOON, None, players, **outcome)


@pytest.mark.parametrize(
    ("outcome", "kind"),
    [
        ({"scores": (1, 0)}, LADDER),
        ({"exits": (Exit("standing"), Exit("dead", 1))}, LADDER),
        ({"places": (1, 2)}, TOURNAMENT),
    ],
)
def test_blank_kind_is_the_first_whose_shape_fits(outcome, kind):
    assert find_kind(record(**outcome), KINDS) == kind


def test_blank_kind_of_a_pair_is_a_duel_on_boards_without_battles():
    assert find_kind(record(scores=(1, 0)), (TOURNAMENT, RATED, UNRATED)) == RATED


def test_unknown_kind_is_refused():
    with pytest.raises(RatingError, match=r"^There is no kind chess here\. Choose one of: rated, unrated\.$"):
        find_kind(record("chess", scores=(1, 0)), (RATED, UNRATED))


@pytest.mark.parametrize(("places", "scores"), [((1, 2), (1, 0)), ((2, 1), (0, 1)), ((1, 1), (0.5, 0.5))])
def test_places_of_two_say_who_won(places, scores):
    assert record("rated", places=places).result(KINDS).scores == scores


def test_players_get_the_key_asked_for():
    assert record("rated", scores=(1, 0)).result(KINDS, fold_name).players == ("ann", "bob")


def test_battle_of_two_scores_has_the_losers_exit():
    exits = record("ladder", scores=(0, 1), exit="surrendered").result(KINDS).exits
    assert [left.how for left in exits] == ["surrendered", "standing"]


def test_battle_without_an_exit_is_to_the_death():
    exits = record("ladder", scores=(1, 0)).result(KINDS).exits
    assert [left.how for left in exits] == ["standing", "dead"]


def test_tournament_takes_its_field():
    result = record("tournament", places=(1, 3), facts={"field": 8}).result(KINDS)
    assert (result.places, result.facts) == ((1, 3), {"field": 8})


@pytest.mark.parametrize(
    ("made", "sentence"),
    [
        (record("tournament", scores=(1, 0)), "A tournament needs each player's place."),
        (record("tournament", places=(1, 3)), "Place 3 is outside the field of 2."),
        (record("rated", places=(1, 3)), "A match of two needs the places 1 and 2, or equal places for a draw."),
        (record("rated", players=("a", "b", "c"), places=(1, 2, 3)), "A match needs two players."),
        (
            record("ladder", players=("a", "b", "c"), places=(1, 2, 3)),
            "A battle needs each player's exit: standing, surrendered or dead.",
        ),
    ],
)
def test_outcome_that_does_not_fit_the_kind_is_refused(made, sentence):
    with pytest.raises(RatingError) as refused:
        made.result(KINDS)
    assert str(refused.value) == sentence


def test_a_systems_own_kinds_resolve_a_blank_one():
    system = create_system("warlocks-score")
    kinds = (*system.kinds, *system.uncounted)
    assert record(places=(1, 2)).result(kinds).kind.key == "ladder"
