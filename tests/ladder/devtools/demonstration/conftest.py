"""The fictional club, made twice at one noon: once to be taken back, once for all tests here to read."""

from datetime import UTC, datetime

import pytest
import time_machine
from django.db import transaction

from ladder import ledger
from ladder.devtools.demonstration.club import make_demonstration
from ladder.models import Ladder, Standing

NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)


@pytest.fixture(scope="package")
def made(django_db_setup, django_db_blocker):
    """What the first making gave; the second stays in the database until the last test here is over."""
    with django_db_blocker.unblock(), transaction.atomic():
        with time_machine.travel(NOON, tick=False):
            with transaction.atomic():
                make_demonstration()
                first = outcome()
                transaction.set_rollback(True)
            make_demonstration()
        yield first
        transaction.set_rollback(True)


@pytest.fixture
def club(made, db):
    """The club in the database."""


def outcome():
    """Return what each ladder rests on, and where everybody stands."""
    rows = Standing.objects.order_by("board__season__ladder", "board", "player__key")
    fields = ("board__season__ladder__slug", "board__system", "player__name", "points", "experience", "memory", "as_of")
    return {one.slug: ledger.fingerprint(one) for one in Ladder.objects.all()}, list(rows.values_list(*fields))
