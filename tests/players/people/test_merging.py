"""Merging through the pages: what is shown is done, by organisers only."""

from copy import deepcopy
from datetime import date, timedelta
from urllib.parse import urlencode

import pytest
from allauth.account.models import EmailAddress
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from ladder import ledger
from ladder.matches.actions.corrections import void_match
from ladder.matches.actions.disputes import dispute_match
from ladder.models import Role, Standing
from ladder.people.actions.erasure import erase_player
from players.models import Player, SetAsideAccount
from players.notices.queries import find_readers
from tests.changes import merge_players
from tests.factories import make_member, make_player, make_twins, play, prove, signed_in

pytestmark = pytest.mark.django_db

DAY = date(2026, 1, 5)


@pytest.fixture(scope="module")
def stored(store_once):
    return store_once(lambda: make_twins(DAY))


@pytest.fixture
def season(stored):
    return deepcopy(stored)


@pytest.fixture
def twin(season):
    return Player.objects.get(name="Ada B.")


def url_of(player, verb="merge"):
    return f"/players/{player.pk}/{verb}"


def standings():
    return list(Standing.objects.order_by("pk").values())


def test_a_merge_is_shown_then_done_then_undone(staff, season, twin):
    before = ledger.fingerprint(season.ladder)
    assert staff.get(url_of(twin)).status_code == 200
    shown = staff.get(url_of(twin), {"into": "ada"})
    (reached,) = shown.context["seasons"]
    assert (reached.season, shown.status_code) == (season, 200)
    assert [move.name for move in reached.boards[0].moves if move.rank is None] == ["Ada B."]

    done = staff.post(url_of(twin), {"into": "ada", "token": shown.context["token"]})
    assert (done.status_code, done.url) == (303, make_player("Ada").get_absolute_url())
    assert "Also entered as Ada B." in staff.get(done.url).text
    assert ledger.verify(season.ladder) == []

    shown = staff.get(url_of(twin, "undo-merge"))
    done = staff.post(url_of(twin, "undo-merge"), {"token": shown.context["token"]})
    assert (done.status_code, done.url) == (303, twin.get_absolute_url())
    assert (ledger.fingerprint(season.ladder), ledger.verify(season.ladder)) == (before, [])


def test_reading_changes_nothing(staff, season, twin):
    before = standings(), list(Player.objects.order_by("pk").values())
    staff.get(url_of(twin), {"into": "Ada"})
    staff.head(url_of(twin), {"into": "Ada"})
    assert (standings(), list(Player.objects.order_by("pk").values())) == before


@pytest.mark.parametrize("token", ["", "x", "1-1", "9" * 5000, "-", "1-" + "9" * 18, "\0", "１-１"])
def test_what_was_not_shown_is_shown_first(staff, season, twin, token):
    answer = staff.post(url_of(twin), {"into": "Ada", "token": token})
    assert answer.status_code == 409
    assert answer.context["stale"].endswith("Check the preview again.")
    assert answer.context["seasons"]
    assert Player.objects.get(pk=twin.pk).merged_into is None


def test_a_match_between_the_two_is_named_with_a_link(staff, season, twin):
    match = play(season, "Ada", "Ada B.", on=DAY + timedelta(2))
    for answer in (staff.get(url_of(twin), {"into": "Ada"}), staff.post(url_of(twin), {"into": "Ada"})):
        assert answer.status_code == 422
        assert answer.context["refusal"] == f"Ada B. and Ada played each other in match {match.pk}. Void it first."
        assert f'<a href="{match.get_absolute_url()}">' in answer.text
    void_match(match=match, by=None, reason="One person", revision=1)
    assert staff.get(url_of(twin), {"into": "Ada"}).status_code == 200


@pytest.mark.parametrize("name", ["", " ", "Nobody", "\0", "x" * 5000, "Ada B.", "<script>"])
@pytest.mark.parametrize("method", ["get", "post"])
def test_odd_names_are_refused(staff, season, twin, name, method):
    answer = getattr(staff, method)(url_of(twin), {"into": name})
    assert answer.status_code == 422
    assert Player.objects.filter(merged_into__isnull=False).count() == 0


