"""Members who challenge each other, for the tests of what becomes of it."""

import pytest

from ladder.services import challenges
from tests.factories import make_member


@pytest.fixture
def people():
    return {name: make_member(name) for name in ("Ana", "Ben", "Cy")}


@pytest.fixture
def accepted(season, people):
    made = challenges.challenge_player(season=season, by=people["Ana"].user, opponent=people["Ben"])
    return challenges.accept_challenge(challenge=made, by=people["Ben"].user)
