"""Mail that waits is taken away by the club's owner alone."""

import pytest

from ladder.access.permissions import NotAllowed
from ladder.club.actions import remove_unsent_message
from players.models import OutboxMessage
from tests.factories import make_ladder, make_member

pytestmark = pytest.mark.django_db


@pytest.fixture
def message():
    return OutboxMessage.objects.create(to="robin@club.example", subject="Your code", body="ABC-123")


def test_the_owner_takes_a_message_away_once(message, organiser):
    assert [remove_unsent_message(pk=message.pk, by=organiser) for _ in range(2)] == [True, False]


def test_the_organiser_of_a_ladder_does_not(message):
    olga = make_member("Olga").user
    olga.ladder_roles.create(ladder=make_ladder(), role="organiser")
    with pytest.raises(NotAllowed):
        remove_unsent_message(pk=message.pk, by=olga)
    assert OutboxMessage.objects.get() == message
