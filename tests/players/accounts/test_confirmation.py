"""Confirming an address: looking at the link changes nothing, and it works once."""

import pytest
from allauth.account.models import EmailAddress, EmailConfirmationHMAC
from django.contrib.auth.models import User
from django.test import Client

from tests.factories import signed_in

pytestmark = pytest.mark.django_db


@pytest.fixture
def link():
    """The link that was mailed to Bo."""
    address = EmailAddress.objects.create(user=User.objects.create_user("bo"), email="bo@club.example", primary=True)
    return f"/accounts/confirm-email/{EmailConfirmationHMAC(address).key}/"


def test_looking_confirms_nothing_and_signs_nobody_out(link):
    robin = signed_in(User.objects.create_user("robin"))
    assert [robin.get(link).status_code, robin.head(link).status_code] == [200, 200]
    assert "_auth_user_id" in robin.session
    assert not EmailAddress.objects.get().verified


def test_confirming_signs_out_whoever_else_is_there(link):
    robin = signed_in(User.objects.create_user("robin"))
    robin.post(link)
    assert "_auth_user_id" not in robin.session
    assert EmailAddress.objects.get().verified


def test_a_link_that_was_used_says_so(link):
    Client().post(link)
    answers = [Client().get(link), Client().post(link)]
    assert [one.status_code for one in answers] == [200, 404]
    assert all("This link no longer works" in one.text for one in answers)
