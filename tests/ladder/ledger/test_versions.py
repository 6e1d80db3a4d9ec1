"""Versions of ladders: those that are meant grow by one."""

import pytest

from ladder import ledger
from ladder.models import Ladder
from tests.factories import make_ladder

pytestmark = pytest.mark.django_db


def test_only_the_ladders_that_are_meant_get_another_version():
    make_ladder(slug="other")
    make_ladder()
    before = dict(Ladder.objects.values_list("slug", "version"))
    ledger.raise_versions(Ladder.objects.filter(slug="club"))
    assert dict(Ladder.objects.values_list("slug", "version")) == before | {"club": before["club"] + 1}
