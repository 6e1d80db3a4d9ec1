"""Accounts in the admin: whoever is the last to own the club stays so, whichever way they try."""

from threading import Event

import pytest
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import User
from django.db import connection
from django.db.models.signals import post_save
from django.urls import reverse

from tests.threads import Visitor, hold, together

pytestmark = pytest.mark.django_db
LIST = "/admin/auth/user/"
LAST = "The club needs an owner."
KEPT = {"username": "vera", "date_joined_0": "2026-01-01", "date_joined_1": "10:00:00"}
ON = {"is_active": "on", "is_staff": "on", "is_superuser": "on"}


@pytest.fixture
def vera(client):
    """The owner, who is signed in."""
    made = User.objects.create_superuser("vera")
    client.force_login(made)
    return made


def change(user):
    return reverse("admin:auth_user_change", args=[user.pk])


@pytest.mark.parametrize("without", ["is_active", "is_staff"])
def test_the_last_owner_stays_one(client, vera, without):
    User.objects.create_superuser("robin", is_active=False)
    answer = client.post(change(vera), KEPT | {name: on for name, on in ON.items() if name != without})
    assert (answer.status_code, LAST in answer.text) == (200, True)
    vera.refresh_from_db()
    assert (vera.is_active, vera.is_staff) == (True, True)


@pytest.mark.parametrize("chosen", [False, True], ids=["on its page", "in the list"])
def test_the_last_owner_is_not_deleted(client, vera, chosen):
    sent = {"post": "yes", "action": "delete_selected", "_selected_action": [vera.pk]}
    answer = client.post(LIST if chosen else f"{LIST}{vera.pk}/delete/", sent, follow=True)
    assert LAST in answer.text
    assert User.objects.get() == vera


def test_one_of_two_owners_may_go(client, vera):
    User.objects.create_superuser("robin")
    assert client.post(change(vera), KEPT | {"is_active": "on"}).status_code == 302
    vera.refresh_from_db()
    assert not vera.is_staff


def test_what_a_form_gets_wrong_is_said_as_before(client, vera):
    User.objects.create_user("robin")
    answer = client.post(change(vera), KEPT | ON | {"username": "robin"})
    assert "A user with that username already exists." in answer.text


@pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite lets in one writer at a time")
@pytest.mark.django_db(transaction=True)
def test_of_two_owners_who_remove_each_other_one_stays():
    """Bo removes Ada when Ada has removed Bo and was found to leave an owner, but nobody else can know it yet."""
    ada, bo = [User.objects.create_superuser(name) for name in ("ada", "bo")]
    by_ada, by_bo = Visitor(ada), Visitor(bo)
    removed, done = Event(), Event()

    def noted(instance, **kwargs):
        if instance.user_id == ada.pk:
            removed.set()
            hold(done)

    def first():
        try:
            return by_ada.post(change(bo), KEPT | {"username": "bo"}).status_code
        finally:
            removed.set()

    def second():
        removed.wait()
        try:
            return by_bo.post(change(ada), KEPT | {"username": "ada"}).status_code
        finally:
            done.set()

    post_save.connect(noted, sender=LogEntry)
    try:
        assert together([first, second]) == [302, 200]
    finally:
        post_save.disconnect(noted, sender=LogEntry)
    assert User.objects.get(is_active=True, is_staff=True) == ada
