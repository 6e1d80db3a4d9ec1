"""Every role at every address with every method: what is refused, what is allowed, and that looking changes nothing."""

import re
from collections.abc import Iterator
from urllib.parse import urlencode

import pytest
from django.apps import apps
from django.contrib.auth.models import User
from django.db import transaction
from django.template.backends.django import Template
from django.test import Client

from ladder.models import Match, Role
from tests import IS_DRILL
from tests.ladder.access.matrix import ROLES, ROWS, Address, Row, addresses, path_of, people, strangers

pytestmark = pytest.mark.django_db
METHODS = ("get", "post")
OTHERS = ("put", "delete")  # nobody's: asked by the least and by the most, between whom nobody has one more
APART = {"sessions.Session", "account.EmailAddress"}  # allauth writes an address down when it shows it
REFUSED = ("sign in", "403", "404", "405")
SENT = {  # what some form or other asks, so that only who sends it stands in the way
    "reason": "So it was.",
    "note": "So it was.",
    "user": "member",
    "role": "organiser",
    "revision": "2",
    "first": "Cy",
    "second": "Bo",
    "newcomer": "Bo",
    "winner": "me",
    "length": "5",
    "name": "Adele",
    "into": "Cy",
    "yes": "1",
    "pk": "1",
    "system": "points-exchange",
    "reporters": "recorders",
    "slug": "all-time",
    "retired": "1",
}
TAMPERED = {  # and what none asks
    "is_staff": "1",
    "is_superuser": "1",
    "is_active": "1",
    "rating": "9999",
    "points": "9999",
    "status": "void",
    "reported_by": "1",
    "by": "1",
    "player": "1",
    "version": "999",
    "sequence": "1",
    "recorded_at": "2020-01-01",
}


FORM = {"data": urlencode(SENT | TAMPERED), "content_type": "application/x-www-form-urlencoded"}


@pytest.fixture
def club(settings):
    """Everybody's client with a session of their own, and the ids of what strangers have."""
    settings.ACCOUNT_RATE_LIMITS = False
    return people(), strangers()


@pytest.fixture
def unread(monkeypatch):
    """Answers without their pages, which other tests read: the status is known before."""
    monkeypatch.setattr(Template, "render", lambda *_, **__: "")


class Visitor:
    """Somebody with a browser, who is signed in anew before each page."""

    def __init__(self, role: str, user: User | None) -> None:
        self.role, self.user, self.client = role, user, Client(raise_request_exception=False)
        if user:
            self.client.force_login(user)
        self.cookies = self.client.cookies.copy()

    def asks(self, method: str, path: str) -> str:
        """Return the status of the answer, or "sign in"."""
        self.client.cookies = self.cookies.copy()
        response = getattr(self.client, method)(path, **(FORM if method == "post" else {}))
        if response.streaming:
            list(response)  # read to its end, a file is closed
        away = response.status_code in (302, 303) and response["Location"].startswith("/accounts/login/")
        return "sign in" if away else str(response.status_code)


def own() -> Iterator[Address]:
    return (address for address in addresses() if not address.name.startswith("admin:"))


def dump() -> dict[str, list[tuple[object, ...]]]:
    """Return every row of the site, but for sessions, and the addresses that allauth writes down when it shows them."""
    models = [model for model in apps.get_models() if model._meta.label not in APART]
    return {model._meta.label: list(model._default_manager.order_by("pk").values_list()) for model in models}


def fits(expected: str, found: str) -> bool:
    """Say whether an answer is right: a method that nobody has is refused to everybody, before or after the rest."""
    if expected == "*":
        return found == "sign in" or int(found) < 500
    return found == expected or (found == "405" and expected in ("sign in", "403"))


@pytest.mark.once
def test_every_address_has_its_row():
    assert sorted(address.name for address in own()) == sorted(ROWS)


@pytest.mark.once
def test_everybody_may_what_the_table_says(club, unread):
    """What is refused stays refused with everything sent that a form may ask, and stores nothing."""
    users, ids = club
    visitors, wrong, before = [Visitor(role, users[role]) for role in ROLES], [], dump()
    for address in own():
        path, row = path_of(address, ids), ROWS[address.name]
        for method in (*METHODS, *OTHERS):
            for visitor in [one for one in visitors if one.role in list_askers(row, method)]:
                expected = row.expected(visitor.role, method)
                if method == "post" and expected not in REFUSED:
                    with transaction.atomic():
                        found = visitor.asks(method, path)
                        wrong += [f"{visitor.role} made {what} at {address.name}" for what in taken(visitor)]
                        transaction.set_rollback(True)
                else:
                    found = visitor.asks(method, path)
                if not fits(expected, found):
                    wrong.append(f"{visitor.role}, {method} {address.name}: {found}, not {expected}")

    assert "\n".join(wrong) == ""
    assert dump() == before


def list_askers(row: Row, method: str) -> list[str]:
    """Return the roles that ask: the least and the most, and by a usual method also those with a neighbour who is told
    otherwise; in the drill all of these.
    """
    told = [row.expected(role, method) for role in ROLES]
    asks = [role for at, role in enumerate(ROLES) if IS_DRILL or {*told[max(at - 1, 0) : at + 2]} != {told[at]}]
    return [role for role in ROLES if role in (ROLES[0], ROLES[-1]) or (method in METHODS and role in asks)]


def taken(visitor: Visitor) -> list[str]:
    """Return what somebody got who should not have: an account that owns, a role, or a match in another's name."""
    owns = User.objects.filter(is_staff=True).exclude(username__in=("owner", "inactive"))
    helps = Role.objects.exclude(user__username__in=("elsewhere", "recorder", "organiser"))
    matches = Match.objects.exclude(reported_by__username__in=("ada", visitor.role))
    return [str(one) for one in (*owns, *(helps if visitor.role != "owner" else ()), *matches)]


@pytest.mark.once
def test_looking_changes_nothing(club):
    users, ids = club
    visitors, before = [Visitor(role, users[role]) for role in ("visitor", "owner")], dump()

    for address in own():
        for visitor in visitors:
            visitor.asks("get", path_of(address, ids))

    assert dump() == before


@pytest.mark.once
def test_no_form_is_taken_without_its_token(club, unread):
    """But for one-click leave, which mail programs send (RFC 8058); a sign-in page leads on who is signed in."""
    users, ids = club
    owner = Visitor("owner", users["owner"])
    owner.client.handler.enforce_csrf_checks = True
    before, answers = dump(), {one.name: owner.asks("post", path_of(one, ids)) for one in own()}

    assert answers.pop("players:leave") == "404"
    allauths = {"account_login", "account_request_login_code", "account_confirm_login_code", "mfa_authenticate"}
    assert {answers.pop(name) for name in {*allauths, "accounts:enter_code"}} == {"303"}
    assert set(answers.values()) == {"403"}
    assert dump() == before


@pytest.mark.once
@pytest.mark.parametrize("role", ["visitor", "inactive", "member", "organiser"])
def test_the_admin_is_the_owners(club, role, unread):
    visitor, one = Visitor(role, club[0][role]), {"app_label": "players"}
    written = (address for address in addresses() if address.name.startswith("admin:"))
    paths = {"/" + re.sub(r"<\w+:(\w+)>", lambda value: one.get(value[1], "1"), address.route) for address in written}

    assert len(paths) > 60
    before, answers = dump(), {visitor.asks(method, path) for path in paths for method in ("get", "post")}
    assert answers <= {"sign in", "403", "302"}
    assert dump() == before
