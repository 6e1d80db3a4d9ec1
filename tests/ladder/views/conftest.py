"""Who looks at the pages: a member who plays as Ana, and an organiser."""

import pytest
from django.contrib.auth.models import User

from tests.factories import make_player


@pytest.fixture
def ana():
    player = make_player("Ana")
    player.user = User.objects.create_user("ana", "ana@club.example", "let me in")
    player.save()
    return player


@pytest.fixture
def member(client, ana):
    client.force_login(ana.user)
    return client


@pytest.fixture
def staff(client, organiser):
    client.force_login(organiser)
    return client
