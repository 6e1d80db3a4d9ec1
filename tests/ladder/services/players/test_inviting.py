"""Who may invite people, add players, and say who is who, is asked in the service."""

import pytest
from django.contrib.auth.models import User

from ladder.services.permissions import NotAllowed
from ladder.services.players import inviting
from players.models import Claim, Invitation, Player
from players.services import claims, invitations
from tests.factories import make_member, make_player

pytestmark = pytest.mark.django_db


def test_members_neither_invite_nor_add_nor_say_who_is_who():
    ana, ben = make_member("Ana"), make_player("Ben")
    claim = claims.ask(player=ben, user=User.objects.create_user("robin"))
    invitations.invite(player=make_player("Cy"), by=None)
    for attempt in (
        lambda: inviting.invite(player=ben, by=ana.user),
        lambda: inviting.invite_club(by=ana.user),
        lambda: inviting.withdraw(invitation=Invitation.objects.get(), by=ana.user),
        lambda: inviting.approve(claim=claim, by=ana.user),
        lambda: inviting.decline(claim=claim, by=ana.user),
        lambda: inviting.add(names=["Dora"], by=ana.user),
    ):
        with pytest.raises(NotAllowed, match="Only organisers can invite people"):
            attempt()
    assert (Claim.objects.count(), Invitation.objects.count(), Player.objects.count()) == (1, 1, 3)
