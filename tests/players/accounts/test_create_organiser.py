"""manage.py create_organiser."""

from io import StringIO

import pytest
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command

pytestmark = pytest.mark.django_db


def create(*arguments):
    out = StringIO()
    call_command("create_organiser", *arguments, stdout=out)
    return out.getvalue().splitlines()


def test_organiser_may_use_the_admin():
    create("robin", "--email", "robin@club.example")
    robin = User.objects.get(username="robin")
    assert (robin.is_staff, robin.is_superuser, robin.email) == (True, True, "robin@club.example")


def test_password_is_printed_once_and_works():
    said = create("robin")
    assert said[0] == "robin owns the club now."
    assert User.objects.get(username="robin").check_password(said[1].removeprefix("Password (shown only here): "))


def test_a_name_is_taken_once():
    create("robin")
    with pytest.raises(CommandError, match="already exists"):
        create("robin")


def test_an_address_must_be_one():
    with pytest.raises(CommandError) as refused:
        create("robin", "--email", "nowhere")
    assert str(refused.value) == "Enter a valid email address."
