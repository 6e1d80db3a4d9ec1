"""Who is there for most tests: members who challenge each other, and one who looks at the pages."""

import pytest

from ladder.challenges.actions import accept_challenge, challenge_side
from ladder.ratings.registry import RATING_SYSTEMS
from tests.factories import make_member
from tests.ladder.ratings.system_docs import GUIDE, example_class


@pytest.fixture
def ana(db):
    return make_member("Ana")


@pytest.fixture
def ben(db):
    return make_member("Ben")


@pytest.fixture
def people():
    return {name: make_member(name) for name in ("Ana", "Ben", "Cy")}


@pytest.fixture
def accepted(season, people):
    made = challenge_side(season=season, by=people["Ana"].user, opponents=[people["Ben"]])
    return accept_challenge(challenge=made, by=people["Ben"].user)


@pytest.fixture
def member(client, ana):
    client.force_login(ana.user)
    return client


@pytest.fixture
def guide(monkeypatch):
    """The example of the guide to adding a rating system is a system, too, under a key of its own."""
    monkeypatch.setitem(RATING_SYSTEMS, GUIDE, type("GuideExample", (example_class(),), {"key": GUIDE}))
