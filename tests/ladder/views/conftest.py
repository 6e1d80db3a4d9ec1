"""Who looks at the pages: a member who plays as Ana; an organiser is there for all tests."""

import pytest


@pytest.fixture
def member(client, ana):
    client.force_login(ana.user)
    return client
