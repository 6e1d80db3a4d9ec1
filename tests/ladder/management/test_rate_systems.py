"""The command `rate` with each of the systems that came last, from one file; the figures are those of their sources."""

import json
from io import StringIO

import pytest
from django.core.management import call_command

EQUALS = "date,winner,loser,length\n2026-01-05,Ann,Bo,9\n"
UNEQUAL = "date,winner,loser,handicap\n2026-01-05,Ann,Bo,200\n"
RUNGS = "date,winner,loser\n2026-01-05,Ann,Bo\n2026-01-06,Cy,Ann\n"
SIDES = "match,date,kind,player,place,side,score\n" + "".join(
    f"1,2026-01-05,team,{name},{side},{side},11-7 9-11 11-5\n" for name, side in (("Ann", 1), ("Bo", 1), ("Cy", 2))
)


@pytest.fixture
def rate(tmp_path):
    """Return what rates a file's text: the standings as (name, what is shown)."""

    def run(text, system, *options):
        file, out = tmp_path / "matches.csv", StringIO()
        file.write_text(text)
        more = [part for option in options for part in ("--option", option)]
        call_command("rate", str(file), "--system", system, "--format", "json", *more, stdout=out, stderr=StringIO())
        return [(one["name"], one["shown"]) for one in json.loads(out.getvalue())["standings"]]

    return run


@pytest.mark.parametrize(
    ("text", "system", "options", "standings"),
    [
        # half of 32 moves; FIDE's 40 for the first 30 games (8.3.3)
        (EQUALS, "elo", [], [("Ann", "1,516"), ("Bo", "1,484")]),
        (EQUALS, "elo", ["k_factor=fide", "chance=table"], [("Ann", "1,520"), ("Bo", "1,480")]),
        # 200 more were expected to score 0.76, so 0.24 of 32 moves
        (UNEQUAL, "elo", [], [("Ann", "1,508"), ("Bo", "1,492")]),
        # first matches to 9: half of 4 x 5 x 3 moves
        (EQUALS, "fibs", [], [("Ann", "1,530"), ("Bo", "1,470")]),
        # a newcomer enters at the bottom and takes the loser's rung
        (RUNGS, "rungs", [], [("Cy", "1"), ("Ann", "2"), ("Bo", "3")]),
        # a side counts as the mean of its players, and each moves by what that would
        (SIDES, "elo", ["takes=both"], [("Ann", "1,516"), ("Bo", "1,516"), ("Cy", "1,484")]),
    ],
)
def test_figures_are_those_of_the_source(rate, text, system, options, standings):
    assert rate(text, system, *options) == standings


@pytest.mark.parametrize("system", ["glicko-2", "openskill"])
def test_winner_is_ahead_once_the_match_is_rated(rate, system):
    later = EQUALS + "2026-03-05,Cy,Di,9\n"  # by then the rating period of the first match has closed
    names = [name for name, _ in rate(later, system)]
    assert names.index("Ann") < names.index("Bo")


def test_sides_are_rated_by_openskill_without_an_option(rate):
    assert {name for name, _ in rate(SIDES, "openskill")[:2]} == {"Ann", "Bo"}
