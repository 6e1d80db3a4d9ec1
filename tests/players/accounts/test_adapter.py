"""Signing in is open, signing up is not."""

import pytest
from django.contrib.auth.models import User

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("login", ["robin", "robin@club.example"])
def test_sign_in_by_name_or_address(client, login):
    User.objects.create_user("robin", "robin@club.example", "let me in")
    response = client.post("/accounts/login/", {"login": login, "password": "let me in"})
    assert (response.status_code, response.url) == (302, "/")


def test_nobody_signs_up(client):
    client.post("/accounts/signup/", {"username": "new", "password1": "long enough 1", "password2": "long enough 1"})
    assert not User.objects.filter(username="new").exists()
