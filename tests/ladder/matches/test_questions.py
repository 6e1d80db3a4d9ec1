"""What is asked of a report before it is stored."""

import uuid
from datetime import date, timedelta

import pytest
import time_machine
from django.utils import timezone

from ladder.club.actions import create_ladder
from ladder.formats import ParticipantResult, parse_games
from ladder.ledger.storage.match_record import build_result
from ladder.matches.actions.corrections import void_match
from ladder.matches.queries.questions import ask_about_absent, ask_about_facts, ask_about_repeats
from ladder.ratings import Fact
from players.models import Player
from players.people.questions import ask_about_listed_names, ask_about_names
from tests.factories import enter_match, enter_report, make_ladder, make_player, play, season_of

pytestmark = pytest.mark.django_db
LENGTH = Fact("length", "Match length", low=1, high=999, usual=(1, 3, 5))
CHIPS = Fact("chips", "Chips", low=0.01, high=1e9, whole=False)
MOVES = Fact("moves", "Moves", low=0, high=999, required=False)


@pytest.fixture
def season():
    return season_of(make_ladder("match-length-elo", "chips-total"))


def texts(found):
    return [one.text for one in found]


def test_a_ladder_without_matches_asks_about_no_length(season):
    assert texts(ask_about_facts(season, [LENGTH], {"length": 55})) == []


@pytest.mark.parametrize(("length", "asked"), [(5, False), (55, True), (3, True)])
def test_a_length_never_used_is_asked_about(season, length, asked):
    play(season, "Ben", "Cy", 5)

    found = list(ask_about_facts(season, [LENGTH], {"length": length}))

    assert [one.key for one in found] == ([f"length:{length}"] if asked else [])
    if asked:
        assert found[0].text == f"Match length: no match here has had {length} before. Is that right?"


def test_a_void_match_does_not_make_a_length_usual(season):
    play(season, "Ben", "Cy", 5)
    void_match(match=play(season, "Ben", "Cy", 55), by=None, reason="It was to 5.", revision=1)

    assert len(texts(ask_about_facts(season, [LENGTH], {"length": 55}))) == 1


@pytest.mark.parametrize(("chips", "asked"), [(12, False), (200, False), (200.5, True)])
def test_more_chips_than_ever_are_asked_about(season, chips, asked):
    participants = [ParticipantResult(make_player("Ben"), 1.0), ParticipantResult(make_player("Cy"), 0.0)]
    enter_match(season=season, participants=participants, by=None, kind="rated", facts={"chips": 200, "length": 5})

    assert bool(texts(ask_about_facts(season, [CHIPS], {"chips": chips}))) == asked


def test_facts_that_few_give_are_not_asked_about(season):
    play(season, "Ben", "Cy")

    assert texts(ask_about_facts(season, [MOVES, LENGTH], {"moves": 99})) == []


def result(winner, loser, length=5, at=None):
    return build_result(
        "rated",
        at or timezone.now(),
        [ParticipantResult(winner.pk, 1.0), ParticipantResult(loser.pk, 0.0)],
        {"length": length},
    )


def repeats(season, by, *told, key=None, **more):
    return texts(ask_about_repeats(season, result(*told, **more), by.user, key))


def test_the_same_report_within_two_minutes_is_asked_about(season, ana):
    ben = make_player("Ben")
    with time_machine.travel("2026-03-10 19:42 +0000", tick=False) as clock:
        enter_report(
            season=season,
            participants=[ParticipantResult(ana, 1.0), ParticipantResult(ben, 0.0)],
            by=ana.user,
            kind="rated",
            facts={"length": 5},
        )
        clock.shift(timedelta(minutes=2))
        assert repeats(season, ana, ana, ben) == ["You reported this at 19:42. Report it again?"]

        clock.shift(timedelta(seconds=1))
        assert repeats(season, ana, ana, ben) == []


def test_whoever_reported_it_is_named(season, ana, ben):
    with time_machine.travel("2026-03-10 19:42 +0000", tick=False):
        participants = [
            ParticipantResult(ben, 0.0),
            ParticipantResult(ana, 1.0),
        ]  # the loser reports, so the seats are the other way round
        enter_report(season=season, participants=participants, by=ben.user, kind="rated", facts={"length": 5})

        assert repeats(season, ana, ana, ben) == ["Ben reported this at 19:42. Report it again?"]


def test_what_differs_is_no_repeat(season, ana):
    ben, key = make_player("Ben"), uuid.uuid4()
    yesterday = timezone.now() - timedelta(days=1)
    participants = [ParticipantResult(ana, 1.0), ParticipantResult(ben, 0.0)]
    enter_report(season=season, participants=participants, by=ana.user, kind="rated", facts={"length": 5}, form_key=key)

    assert len(repeats(season, ana, ana, ben)) == 1
    assert repeats(season, ana, ben, ana) == []
    assert repeats(season, ana, ana, make_player("Cy")) == []
    assert repeats(season, ana, ana, ben, length=7) == []
    assert repeats(season, ana, ana, ben, at=yesterday) == []
    assert repeats(season, ana, ana, ben, key=key) == []  # the same form: it makes no second match


