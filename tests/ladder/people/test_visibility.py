"""Who may rename and merge players, and decide how visitors see them, is asked in the service."""

import pytest
from django.contrib.auth.models import User

from ladder.access.permissions import NotAllowed
from ladder.people.actions.players import change_player, change_player_visibility
from players.models import Player
from tests.changes import merge_players, undo_merge
from tests.factories import make_member, make_player

pytestmark = pytest.mark.django_db


@pytest.fixture
def ana():
    return make_member("Ana")


@pytest.fixture
def ben():
    return make_player("Ben")


def test_members_neither_rename_nor_merge_nor_hide_others(ana, ben):
    for attempt in (
        lambda: change_player(player=ben, by=ana.user, name="Benno"),
        lambda: merge_players(player=ben, into=ana, by=ana.user),
        lambda: undo_merge(player=ben, by=ana.user),
        lambda: change_player_visibility(player=ben, by=ana.user, nickname="Big Ben", hidden=True),
    ):
        with pytest.raises(NotAllowed, match="Only owners can rename, retire, merge and erase players"):
            attempt()
    assert Player.objects.filter(name="Ben", merged_into=None, nickname="", hidden=False).exists()


def test_members_decide_how_they_are_seen_themselves_and_the_owner_for_all(ana, ben):
    owner = User.objects.create_user("owner", is_staff=True)
    assert change_player_visibility(player=ana, by=ana.user, nickname="Foxy", hidden=False).nickname == "Foxy"
    assert change_player_visibility(player=ben, by=owner, nickname="Big Ben", hidden=False).nickname == "Big Ben"
