"""Two people with the code at the same moment: one of them becomes the owner."""

import pytest
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError

from ladder.club.actions import ALREADY_OWNED, found_club
from players.models import Club
from tests.threads import together


@pytest.mark.django_db(transaction=True)
def test_a_site_gets_one_owner_however_many_ask_at_once():
    def founding(name):
        return lambda: found_club(club={"name": name}, owner=User(username=name), password="long enough 8")

    outcomes = together([founding(name) for name in ("ana", "ben", "cleo", "dana")])
    refused = [one for one in outcomes if isinstance(one, ValidationError)]
    assert [one.messages for one in refused] == [[ALREADY_OWNED]] * 3
    assert User.objects.get().username == Club.objects.get().name
