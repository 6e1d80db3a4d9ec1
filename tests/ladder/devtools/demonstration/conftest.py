"""The fictional club, made once for all tests here to read, and one of its ladders made before and taken back."""

from datetime import UTC, datetime

import pytest
import time_machine
from django.db import transaction
from django.utils import timezone

from ladder import ledger
from ladder.devtools.demonstration.club import LadderMaker, make_demonstration
from ladder.devtools.demonstration.ladder_plans import LADDER_PLANS
from ladder.devtools.demonstration.members import make_demo_accounts, sign_up_players
from ladder.models import Ladder, Standing

NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)
MADE_TWICE = "warlocks"


@pytest.fixture(scope="package")
def made(django_db_setup, django_db_blocker):
    """What the ladder made twice gave first; the club stays in the database until the last test here is over."""
    with django_db_blocker.unblock(), transaction.atomic():
        with time_machine.travel(NOON, tick=False):
            with transaction.atomic():
                plan = next(one for one in LADDER_PLANS if one.slug == MADE_TWICE)
                LadderMaker(plan, sign_up_players(make_demo_accounts()), timezone.localtime()).make_ladder()
                first = outcome()
                transaction.set_rollback(True)
            make_demonstration()
        yield first
        transaction.set_rollback(True)


@pytest.fixture
def club(made, db):
    """The club in the database."""


def outcome():
    """Return what the ladder made twice rests on, and where everybody stands."""
    ladder = Ladder.objects.get(slug=MADE_TWICE)
    rows = Standing.objects.filter(board__season__ladder=ladder).order_by("board", "player__key")
    fields = ("board__system", "player__name", "points", "experience", "memory", "as_of")
    return ledger.fingerprint(ladder), list(rows.values_list(*fields))
