"""Who may invite people, add players, and say who is who, is asked in the service."""

import pytest
from django.contrib.auth.models import User

from ladder.access.permissions import NotAllowed
from ladder.people.actions.players import (
    add_players_by_name,
    issue_club_invitation,
    issue_invitation,
    link_claimed_player,
    refuse_claim,
    revoke_invitation,
)
from players.accounts.actions.invitations import claim_player, create_invitation
from players.models import Claim, Invitation, Player
from tests.factories import make_member, make_player

pytestmark = pytest.mark.django_db


def test_members_neither_invite_nor_add_nor_say_who_is_who():
    ana, ben = make_member("Ana"), make_player("Ben")
    claim = claim_player(player=ben, user=User.objects.create_user("robin"))
    create_invitation(player=make_player("Cy"), by=None)
    for attempt in (
        lambda: issue_invitation(player=ben, by=ana.user),
        lambda: issue_club_invitation(by=ana.user),
        lambda: revoke_invitation(invitation=Invitation.objects.get(), by=ana.user),
        lambda: link_claimed_player(claim=claim, by=ana.user),
        lambda: refuse_claim(claim=claim, by=ana.user),
        lambda: add_players_by_name(names=["Dora"], by=ana.user),
    ):
        with pytest.raises(NotAllowed, match="Only organisers can invite people"):
            attempt()
    assert (Claim.objects.count(), Invitation.objects.count(), Player.objects.count()) == (1, 1, 3)
