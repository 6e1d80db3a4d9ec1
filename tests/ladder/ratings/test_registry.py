"""Systems by key, and their options."""

import pytest

from ladder.ratings import RatingError, create_system
from ladder.ratings.registry import MOST_SYSTEMS_KEPT, build_system

from .system_docs import GUIDE, KEYS, PAGES


def test_every_system_has_a_page_and_every_page_a_system():
    assert sorted(page.stem for page in PAGES.glob("*.md") if page.stem != GUIDE) == KEYS
    assert "points-exchange" in KEYS


def test_equal_options_make_equal_systems():
    assert create_system("match-length-elo", {"start": "1500"}) == create_system("match-length-elo", {"start": 1500.0})
    assert create_system("match-length-elo", {"start": "1500"}) != create_system("match-length-elo")


def test_equal_options_make_one_object_and_only_some_are_kept():
    one = create_system("elo", {"start": "1234", "k": 20})
    assert create_system("elo", {"k": 20, "start": 1234}) is one
    for start in range(MOST_SYSTEMS_KEPT):
        create_system("elo", {"start": start})
    assert create_system("elo", {"start": 1234, "k": 20}) is not one
    assert build_system.cache_info().currsize == MOST_SYSTEMS_KEPT


def test_text_becomes_a_number_of_the_option():
    assert create_system("points-exchange", {"start": " 1200 "}).start == 1200


@pytest.mark.parametrize(
    ("key", "values", "sentence"),
    [
        ("chess", {}, "There is no rating system called chess"),
        ("points-exchange", {"kfactor": 3}, "points-exchange has no option called kfactor. It has: start"),
        ("match-length-elo", {"stake": "0"}, "The option stake must be a number from 0.01 to 1000"),
        ("chips-total", {"start": "1e7"}, "The option start must be a number from -1000000 to 1000000"),
        ("match-length-elo", {"stake": "nan"}, "The option stake must be a number"),
        ("match-length-elo", {"stake": "1_0"}, "The option stake must be a number"),
        ("match-length-elo", {"stake": True}, "The option stake must be a number"),
        ("points-exchange", {"start": "1.5"}, "The option start must be a whole number"),
        ("nardgammon-elo", {"sign": "none"}, "The option sign must be one of: winner-minus-loser, own-minus-opponent"),
    ],
)
def test_wrong_option_is_refused(key, values, sentence):
    with pytest.raises(RatingError) as refused:
        create_system(key, values)
    assert sentence in str(refused.value)
