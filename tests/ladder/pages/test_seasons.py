"""What a ladder's page says of reporting."""

import pytest

from ladder.models import Ladder
from ladder.pages.seasons import list_reporting_rules
from ladder.ratings import create_system


@pytest.mark.parametrize(
    ("fields", "rule"),
    [
        (
            {"confirm_hours": 48},
            "The opponent is asked to confirm a result; no answer within 48 hours counts as a yes.",
        ),
        (
            {"confirm_hours": 24, "counts_when_confirmed": True},
            "A result counts once the opponent confirms it, or after 24 hours without an objection.",
        ),
    ],
)
def test_a_ladder_that_asks_for_confirmation_says_so(fields, rule):
    system = create_system("points-exchange")

    assert list_reporting_rules(Ladder(**fields), system)[0].endswith(rule)
    assert list_reporting_rules(Ladder(), system)[0].endswith("Nobody has to confirm it.")


@pytest.mark.parametrize(
    ("key", "said"),
    [
        (  # B-13
            "match-length-elo",
            "A match counts only if it was played live and both players agreed beforehand that it counts. "
            "Money games and chouettes don't count.",
        ),
        ("nardgammon-elo", "A money game counts as a match of length 1."),  # N-2
    ],
)
def test_what_counts_is_said_by_the_system_whose_rule_it_is(key, said):
    assert list_reporting_rules(Ladder(), create_system(key))[1] == said


@pytest.mark.parametrize("key", ["points-exchange", "provisional-elo", "warlocks-score", "chips-total"])
def test_a_system_without_such_a_rule_says_nothing_of_live_play_or_money_games(key):
    said = " ".join(list_reporting_rules(Ladder(), create_system(key)))
    assert not any(word in said for word in ("live", "money", "chouette"))


def test_the_text_of_the_ladder_itself_comes_first():
    ladder = Ladder(how_to_report="Best of five.")
    assert list_reporting_rules(ladder, create_system("match-length-elo"))[1] == "Best of five."