@pytest.mark.parametrize(("typed", "meant"), [("Zso", "Zsófia Halmos"), ("halmos", "Zsófia Halmos")])
def test_half_a_name_is_asked_about_and_its_button_previews_the_merge(staff, season, twin, typed, meant):
    zsofia = make_player(meant)
    asked = staff.get(url_of(twin), {"into": typed})
    assert (asked.status_code, f"Did you mean {meant}?" in asked.text) == (422, True)
    key = asked.context["form"].question.key
    shown = staff.get(url_of(twin), {"into": typed, "asked": key, "meant": f"into={meant}"})
    assert (shown.status_code, shown.context["into"]) == (200, zsofia)


def test_only_organisers_merge(client, season, twin):
    addresses = [url_of(twin), url_of(twin, "undo-merge")]
    for url in addresses:
        assert client.get(url).status_code == client.post(url, {"into": "Ada"}).status_code == 303
    client.force_login(User.objects.create_user("member"))
    for url in addresses:
        assert client.get(url).status_code == client.post(url, {"into": "Ada"}).status_code == 403


def test_other_methods_and_unknown_players(staff, twin):
    assert staff.put(url_of(twin)).status_code == staff.delete(url_of(twin, "undo-merge")).status_code == 405
    for verb in ("merge", "undo-merge"):
        assert [staff.get(f"/players/{key}/{verb}").status_code for key in (0, 10**30)] == [404, 404]
    assert staff.get(url_of(twin, "undo-merge")).status_code == 404


def test_pages_of_a_merged_player_lead_to_the_other(client, twin):
    ada, bo = make_player("Ada"), make_player("Bo")
    merge_players(player=twin, into=ada)
    for path, then in [
        (f"{twin.pk}/?page=2", f"{ada.pk}/?page=2"),
        (f"{twin.pk}/statement/", f"{ada.pk}/statement/"),
        (f"{twin.pk}/against/{bo.pk}/", f"{ada.pk}/against/{bo.pk}/"),
        (f"{bo.pk}/against/{twin.pk}/?board=1", f"{bo.pk}/against/{ada.pk}/?board=1"),
    ]:
        answer = client.get(f"/players/{path}")
        assert (answer.status_code, answer.url) == (302, f"/players/{then}")
    assert client.get(f"/players/{ada.pk}/against/{twin.pk}/", follow=True).status_code == 404


def test_a_preview_takes_as_many_queries_for_few_and_for_many(staff, season, twin):
    def taken():
        with CaptureQueriesContext(connection) as queries:
            staff.get(url_of(twin), {"into": "Ada"})
        return len(queries)

    def grow(numbers):
        for number in numbers:
            play(season, f"Cy {number}", "Ada B.", on=DAY + timedelta(3 + number))

    grow(range(2))
    few = taken()
    grow(range(2, 6))
    assert taken() == few


@pytest.fixture
def ada(staff, twin):
    """Ada has an account that organises, and Ada B. one with an address that signed in with a password."""
    ada, other = make_member("Ada"), make_member("Ada B.")
    User.objects.filter(pk=other.user_id).update(email="ada@club.example")
    EmailAddress.objects.create(user=other.user, email="ada@club.example", verified=True, primary=True)
    for user in (ada.user, other.user):
        user.set_password("long enough 8")
        user.save(update_fields=["password"])
    prove(staff)
    return ada


def accounts():
    """Everything that is kept of the accounts: what signs in, their players, addresses and roles."""
    users = User.objects.exclude(username="organiser").order_by("pk")
    told = list(users.values_list("username", "is_active", "email", "player__name"))
    addresses = EmailAddress.objects.order_by("pk").values_list("email", "user__username", "verified", "primary")
    return told, list(addresses), list(Role.objects.values_list("user__username", "role"))


def signs_in(login):
    """Return the account that signs in by this name or address, if one does."""
    browser = Client()
    browser.post("/accounts/login/", {"login": login, "password": "long enough 8"})
    return User.objects.filter(pk=browser.session.get("_auth_user_id", 0)).values_list("username", flat=True).first()


def merge_accounts(staff, twin, stays):
    """Merge Ada B. into Ada through the page, with this account staying."""
    shown = staff.get(url_of(twin), {"into": "Ada"})
    user = User.objects.get(username=stays)
    return staff.post(url_of(twin), {"into": "Ada", "token": shown.context["token"], "stays": f"{user.pk}"})


