"""What a correction altered, in words."""

from datetime import date

import pytest

from ladder.changes.versions import load_history
from ladder.formats import Exit, ParticipantResult
from ladder.ledger.storage.match_record import load_played_match
from ladder.matches.actions.corrections import correct_match
from tests.factories import at, enter_match, make_ladder, make_player, play, season_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def match():
    return play(season_of(make_ladder()), "Ana", "Ben", on=date(2026, 1, 3))


def altered(match, **values):
    """What the history says after this correction."""
    correct_match(match=match, by=None, reason="It was so.", revision=1, **values)
    return [tuple(one) for one in load_history(match)[0].differences]


def test_a_fact_goes_from_its_old_number_to_its_new_one(match):
    assert altered(match, facts={"length": 7}) == [("length", "5", "7")]


def test_winner_and_loser_swapped_is_another_winner(match):
    ana, ben = load_played_match(match).participants

    assert altered(match, participants=[ana._replace(score=0.0), ben._replace(score=1.0)]) == [("winner", "Ana", "Ben")]


def test_the_order_of_entry_is_no_difference(match):
    assert altered(match, participants=load_played_match(match).participants[::-1]) == []


def test_another_player_is_another_result(match):
    ana, _ = load_played_match(match).participants

    assert altered(match, participants=[ana, ParticipantResult(make_player("Cara"), 0.0)]) == [
        ("result", "Ana beat Ben", "Ana beat Cara")
    ]


def test_another_moment_is_another_date(match):
    changed = altered(match, played_at=at(date(2026, 1, 4)))

    assert [what for what, *_ in changed] == ["date"]
    assert ["3 January 2026" in changed[0][1], "4 January 2026" in changed[0][2]] == [True, True]


def test_the_same_moment_in_another_zone_is_no_difference(match):
    """Versions told moments in the club's zone once."""
    told = match.revisions.get(number=1).version | {"played_at": "2026-01-03T14:00:00+02:00"}
    match.revisions.update(version=told)

    assert altered(match, facts={"length": 7}) == [("length", "5", "7")]


def test_a_kind_goes_by_its_label(match):
    assert altered(match, kind="unrated") == [("kind", "Rated", "Unrated")]


def test_a_draw_that_was_a_win_is_another_result():
    match = play(season_of(make_ladder("provisional-elo")), "Ana", "Ben")
    ana, ben = load_played_match(match).participants

    changed = altered(match, participants=[ana._replace(score=0.5), ben._replace(score=0.5)])

    assert changed == [("result", "Ana beat Ben", "Ana and Ben drew")]


def test_another_way_to_lose_is_told():
    participants = [
        ParticipantResult(make_player("Ana"), exit=Exit("standing")),
        ParticipantResult(make_player("Ben"), exit=Exit("dead", 3)),
    ]
    match = enter_match(
        season=season_of(make_ladder("warlocks-score")), participants=participants, by=None, kind="ladder"
    )

    changed = altered(match, participants=[participants[0], participants[1]._replace(exit=Exit("surrendered", 3))])

    assert changed == [("result", "Ana beat Ben (dead)", "Ana beat Ben (surrendered)")]


def test_places_are_told_by_name():
    participants = [ParticipantResult(make_player("Ana"), place=1), ParticipantResult(make_player("Ben"), place=2)]
    match = enter_match(
        season=season_of(make_ladder("tournament-points")), participants=participants, by=None, kind="tournament"
    )

    changed = altered(match, participants=[participants[0]._replace(place=2), participants[1]._replace(place=1)])

    assert changed == [("result", "Ana place 1, Ben place 2", "Ana place 2, Ben place 1")]
