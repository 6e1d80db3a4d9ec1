"""The table of acts, row by row, and that a role on one ladder is none on another."""

from pathlib import Path

import pytest
from django.contrib.auth.models import AnonymousUser, User
from django.db import IntegrityError, transaction

from ladder.access.permissions import AccessLevel, Act, is_allowed, list_ladders_where
from ladder.models import Role
from tests.factories import make_ladder

pytestmark = pytest.mark.django_db
DOCS = Path(__file__).parents[3] / "docs" / "roles.md"
WHO = ("visitor", "member", "recorder", "organiser", "owner")
LEAST = {
    "READ": "visitor",
    "PEOPLE": "member",
    "REPORT": "member",
    "CHALLENGE": "member",
    "ENTER": "recorder",
    "CORRECT": "organiser",
    "SETTINGS": "organiser",
    "IMPORT": "organiser",
    "INVITE": "organiser",
    "PLAYERS": "owner",
    "ROLES": "owner",
    "CLUB": "owner",
    "BACKUP": "owner",
}

MEMBER = {Act.READ, Act.PEOPLE, Act.REPORT, Act.CHALLENGE}


def account(who, ladder):
    if who == "visitor":
        return AnonymousUser()
    user = User.objects.create_user(who, is_staff=who == "owner")
    if who in Role.Kind:
        Role.objects.create(ladder=ladder, user=user, role=who)
    return user


@pytest.mark.parametrize("who", WHO)
def test_each_rank_may_what_the_table_says(who):
    ladder = make_ladder()
    user = account(who, ladder)

    assert {act.name: is_allowed(user, act, ladder) for act in Act} == {
        act: WHO.index(who) >= WHO.index(least) for act, least in LEAST.items()
    }


@pytest.mark.parametrize("who", ["recorder", "organiser"])
def test_a_role_on_one_ladder_is_none_on_another(who):
    user, other = account(who, make_ladder()), make_ladder(slug="other")
    invites = {Act.INVITE} if who == "organiser" else set()

    assert {act for act in Act if is_allowed(user, act, other)} == MEMBER | invites
    assert {act for act in Act if is_allowed(user, act)} == MEMBER | invites


def test_an_account_that_is_not_active_is_a_visitor():
    ladder = make_ladder()
    user = account("organiser", ladder)
    user.is_active, user.is_staff = False, True

    assert [act for act in Act if is_allowed(user, act, ladder)] == [Act.READ]
    assert not list_ladders_where(user, Act.CORRECT)


def test_ladders_are_those_where_somebody_may():
    ladder, other = make_ladder(), make_ladder(slug="other")
    organiser, owner = account("organiser", ladder), account("owner", ladder)

    assert list(list_ladders_where(organiser, Act.CORRECT)) == [ladder]
    assert set(list_ladders_where(organiser, Act.REPORT)) == {ladder, other}
    assert set(list_ladders_where(owner, Act.CORRECT)) == {ladder, other}
    assert not list_ladders_where(organiser, Act.CLUB)


def test_an_account_has_one_role_on_a_ladder():
    ladder = make_ladder()
    user = account("recorder", ladder)

    with pytest.raises(IntegrityError), transaction.atomic():
        Role.objects.create(ladder=ladder, user=user, role="organiser")


def test_the_docs_have_the_same_table():
    least = {act: AccessLevel[LEAST[act.name].upper()] for act in Act}
    rows = [
        f"| {act.value} | {' | '.join('yes' if rank >= least[act] else '' for rank in AccessLevel)} |" for act in Act
    ]

    table = DOCS.read_text().split("## On a club night")[0]  # whose buttons test_night_acts.py asks
    assert [line for line in table.splitlines() if "| yes |" in line] == rows
