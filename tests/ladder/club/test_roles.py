"""The owner gives and takes roles on a ladder."""

import pytest
from allauth.account.models import EmailAddress
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import User

from ladder.access.permissions import NotAllowed
from ladder.club.actions import give_role, take_role
from ladder.models import Role
from players.models import Player
from tests.factories import make_ladder, make_player
from tests.markup import flat

pytestmark = pytest.mark.django_db
PEOPLE = "/club/people"


@pytest.fixture
def ladder():
    return make_ladder()


@pytest.fixture
def rena(ladder):
    user = User.objects.create_user("rena", "rena@club.example")
    EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    EmailAddress.objects.create(user=user, email="rena@work.example", verified=True)
    player = make_player("Rena B.")
    player.user = user
    player.save()
    return user


@pytest.mark.parametrize("typed", ["rena", "RENA", "Rena@club.example", "rena@work.example", " rena b. "])
def test_a_role_is_given_by_name_or_address(staff, ladder, rena, typed):
    response = staff.post(PEOPLE, {"user": typed, "role": "recorder"})

    assert (response.status_code, response["Location"]) == (303, PEOPLE)
    assert list(Role.objects.values_list("ladder", "user", "role")) == [(ladder.pk, rena.pk, "recorder")]
    assert "rena is now recorder." in LogEntry.objects.get().get_change_message()


def test_another_role_takes_the_place_of_the_first(staff, ladder, rena):
    for role in ("recorder", "organiser"):
        staff.post(PEOPLE, {"user": "rena", "role": role})

    assert Role.objects.get().role == "organiser"
    page = flat(staff.get(PEOPLE).text)
    assert '<b>Rena B.</b><span class="muted">rena</span><span class="tag">Organiser</span>' in page


def test_a_role_is_taken_and_the_account_stays(staff, ladder, rena):
    role = give_role(ladder=ladder, user=rena, role="organiser", by=None)

    response = staff.post(f"{PEOPLE}/{role.pk}/remove", follow=True)

    assert "rena is no longer organiser of Club." in response.content.decode()
    assert not Role.objects.exists()
    assert User.objects.filter(username="rena", is_active=True).exists()


def test_a_role_is_taken_on_its_own_ladder_only(staff, ladder, rena):
    role = give_role(ladder=make_ladder(slug="other"), user=rena, role="organiser", by=None)

    assert staff.post(f"{PEOPLE}/{role.pk}/remove").status_code == 404
    assert staff.post(f"{PEOPLE}/{10**30}/remove").status_code == 404
    assert Role.objects.exists()


@pytest.mark.parametrize(
    ("sent", "field", "sentence"),
    [
        ({"user": ""}, "user", "Enter a name or an address."),
        ({"user": "nobody"}, "user", "There is no account called “nobody”. Invite players without an account first."),
        ({"user": "a\x00b"}, "user", "Null characters are not allowed."),
        ({"user": "x" * 300}, "user", None),
        ({"user": "rena@club.example\n\n", "role": "owner"}, "role", "Choose one of these."),
        ({"user": "rena", "role": ""}, "role", "Choose a role."),
        ({"user": "organiser"}, "user", "organiser owns the club and can already do everything."),
        ({"user": "gone"}, "user", "The account gone is switched off."),
    ],
)
def test_what_cannot_be_is_said_beside_the_field(staff, ladder, rena, sent, field, sentence):
    User.objects.create_user("gone", is_active=False)

    response = staff.post(PEOPLE, {"role": "recorder"} | sent)

    assert response.status_code == 422
    errors = response.context["form"].errors
    assert list(errors) == [field]
    assert sentence is None or errors[field] == [sentence]
    assert not Role.objects.exists()


def test_two_accounts_of_one_name_are_told_apart(staff, ladder, rena):
    Player.objects.filter(pk=make_player("Rena").pk).update(user=User.objects.create_user("other"))

    response = staff.post(PEOPLE, {"user": "rena", "role": "recorder"})

    assert "More than one account is called “rena”. Enter the user name." in response.content.decode()


def test_nobody_gets_a_role_by_claiming_an_address(staff, ladder, rena):
    mallory = User.objects.create_user("mallory", "rena@club.example")
    staff.post(PEOPLE, {"user": "rena@club.example", "role": "recorder"})
    assert Role.objects.get().user == rena

    rena.delete()
    EmailAddress.objects.create(user=mallory, email=mallory.email)
    response = staff.post(PEOPLE, {"user": "rena@club.example", "role": "recorder"})

    assert "That address is not confirmed" in response.content.decode()
    assert not Role.objects.exists()


def test_an_organiser_gives_no_roles(ladder, rena):
    give_role(ladder=ladder, user=rena, role="organiser", by=None)

    with pytest.raises(NotAllowed):
        give_role(ladder=ladder, user=User.objects.create_user("friend"), role="organiser", by=rena)
    with pytest.raises(NotAllowed):
        take_role(role=Role.objects.get(), by=rena)

    assert Role.objects.count() == 1


@pytest.mark.parametrize("count", [2, 6])
def test_the_page_takes_a_constant_number_of_queries(staff, ladder, count, django_assert_max_num_queries):
    for number in range(count):
        user = User.objects.create_user(f"user {number}")
        give_role(ladder=ladder, user=user, role="recorder", by=None)

    with django_assert_max_num_queries(13):
        staff.get(PEOPLE)
