"""Two members that most tests can do with."""

import pytest

from tests.factories import make_member


@pytest.fixture
def ana(db):
    return make_member("Ana")


@pytest.fixture
def ben(db):
    return make_member("Ben")
