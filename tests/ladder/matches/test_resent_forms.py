"""One form sent twice makes one match; the same key with anything else in it is refused."""

from datetime import timedelta
from uuid import UUID

import pytest
from django.core.exceptions import ValidationError
from django.utils import timezone

from ladder import ledger
from ladder.formats import Exit, ParticipantResult
from ladder.matches.actions.corrections import void_match
from ladder.matches.actions.new_match import OTHER_RESULT, RESENT_AND_VOID
from ladder.models import Match
from tests.factories import enter_match, make_ladder, make_player, season_of

pytestmark = pytest.mark.django_db
KEY = UUID("0d9d7f51-1b2f-4e0c-8c5e-7f5b5a5e0c11")


@pytest.fixture
def ladder():
    return make_ladder("match-length-elo", "warlocks-score")


def send(ladder, *, swapped=False, left="dead", number=1, kind="ladder", **more):
    players = [make_player("Ana"), make_player("Ben")]
    first, second = reversed(players) if swapped else players
    participants = [ParticipantResult(first, exit=Exit("standing")), ParticipantResult(second, exit=Exit(left, number))]
    return enter_match(season=season_of(ladder), participants=participants, by=None, kind=kind, form_key=KEY, **more)


def test_the_same_form_gives_the_match_it_made(ladder):
    assert send(ladder) == send(ladder)
    assert Match.objects.count() == 1


YESTERDAY = timezone.now() - timedelta(days=1)


@pytest.mark.parametrize(
    "other",
    [
        {"swapped": True},
        {"left": "surrendered"},
        {"number": 2},
        {"kind": "friendly"},
        {"facts": {"length": 7}},
        {"played_at": YESTERDAY},
        {"started_at": YESTERDAY},
    ],
    ids=str,
)
def test_the_same_key_with_anything_else_is_refused(ladder, other):
    send(ladder)

    with pytest.raises(ValidationError, match=OTHER_RESULT):
        send(ladder, **other)

    assert Match.objects.count() == 1
    assert ledger.verify(ladder) == []


def test_a_given_moment_is_part_of_the_form(ladder):
    first = send(ladder, played_at=YESTERDAY)

    assert send(ladder, played_at=YESTERDAY) == first
    with pytest.raises(ValidationError, match=OTHER_RESULT):
        send(ladder)


def test_a_form_whose_match_was_undone_is_not_taken_for_saved(ladder):
    void_match(match=send(ladder), by=None, reason="Undone.", revision=1)

    with pytest.raises(ValidationError, match=RESENT_AND_VOID):
        send(ladder)