@pytest.mark.parametrize(
    ("games", "ending", "asked"),
    [
        ("1-3 in games", "", False),
        ("0-3 in games", "", True),  # of the same match, told by the loser
        ("0-3 in games", "retired", False),
        ("", "", True),
    ],
)
def test_another_score_is_no_repeat(season, ana, games, ending, asked):
    ben = make_player("Ben")
    won, lost = ParticipantResult(ana, 1.0), ParticipantResult(ben, 0.0)
    score = parse_games("3-0 in games")
    enter_match(season=season, participants=[won, lost], by=None, kind="rated", facts={"length": 5}, games=score)
    told = build_result(
        "rated", timezone.now(), [ParticipantResult(ben.pk, 0.0), ParticipantResult(ana.pk, 1.0)], {"length": 5}
    )

    found = list(ask_about_repeats(season, told._replace(games=parse_games(games), ending=ending), None, None))

    assert bool(found) == asked


def build_doubles(first, second, winner, *, handicap=0, games=""):
    """Return what is told of a match of two sides, of which the first or the second won."""
    sides = [(player, number) for number, side in ((1, first), (2, second)) for player in side]
    facts = {"handicap": handicap} if handicap else {}
    told = [ParticipantResult(one.pk, 1.0 if number == winner else 0.0, side=number) for one, number in sides]
    return build_result("team", timezone.now(), told, facts, None, parse_games(games))


@pytest.mark.parametrize(
    ("changed", "asked"),
    [
        ({}, True),
        ({"winner": 1, "games": "11-5 11-7"}, False),
        ({"handicap": 50}, False),  # told by the others, it is theirs
        ({"games": "5-11 9-11"}, False),
    ],
)
def test_doubles_told_by_the_other_side_are_a_repeat(changed, asked):
    boards = [("elo", {"takes": "both"})]
    season = season_of(create_ladder(slug="pairs", name="Pairs", boards=boards, takes_handicaps=True, scores="allowed"))
    ana, ben, cy, dee = map(make_player, ("Ana", "Ben", "Cy", "Dee"))
    stored = build_doubles((ana, ben), (cy, dee), 1, handicap=50, games="11-5 11-7")
    enter_match(
        season=season,
        participants=[one._replace(player=Player.objects.get(pk=one.player)) for one in stored.participants],
        by=None,
        kind="team",
        facts=stored.facts,
        games=stored.games,
    )

    told = {"winner": 2, "handicap": -50, "games": "5-11 7-11"} | changed
    found = list(ask_about_repeats(season, build_doubles((dee, cy), (ben, ana), **told), None, None))

    assert bool(found) == asked


def test_two_new_names_that_are_alike_are_asked_about(season, ana):
    new = {f"player_{seat}": Player(name=name) for seat, name in enumerate(("Jon Smith", "Zoltan", "John Smith"))}
    (asked,) = ask_about_names(new)
    assert (asked.field, asked.text, asked.yes, asked.meant) == (
        "player_2", "Are John Smith and Jon Smith two new players?", "Yes, they are two", ()
    )  # fmt: skip
    make_player("John Smithe")
    assert texts(ask_about_names(new))[0] == "Did you mean John Smithe?"


def test_of_names_that_are_added_those_like_another_above_are_asked_about():
    make_player("Zoltan Kiss")
    names = ["Jon Smith", "Zoltan Kis", "John Smith", "Tom 1", "Tom 2"]
    (asked,) = ask_about_listed_names(names, "names")
    assert asked.text == (
        "Did you mean Zoltan Kiss by “Zoltan Kis”; Jon Smith by “John Smith”? If so, change the name."
    )


def test_an_undone_report_is_no_repeat(season, ana):
    ben = make_player("Ben")
    match = play(season, "Ana", "Ben")
    assert len(repeats(season, ana, ana, ben)) == 1

    void_match(match=match, by=None, reason="Undone.", revision=1)

    assert repeats(season, ana, ana, ben) == []


def test_a_new_name_is_compared_with_everybody_else(season, ana):
    make_player("Aiden")
    aidan = Player(pk=-2, name="Aidan")

    (asked,) = ask_about_names({"newcomer": aidan})

    assert (asked.text, asked.meant, asked.yes) == ("Did you mean Aiden?", ["Aiden"], "No, Aidan is new")


def test_several_names_that_are_alike_are_asked_about_together(season, ana):
    for name in ("Aiden", "Aidin", "Aidon"):
        make_player(name)
    aidan = Player(pk=-2, name="Aidan")

    assert texts(ask_about_names({"newcomer": aidan})) == ["Did you mean Aiden, Aidin or Aidon?"]


@pytest.mark.parametrize(
    ("fields", "asked"),
    [
        ({}, []),
        ({"retired_on": date(2026, 5, 3)}, ["Ben retired on 3 May 2026. Is it them?"]),
        ({"sits_out_until": date(2199, 5, 3)}, ["Ben sits out until 3 May 2199. Is it them?"]),
        ({"sits_out_until": date(2026, 1, 3)}, []),
    ],
)
def test_an_opponent_who_is_away_is_asked_about(ana, fields, asked):
    ana.retired_on = date(2026, 5, 3)
    ben = Player(pk=-1, name="Ben", **fields)
    assert texts(ask_about_absent([ana, ben], ana.user)) == asked
