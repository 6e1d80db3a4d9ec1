"""The note on the page of a match: whom it waits for, and how it counts; nothing of what only counts."""

import re
from datetime import UTC, datetime, timedelta

import pytest
import time_machine

from ladder.formats import ParticipantResult
from ladder.matches.actions.corrections import void_match
from ladder.matches.actions.disputes import confirm_match, dispute_match
from ladder.models import Ladder
from tests.factories import enter_report, make_ladder, season_of
from tests.markup import flat

pytestmark = [pytest.mark.django_db, pytest.mark.pages]
NOTE, TAG = re.compile(r'<p class="note[^"]*">(.*?)</p>'), re.compile(r"</?\w+[^>]*>")
NOON = datetime(2026, 3, 10, 12, tzinfo=UTC)

WAITING = "Unconfirmed Waiting for Ben to confirm by 12 March 2026, 12:00. If nobody answers, it is confirmed then."
PENDING = "Pending Waiting for Ben to confirm. If nobody answers by 12 March 2026, 12:00, it counts."
UNRATED_PENDING = "Pending Waiting for Ben to confirm. If nobody answers by 12 March 2026, 12:00, it is confirmed."
OBJECTS = "Ben says: “I won.”"
VOID = "This match is void. It stays in the history but doesn’t count."
UNRATED = "Unrated. This match doesn’t count on any board."
LIMITED = (
    "Kept as unrated: when it was recorded, these two already had 1 rated match against each other that day, "
    "and only 1 a day counts. An organiser can correct it to rated."
)
WALKOVER = "Walkover. The match was not played. It is a win and a loss, but no rating changes."
NOTES = {
    ("rated", ""): [],
    ("rated", "waiting"): [f"{WAITING} It already counts."],
    ("rated", "pending"): [f"{PENDING} It doesn’t count yet."],
    ("rated", "disputed"): [f"Disputed {OBJECTS} It counts until an organiser has checked it."],
    ("rated", "pending, disputed"): [
        f"Pending {OBJECTS} It doesn’t count unless an organiser confirms or corrects it."
    ],
    ("rated", "confirmed"): [],
    ("rated", "void"): [VOID],
    ("unrated", ""): [UNRATED],
    ("unrated", "waiting"): [WAITING, UNRATED],
    ("unrated", "pending"): [UNRATED_PENDING, UNRATED],
    ("unrated", "disputed"): [f"Disputed {OBJECTS} An organiser will check it.", UNRATED],
    ("unrated", "pending, disputed"): [f"Pending {OBJECTS} An organiser will check it.", UNRATED],
    ("unrated", "confirmed"): [UNRATED],
    ("unrated", "void"): [VOID],
    ("limited", ""): [LIMITED],
    ("limited", "waiting"): [WAITING, LIMITED],
    ("limited", "pending"): [UNRATED_PENDING, LIMITED],
    ("limited", "disputed"): [f"Disputed {OBJECTS} An organiser will check it.", LIMITED],
    ("limited", "confirmed"): [LIMITED],
    ("limited", "void"): [VOID],
    ("walkover", ""): [WALKOVER],
    ("walkover", "waiting"): [f"{WAITING} It already counts.", WALKOVER],
    ("walkover", "pending"): [f"{PENDING} It doesn’t count yet.", WALKOVER],
    ("walkover", "disputed"): [f"Disputed {OBJECTS} It counts until an organiser has checked it.", WALKOVER],
    ("walkover", "confirmed"): [WALKOVER],
    ("walkover", "void"): [VOID],
}


@pytest.fixture
def clock():
    with time_machine.travel(NOON, tick=False) as clock:
        yield clock


def report(season, winner, loser, kind="rated"):
    participants = [ParticipantResult(winner, 1.0), ParticipantResult(loser, 0.0)]
    return enter_report(season=season, participants=participants, by=winner.user, kind=kind)


def bring_about(match, state, ben):
    """Let somebody do with the match what its state says."""
    if "disputed" in state:
        dispute_match(match=match, by=ben.user, note="I won.", revision=1)
    elif state == "confirmed":
        confirm_match(match=match, by=ben.user, revision=1)
    elif state == "void":
        void_match(match=match, by=None, reason="Twice.", revision=1)


def list_notes(client, match):
    page = flat(client.get(match.get_absolute_url()).text)
    return [" ".join(TAG.sub(" ", note).split()) for note in NOTE.findall(page)]


@pytest.mark.parametrize(("kind", "state"), NOTES)
def test_a_match_page_says_whom_it_waits_for_and_how_it_counts(client, clock, ana, ben, kind, state):
    season = season_of(make_ladder("points-exchange"))
    if kind == "limited":
        report(season, ana, ben)
    asks = {"confirm_hours": 48, "counts_when_confirmed": "pending" in state} if state else {}
    Ladder.objects.update(pair_day_limit=1 if kind == "limited" else None, **asks)
    match = report(season_of(season.ladder), ana, ben, "rated" if kind == "limited" else kind)
    bring_about(match, state, ben)

    assert list_notes(client, match) == NOTES[kind, state]


def test_a_match_that_waits_for_its_period_says_when_it_is_rated_beside_its_worth(client, clock, ana, ben):
    match = report(season_of(make_ladder("glicko-2")), ana, ben)

    page = flat(client.get(match.get_absolute_url()).text)

    assert list_notes(client, match) == []
    assert "at the end of March, from 1,500" in page


def test_an_answer_that_came_too_late_to_matter_leaves_no_note(client, clock, ana, ben):
    season = season_of(make_ladder("points-exchange"))
    Ladder.objects.update(confirm_hours=48)
    match = report(season_of(season.ladder), ana, ben)

    clock.shift(timedelta(hours=48))

    assert list_notes(client, match) == []