@pytest.mark.parametrize(("stays", "other"), [("ada", "ada b."), ("ada b.", "ada")])
def test_of_two_accounts_one_stays_and_the_other_comes_back_when_it_is_undone(staff, season, ada, twin, stays, other):
    Role.objects.create(ladder=season.ladder, user=User.objects.get(username=other), role="organiser")
    signed = signed_in(User.objects.get(username=other))
    before = accounts()
    assert merge_accounts(staff, twin, stays).status_code == 303
    assert signed.get("/desk").url == "/accounts/login/?next=/desk"  # signed out
    told, addresses, roles = accounts()
    now = {name: (active, player) for name, active, _, player in told}
    assert now == {stays: (True, "Ada"), other: (False, "Ada B.")}
    assert addresses == [("ada@club.example", stays, True, True)]
    assert roles == [(stays, "organiser")]
    assert {signs_in(login) for login in ("Ada", "ada b.", "ADA@club.example", stays)} == {stays}
    match = play(season, "Bo", "Ada", on=DAY + timedelta(2))
    dispute_match(match=match, by=User.objects.get(username=stays), note="Mine.", revision=1)
    staff.post(url_of(twin, "undo-merge"), {"token": staff.get(url_of(twin, "undo-merge")).context["token"]})
    assert accounts() == before
    assert (signs_in("Ada"), signs_in("Ada B."), signs_in("ada@club.example")) == ("ada", "ada b.", "ada b.")
    assert ledger.verify(season.ladder) == []


def test_notices_go_to_the_account_that_stays(staff, season, ada, twin):
    merge_accounts(staff, twin, "ada b.")
    (reader,) = find_readers([ada.pk])
    assert (reader.user.username, reader.user.email) == ("ada b.", "ada@club.example")


def test_whoever_merges_accounts_proves_first_who_they_are(organiser, season, ada, twin):
    browser = signed_in(organiser)
    asked = merge_accounts(browser, twin, "ada")
    page = f"{url_of(twin)}?into=Ada"
    assert (asked.status_code, asked.url) == (302, f"/accounts/reauthenticate/?{urlencode({'next': page})}")
    assert Player.objects.get(pk=twin.pk).merged_into is None
    assert browser.post(asked.url, {"password": "let me in"}).url == page
    assert "Now that you have proved it is you, fill in the form again." in browser.get(page).text
    assert merge_accounts(browser, twin, "ada").status_code == 303


def test_whoever_merges_players_without_accounts_is_not_asked(organiser, season, twin):
    browser = signed_in(organiser)
    shown = browser.get(url_of(twin), {"into": "Ada"})
    assert browser.post(url_of(twin), {"into": "Ada", "token": shown.context["token"]}).status_code == 303


def test_the_page_says_what_becomes_of_the_other_account_and_asks(staff, season, ada, twin):
    page = staff.get(url_of(twin), {"into": "Ada"})
    assert "Which account stays?" in page.text
    assert "ada b., ada@club.example, never used" in page.text
    answer = staff.post(url_of(twin), {"into": "Ada", "token": page.context["token"]})
    assert (answer.status_code, answer.context["stays"].errors) == (422, {"stays": ["Choose which account stays."]})
    other = staff.post(url_of(twin), {"into": "Ada", "token": page.context["token"], "stays": "99999"})
    assert (other.status_code, Player.objects.get(pk=twin.pk).merged_into) == (422, None)


def test_the_owner_s_account_stays(staff, organiser, season, ada, twin):
    Player.objects.filter(pk=ada.pk).update(user=organiser)
    answer = merge_accounts(staff, twin, "ada b.")
    said = "organiser owns the club, so that account has to stay."
    assert (answer.status_code, answer.context["stays"].errors) == (422, {"stays": [said]})
    assert merge_accounts(staff, twin, "organiser").status_code == 303


def test_an_address_that_both_accounts_have_signs_in_the_one_that_stays(staff, season, ada, twin):
    EmailAddress.objects.create(user=ada.user, email="ada@club.example")
    User.objects.filter(pk=ada.user_id).update(email="ada@club.example")
    merge_accounts(staff, twin, "ada")
    assert signs_in("ada@club.example") == "ada"
    staff.post(url_of(twin, "undo-merge"), {"token": staff.get(url_of(twin, "undo-merge")).context["token"]})
    rows = EmailAddress.objects.order_by("user").values_list("user__username", "email")
    assert sorted(rows) == [("ada", "ada@club.example"), ("ada b.", "ada@club.example")]


def test_erasing_who_was_merged_takes_the_account_that_was_set_aside_along(staff, season, ada, twin, organiser):
    merge_accounts(staff, twin, "ada")
    erase_player(player=ada, by=organiser)
    assert list(User.objects.values_list("username", flat=True)) == ["organiser"]
    assert not SetAsideAccount.objects.exists()
