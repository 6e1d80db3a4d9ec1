"""The calculator: it gives the printed numbers, asks what a system declares, and refuses everything else in words."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ladder.ratings import create_system, list_system_choices
from ladder.systems.forms import CalculatorForm
from ladder.systems.queries.calculations import list_calculator_inputs, work_out_match

HANDICAPS = ["a_handicap", "b_handicap"]
KEYS = [key for key, _ in list_system_choices()]
every_system = pytest.mark.parametrize("key", KEYS)
NASTY = ["", " ", "x", "-", "1e9", "nan", "inf", "١٢", "½", "1,450", "\0", "9" * 400, "-1", "0.0000001", "1_0", "<b>"]


def form_of(key, **values):
    return CalculatorForm(values, system=create_system(key))


def worked(key, **values):
    """What the calculator says of every result: the changes of those it asked about."""
    form = form_of(key, **values)
    assert form.is_valid(), form.errors
    found = work_out_match(form.system, form.match, form.before())
    return {one.label: tuple(part.change for part in one.parts) for one in found.outcomes}


@pytest.mark.parametrize(
    ("key", "values", "label", "changes"),
    [
        ("points-exchange", {"a": "1010", "b": "1120"}, "Ana wins", ("+15", "−15")),
        ("points-exchange", {"a": "1220", "b": "1640"}, "Ana wins", ("+19", "−19")),
        ("points-exchange", {"a": "1220", "b": "1640"}, "Ben wins", ("−1", "+1")),
        ("points-exchange", {"a": "1019.5", "b": "1000"}, "Ana wins", ("+10", "−10")),
        ("match-length-elo", {"a": "1800", "b": "1800", "length": "25"}, "Ana wins", ("+10", "−10")),
        ("nardgammon-elo", {"a_games": "400", "b_games": "400", "length": "9"}, "Ana wins", ("+15", "−15")),
        ("nardgammon-elo", {"a_games": "0", "b_games": "400", "length": "9"}, "Ana wins", ("+75", "−15")),
        ("provisional-elo", {"a_games": "0", "a": "1200", "b_games": "0", "b": "1200"}, "Ana wins", ("+200", "−200")),
        ("provisional-elo", {"a": "1450", "a_games": "4", "b": "1000", "b_games": "20"}, "Ana wins", ("−10", "−3.8")),
        # 200 more are expected to score 0.76: as if Ben were rated so much higher
        ("elo", {"a": "1500", "b": "1500", "b_handicap": "200"}, "Ana wins", ("+24.3", "−24.3")),
        ("elo", {"a": "1500", "b": "1500", "b_handicap": "200"}, "Ben wins", ("−7.7", "+7.7")),
        ("elo", {"a": "1500", "b": "1700", "a_handicap": "200"}, "Ana wins", ("+16", "−16")),
        ("chips-total", {"chips": "100"}, "Ana wins", ("+100", "−80")),
        ("chips-daily", {"chips": "100"}, "Ben wins", ("−80", "+100")),
        ("tournament-points", {"field": "8", "place": "3"}, "Place 3", ("+10",)),
        ("tournament-points", {"field": "1", "place": "1"}, "Place 1", ("+0",)),
        (
            "warlocks-elo",
            {"a": "2177", "b": "1500", "exit": "surrendered"},
            "Ana wins, Ben surrenders",
            ("−2.3", "+2.3"),
        ),
        ("warlocks-elo", {"a": "1866", "b": "1500", "exit": "surrendered"}, "Ana wins, Ben surrenders", ("+0", "+0")),
        ("warlocks-score", {"a": "3", "b": "3", "players": "4"}, "Ana wins, the others die", ("+3", "−3")),
        (
            "warlocks-score",
            {"a": "8", "b": "4", "a_start": "3", "b_start": "4", "exit": "surrendered"},
            "Ana wins, Ben surrenders",
            ("+0", "−1"),
        ),
    ],
)
def test_printed_numbers_come_out(key, values, label, changes):
    assert worked(key, **values)[label] == changes


def asked_again(system, one):
    return CalculatorForm(list_calculator_inputs(system, one.result, one.before), system=system)


@every_system
def test_every_plain_example_can_be_asked(key):
    system = create_system(key)
    plain = [one for one in system.about.examples if not one.options]
    asked = [one for one in plain if list_calculator_inputs(system, one.result, one.before)]
    assert asked
    for one in asked:
        form = asked_again(system, one)
        assert form.is_valid(), form.errors
        changes = [system.change(form.match, form.before(), seat) for seat in range(len(form.match.players))]
        assert tuple(map(system.change_shown, changes)) == one.changes[: len(changes)]


def test_a_battle_that_people_left_in_different_ways_cannot_be_asked():
    system = create_system("warlocks-score")
    melee = system.about.examples[0]
    assert list_calculator_inputs(system, melee.result, melee.before) == {}


@pytest.mark.parametrize(
    ("key", "names"),
    [
        ("points-exchange", ["a", "b"]),
        ("match-length-elo", ["a", "b", "length", *HANDICAPS]),
        ("nardgammon-elo", ["a", "b", "a_games", "b_games", "length", *HANDICAPS]),
        ("provisional-elo", ["a", "b", "a_games", "b_games", "moves", *HANDICAPS]),
        ("chips-total", ["a", "b", "chips"]),
        ("tournament-points", ["a", "field", "place"]),
        ("warlocks-elo", ["a", "b", "exit", "kind"]),
        ("warlocks-score", ["a", "b", "a_start", "b_start", "players", "exit", "kind"]),
    ],
)
def test_it_asks_what_the_system_uses(key, names):
    assert list(form_of(key).fields) == names


@every_system
def test_nothing_entered_is_an_example(key):
    form = form_of(key)
    assert form.is_valid()
    assert work_out_match(form.system, form.match, form.before()).outcomes


def test_draws_are_worked_out_where_there_are_any():
    assert "Draw" in worked("provisional-elo")
    assert "Draw" not in worked("points-exchange")


def test_chances_are_those_of_the_rule():
    """R-8: 200 above is expected to score 0.76; E-5: 470 ahead 0.95."""
    established = {"a_games": "20", "b_games": "20"}
    for key, values, percent in [
        ("provisional-elo", {"a": "1700", "b": "1500", **established}, "76.0%"),
        ("warlocks-elo", {"a": "1970", "b": "1500"}, "95.0%"),
    ]:
        form = form_of(key, **values)
        assert form.is_valid()
        assert work_out_match(form.system, form.match, form.before()).chances[0].percent == percent


@pytest.mark.parametrize(("points", "refusal"), [("7", ""), ("8", "Ana and Ben are 6 points apart; the limit is 5.")])
def test_who_may_not_play_is_said(points, refusal):
    """W-9: 5 allowed, 6 not."""
    form = form_of("warlocks-score", a="2", b=points)
    assert form.is_valid()
    found = work_out_match(form.system, form.match, form.before())
    assert (found.refusal, found.may_play) == (refusal, not refusal)


def test_a_match_that_does_not_count_says_so():
    """R-2."""
    form = form_of("provisional-elo", moves="1")
    assert form.is_valid()
    found = work_out_match(form.system, form.match, form.before())
    assert found.refusal == "A match like this doesn’t count for Provisional, then Elo."
    assert found.outcomes == []


@pytest.mark.parametrize(
    ("key", "values", "field", "sentence"),
    [
        ("points-exchange", {"a": ""}, "a", "Ana’s points: enter a number."),
        ("points-exchange", {"b": "x"}, "b", "Ben’s points: enter a number from −100,000 to 100,000."),
        ("match-length-elo", {"length": "7000"}, "length", "A match is 1 to 999 points long. Did you mean 7?"),
        (
            "nardgammon-elo",
            {"a_games": "1.5"},
            "a_games",
            "Ana’s completed games: enter a whole number from 0 to 100,000.",
        ),
        ("elo", {"b_handicap": "2001"}, "b_handicap", "Ben’s handicap: enter a whole number from 0 to 2,000."),
        ("elo", {"a_handicap": "9", "b_handicap": "9"}, "b_handicap", "Only one of the two can have a handicap."),
        ("tournament-points", {"field": "8", "place": "9"}, "place", "Place 9 is outside the field of 8."),
        ("warlocks-elo", {"exit": "fled"}, "exit", "Choose one of these."),
        ("warlocks-score", {"a_start": "3", "b_start": ""}, "b_start", "Enter both, or neither."),
        (
            "warlocks-score",
            {"a_start": "3", "b_start": "3", "players": "3"},
            "a_start",
            "A start counts only in battles of two. Leave it empty.",
        ),
    ],
)
def test_refusal_stands_beside_its_field(key, values, field, sentence):
    assert form_of(key, **values).errors == {field: [sentence]}


@every_system
@settings(max_examples=60)
@given(data=st.data())
def test_nothing_makes_it_fall_over(key, data):
    texts = st.one_of(st.sampled_from(NASTY), st.text(max_size=12), st.integers(-(10**6), 10**6).map(str))
    names = st.sampled_from([*form_of(key).fields, "unknown", "exit", "kind"])
    form = form_of(key, **data.draw(st.dictionaries(names, texts, max_size=6)))
    if form.is_valid():
        work_out_match(form.system, form.match, form.before())
    else:
        assert all(sentence for sentences in form.errors.values() for sentence in sentences)
