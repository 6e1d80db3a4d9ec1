"""What of a file was not used, and what a file seems to be that has no matches; all people are fictional."""

import re

import pytest

from tests.factories import make_ladder, season_of
from tests.ladder.imports.test_name_pages import send
from tests.markup import flat

pytestmark = pytest.mark.django_db


@pytest.fixture
def season():
    return season_of(make_ladder("elo"))


def read_unused(page):
    """Return the sentence of the check page that says what was not used; "" if there is none."""
    found = re.search(r'id="unused">(.*?)</p>', page, re.DOTALL)
    return flat(found[1]) if found else ""


def test_what_was_not_used_is_counted_with_where_it_stands(staff, season):
    rows = "2026-01-02,Ann,Bo,3,Eva\n2026-01-09,Cy,Bo,4,Eva"
    text = f"Our ladder\n\nDate,Winner,Loser,Court,Umpire\n{rows}\nsee you there\n"
    assert read_unused(send(staff, text)) == "Not used: 2 rows (1 and 6); 2 columns (“Court” and “Umpire”)."
    assert read_unused(send(staff, "Date,Winner,Loser\n2026-01-02,Ann,Bo")) == ""


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("Name,Rating\nAnn,1500\nBo,1480\nCy,1390", "This looks like a list of ratings, not of matches."),
        ("Spieler;DWZ\nAnn;1500\nBo;1480\nCy;1390", "This looks like a list of ratings, not of matches."),
        (
            "Pos,Player,P,W,L,Pts\n1,Ann,5,4,1,12\n2,Bo,5,3,2,9\n3,Cy,5,1,4,3",
            "This looks like a table of standings, not a list of matches.",
        ),
        (
            "Date,Home,Away\n2026-12-02,Ann,Bo\n2026-12-03,Cy,Bo",
            "This looks like a list of matches that are still to be played: nothing says who won.",
        ),
        ("Name\nAnn\nBo\nCy", "This looks like a list of players, not of matches."),
        (
            f"{'Dear all we meet next month in the hall ' * 2}\n{'Please bring your own cup and a chair ' * 2}",
            "This looks like a text, and no line of it says who won.",
        ),
    ],
    ids=["ratings", "German ratings", "standings", "fixtures", "names", "a letter"],
)
def test_a_file_without_matches_is_told_what_it_seems_to_be(staff, season, text, kind):
    assert kind in flat(send(staff, text))
