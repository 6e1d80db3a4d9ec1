"""The simulator: a short random season through the pages, and what it says when something does not add up."""

import random
from collections import Counter

import pytest
from django.db import connection

from ladder.formats import check_games, parse_score_rule
from ladder.models import Event, Fixture, Ladder, Match, MatchRevision, Standing
from ladder.ratings import create_system, list_options
from tests.factories import make_ladder, season_of
from tests.factories import play as record
from tests.simulator import rounds
from tests.simulator.__main__ import main
from tests.simulator.browser import BrokenPage, PageForm, find_page_form
from tests.simulator.club import SimulatedClub
from tests.simulator.ladders import LADDERS
from tests.simulator.match_deeds import DeedResult, do_correct, do_dispute, do_report
from tests.simulator.rounds import do_deed, find_problems, play_rounds, use_scratch_database
from tests.simulator.season_deeds import list_option_values
from tests.simulator.typist import make_games

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.once
def test_a_season_of_one_person_adds_up(capsys):
    make_ladder()

    code = main(["--seed", "7", "--steps", "10"])

    ran = capsys.readouterr()
    assert (ran.err, code) == ("", 0)
    assert ran.out.splitlines()[0].startswith("Seed 7, 10 steps, 1 at once, ")
    assert "Everything adds up." in ran.out
    assert [ladder.slug for ladder in Ladder.objects.all()] == ["club"]  # the site's own was not touched


@pytest.mark.strict
def test_a_season_of_four_at_once_adds_up(capsys):
    chosen = ("--ladder", "rated", "--ladder", "asked", "--ladder", "doubles")

    code = main(["--seed", "8", "--steps", "16", "--clients", "4", *chosen])

    ran = capsys.readouterr()
    assert (ran.err, code) == ("", 0)
    assert "16 steps, 4 at once" in ran.out


@pytest.mark.once
def test_every_deed_is_done_and_most_are_accepted():
    names = ("rated", "drawn", "battles", "evenings", "asked")
    with use_scratch_database():
        done = [one for report in play_rounds(SimulatedClub(9, 1, names), 42) for one in report.done]
        verbs = set(MatchRevision.objects.values_list("verb", flat=True))
        shapes = set(Match.objects.values_list("kind", flat=True))
        seasons = {ladder.seasons.count() for ladder in Ladder.objects.all()}
        events = set(Event.objects.values_list("verb", flat=True))
        challenged = Fixture.objects.filter(match__isnull=False).exists()

    assert sum(one.accepted for one in done) > 30
    assert verbs >= {"record", "correct", "void", "restore", "confirm"}
    assert shapes >= {"rated", "ladder", "tournament"}
    assert max(seasons) > 1
    assert events >= {"rename", "opening", "close", "open", "reopen"}
    assert challenged


@pytest.mark.once
def test_every_system_of_its_own_ladder_is_played_corrected_and_disputed():
    names = ("elo", "glicko-2", "openskill", "rungs", "fibs", "doubles", "teams")
    with use_scratch_database():
        person = SimulatedClub(1, 1, names).people[0]
        done = [do_deed(deed, person) for deed in [do_report] * 9 + [do_correct] * 3 + [do_dispute] * 2]
        played = Counter(Match.objects.values_list("season__ladder__slug", flat=True))
        wrong = find_problems()
        scored = Match.objects.exclude(games="").count()

    assert wrong == []
    assert not [one for one in done if isinstance(one, BrokenPage)]
    assert set(played) == set(names)
    assert scored > 2


@pytest.mark.parametrize("rule", sorted({plan.settings.get("score_rule", "") for plan in LADDERS.values()}))
def test_a_score_that_is_made_up_can_come_about(rule):
    luck = random.Random(1)

    for _ in range(50):
        check_games(parse_score_rule(rule), make_games(luck, parse_score_rule(rule)))


@pytest.mark.once
def test_the_same_seed_gives_the_same_season():
    assert deeds_of(11) == deeds_of(11)


def deeds_of(seed) -> list[DeedResult]:
    with use_scratch_database():
        return [one for report in play_rounds(SimulatedClub(seed, 1), 4) for one in report.done]


def test_the_scratch_database_is_another_and_goes_away():
    site = connection.settings_dict["NAME"]
    with use_scratch_database():
        inside = connection.settings_dict["NAME"]
        assert not Ladder.objects.exists()

    assert inside != site == connection.settings_dict["NAME"]


@pytest.mark.once
def test_a_difference_ends_it_with_the_step_and_what_differs(capsys, monkeypatch):
    monkeypatch.setattr(rounds, "NEAR", -1.0)  # so that no sum will do

    code = main(["--seed", "7", "--steps", "40"])

    ran = capsys.readouterr()
    assert code == 1
    assert ran.err.splitlines()[0].startswith("Step 1, ")
    assert "the points of all add up to +0 more than they began with." in ran.err


@pytest.mark.parametrize("option", [("--steps", "0"), ("--clients", "41"), ("--steps", "many")])
def test_a_number_that_is_no_use_is_refused(capsys, option):
    with pytest.raises(SystemExit):
        main(option)
    assert "give a whole number from 1 to" in capsys.readouterr().err


def test_an_option_is_given_what_it_may_be():
    curve, k = (
        next(one for one in list_options(create_system("warlocks-elo")) if one.name == name) for name in ("curve", "k")
    )
    form = PageForm()
    form.add_choice("curve", "normal", True)
    form.add_choice("curve", "logistic", False)

    assert list_option_values(curve, form) == ["normal", "logistic"]
    assert list_option_values(k, form) == ["12.5", "25", "50"]  # E-4: half, once and twice the usual 25


@pytest.fixture
def match():
    return record(season_of(make_ladder()), "Bo", "Cy")


def test_nothing_is_wrong_with_a_ladder_that_is_right(match):
    assert find_problems() == []


def test_a_stored_table_that_is_wrong_is_found(match):
    Standing.objects.filter(player__name="Bo").update(points=2000.0)  # instead of 1800 + 4.472 (B-3)

    assert find_problems() == [
        "Club, All time: Match-length Elo: 0 rating changes, 1 standings and 0 openings differ from a full replay.",
        "Club, All time: Match-length Elo: the points of all add up to +195.528 more than they began with.",
    ]


def test_a_version_that_is_missing_is_found(match):
    Match.objects.update(revision=2)

    assert find_problems() == [f"Match {match.pk} has the versions [1] and should have 1 to 2."]


def test_a_match_that_left_its_last_version_is_found(match):
    Match.objects.update(facts={"length": 9})

    assert f"Match {match.pk} does not say what its last version says." in find_problems()


def test_a_form_is_read_as_a_browser_would_send_it():
    page = """<form><input name="q"></form><form>
        <input type="hidden" name="form_key" value="k"><input type="radio" name="kind" value="a">
        <input type="radio" name="kind" value="b" checked><select name="winner"><option value="x">X
        <option value="y" selected>Y</select><select name="day"><option value="1">One</select>
        <textarea name="reason">Because.</textarea><button name="preview" value="1">Preview</button></form>"""

    form = find_page_form(page, "form_key")

    assert form.values == {"form_key": "k", "kind": "b", "winner": "y", "day": "1", "reason": "Because."}
    assert form.choices == {"kind": ["a", "b"], "winner": ["x", "y"], "day": ["1"]}
