"""Which spelling of a name wins, and which names are told apart: what pages show only in rare files."""

import pytest

from ladder.imports.queries.name_doubts import (
    FileNames,
    find_common_spellings,
    follow_chain,
    has_other_initial,
    join_equal_names,
    remove_signs,
)


def test_of_spellings_that_are_there_equally_often_the_first_wins():
    assert find_common_spellings({"frank müller": 2, "Frank Müller": 2, "FRANK MÜLLER": 1}, {"frank müller"}) == {
        "frank müller": "frank müller"
    }
    assert find_common_spellings({"frank müller": 1, "Frank Müller": 2}, {"frank müller"}) == {
        "frank müller": "Frank Müller"
    }


@pytest.mark.parametrize(
    ("one", "other", "apart"),
    [
        ("ann m", "ann l", True),
        ("ann m.", "ann l", True),
        ("ann m", "ann m.", False),
        ("ann m", "ann moss", False),
        ("ann moss", "ann m", False),
    ],
)
def test_other_initials_tell_two_people_apart(one, other, apart):
    assert has_other_initial(one, other) == apart


def test_blanks_and_signs_don_t_tell_people_apart_but_between_numbers_they_do():
    assert remove_signs("anne-marie b.") == remove_signs("annemarie b") == "annemarieb"
    assert remove_signs("player 1 1") != remove_signs("player 11")
    assert (remove_signs("player 1"), remove_signs("1 player")) == ("player1", "1player")


def test_whoever_is_meant_by_somebody_who_is_meant_is_the_end_of_the_chain():
    assert follow_chain({"a": "b", "b": "c"}, "a") == "c"
    assert follow_chain({"a": "b", "b": "a"}, "a") == "b"


def test_a_spelling_of_two_players_who_are_here_is_neither():
    names = FileNames(
        {"ann marie": "Ann Marie"},
        {"ann marie": "Ann Marie"},
        {"ann marie": [2]},
        {"ann-marie": "Ann-Marie", "annmarie": "Annmarie"},
        set(),
    )
    assert join_equal_names(names).same == {}
    assert join_equal_names(names._replace(stored={"annmarie": "Annmarie"})).same == {"ann marie": "annmarie"}
