"""The club's owner may ask organisers for a second factor; allauth keeps it."""

import re
import time
from datetime import timedelta

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP, format_hotp_value, hotp_value
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from ladder.formats import ParticipantResult
from ladder.models import Fixture, Party, Role
from players.models import Club
from tests.factories import enter_report, make_asking, make_ladder, make_member, make_player, play, season_of

pytestmark = pytest.mark.django_db

SECRET = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP"
ACTIVATE = "/accounts/2fa/totp/activate/"


@pytest.fixture(autouse=True)
def forgotten():
    """The club is read afresh in every test."""
    from players.models.club import forget_club

    forget_club()
    yield
    forget_club()


@pytest.fixture
def asked(db):
    Club(pk=Club.ONLY, second_factor=True).save()


@pytest.fixture
def olga(db):
    """An organiser of one ladder, with a password."""
    user = User.objects.create_user("olga", "olga@club.example", "let me in")
    Role.objects.create(ladder=make_ladder(), user=user, role="organiser")
    return user


def code_now(secret):
    return format_hotp_value(hotp_value(secret, int(time.time()) // 30))


def set_up(user):
    TOTP.activate(user, SECRET)
    return RecoveryCodes.activate(user)


def test_without_the_setting_nothing_is_asked(client, olga):
    client.force_login(olga)
    assert client.get("/accounts/invitations").status_code == 200


@pytest.mark.parametrize("method", ["get", "post"])
@pytest.mark.parametrize("url", ["/accounts/invitations", "/accounts/invitations/club", "/club/venue-code"])
def test_organisers_set_it_up_first(client, olga, asked, method, url):
    client.force_login(olga)
    answer = getattr(client, method)(url)
    assert (answer.status_code, ACTIVATE in answer.text) == (403, True)
    assert not olga.ladder_roles.get().ladder.roles.exclude(user=olga).exists()


def pending():
    """A match on the ladder "asking" that waits for an organiser or its loser."""
    season, ana, ben = make_asking(slug="asking"), make_member("Ana"), make_member("Ben")
    return enter_report(
        season=season,
        participants=[ParticipantResult(ana, 1.0), ParticipantResult(ben, 0.0)],
        by=ana.user,
        kind="rated",
        facts={},
    )


@pytest.mark.parametrize("url", ["/desk", "/disputes/", "/players/{}/data", "/players/{}/privacy"])
def test_nor_is_there_a_way_round_by_other_pages(client, organiser, asked, url):
    make_ladder()
    client.force_login(organiser)
    answer = client.get(url.format(make_player("Ana").pk))
    assert (answer.status_code, ACTIVATE in answer.text) == (403, True)


def test_nobody_confirms_for_others_without_it(client, organiser, asked):
    match = pending()
    for user, status, is_pending in ((organiser, 403, True), (make_player("Ben").user, 303, False)):
        client.force_login(user)
        assert client.post(f"/matches/{match.pk}/confirm", {"revision": 1}).status_code == status
        match.refresh_from_db()
        assert match.is_pending == is_pending


def test_nobody_gives_walkovers_to_others_without_it(client, organiser, asked):
    season, now = season_of(make_ladder("points-exchange")), timezone.now()
    ana, ben = make_member("Ana"), make_member("Ben")
    week = timedelta(days=7)
    when = {"made_at": now, "answer_by": now, "accepted_at": now - week, "play_by": now, "decide_at": now + week}
    challenge = Fixture.objects.create(season=season, by=ana, kind="rated", status="accepted", **when)
    for player in (ana, ben):
        Party.objects.create(fixture=challenge, player=player, joined_at=now)
    for user, status, matches in ((organiser, 403, 0), (ana.user, 303, 1)):
        client.force_login(user)
        url = f"/challenges/{challenge.pk}/walkover"
        assert client.post(url, {"winner": ana.pk}).status_code == status
        assert season.matches.count() == matches


def test_the_admin_asks_for_it_too(client, organiser, asked):
    client.force_login(organiser)
    assert ACTIVATE in client.get("/admin/", follow=True).text
    set_up(organiser)
    assert client.get("/admin/", follow=True).redirect_chain == []


def test_other_pages_stay_open_and_members_are_not_asked(client, olga, asked):
    match = play(season_of(olga.ladder_roles.get().ladder), "Ana", "Ben")
    client.force_login(olga)
    assert client.get(match.get_absolute_url()).status_code == 200
    client.force_login(User.objects.create_user("robin"))
    refused = client.get("/accounts/invitations")
    assert (refused.status_code, ACTIVATE in refused.text) == (403, False)


def test_it_is_set_up_with_a_code_of_the_app(client, olga, asked):
    client.post("/accounts/login/", {"login": "olga", "password": "let me in"})
    reauthenticate = client.get(ACTIVATE)
    assert reauthenticate.url.startswith("/accounts/reauthenticate/")
    assert "Enter your password again" in client.get(reauthenticate.url).text
    client.post(reauthenticate.url, {"password": "let me in"})
    secret = client.get(ACTIVATE).context["form"].secret
    assert client.post(ACTIVATE, {"code": "000000"}).status_code == 200
    assert not Authenticator.objects.exists()
    client.post(ACTIVATE, {"code": code_now(secret)})
    assert {one.type for one in Authenticator.objects.all()} == {"totp", "recovery_codes"}
    assert client.get("/accounts/invitations").status_code == 200


@pytest.mark.parametrize("kind", ["app", "recovery"])
def test_signing_in_then_takes_both(olga, kind):
    codes = set_up(olga)
    browser = Client()
    first = browser.post("/accounts/login/", {"login": "olga", "password": "let me in", "next": "/systems/"})
    assert (first.url, "_auth_user_id" in browser.session) == ("/accounts/2fa/authenticate/", False)
    browser.post(first.url, {"code": "00000000"})
    assert "_auth_user_id" not in browser.session
    code = code_now(SECRET) if kind == "app" else codes.get_unused_codes()[0]
    done = browser.post(first.url, {"code": code})
    assert (done.url, browser.session["_auth_user_id"]) == ("/systems/", str(olga.pk))


@pytest.mark.parametrize("way", ["code", "reset"])
def test_neither_a_code_by_mail_nor_a_link_to_a_new_password_passes_it_by(olga, mailoutbox, way):
    set_up(olga)
    browser = Client()
    if way == "code":
        browser.post("/accounts/login/code/", {"email": olga.email})
        code = re.search(r"^\w{4}-\w{4}$", mailoutbox[-1].body, re.MULTILINE).group()
        done = browser.post("/accounts/login/code/confirm/", {"code": code})
    else:
        browser.post("/accounts/password/reset/", {"email": olga.email})
        form = browser.get(re.search(r"/accounts/password/reset/key/\S+", mailoutbox[-1].body).group()).url
        browser.post(form, {"password1": "harbour lights", "password2": "harbour lights"})
        assert "_auth_user_id" not in browser.session
        done = browser.post("/accounts/login/", {"login": "olga", "password": "harbour lights"})
    assert (done.url, "_auth_user_id" in browser.session) == ("/accounts/2fa/authenticate/", False)


def test_whoever_has_no_password_is_asked_for_its_code_before_what_matters(client, olga):
    set_up(olga)
    olga.set_unusable_password()
    olga.save()
    client.force_login(olga)
    again = client.get("/accounts/2fa/recovery-codes/generate/").url
    assert "Enter a code from the app" in client.get(again).text
    assert client.post(again, {"code": code_now(SECRET)}).url == "/accounts/2fa/recovery-codes/generate/"


def test_what_makes_its_codes_is_stored_nowhere(olga):
    seed = set_up(olga).instance.data["seed"]
    stored = [value for one in Authenticator.objects.all() for value in one.data.values() if isinstance(value, str)]
    assert len(stored) == 2
    assert all(value.startswith("sealed:") for value in [*stored, seed])
    assert SECRET not in "".join(stored)


def test_one_that_an_old_backup_holds_unsealed_works(olga):
    set_up(olga)
    Authenticator.objects.filter(type="totp").update(data={"secret": SECRET})
    assert TOTP(Authenticator.objects.get(type="totp")).validate_code(code_now(SECRET))


def test_on_a_site_with_another_key_it_is_removed_with_words_and_set_up_again(olga, asked, settings):
    set_up(olga)
    settings.SECRET_KEY = "another site's"
    browser = Client()
    assert browser.post("/accounts/login/", {"login": "olga", "password": "wrong"}).status_code == 200
    assert Authenticator.objects.count() == 2
    done = browser.post("/accounts/login/", {"login": "olga", "password": "let me in"}, follow=True)
    assert "Your second factor was set up with another secret key" in done.text
    assert browser.session["_auth_user_id"] == str(olga.pk)
    assert not Authenticator.objects.exists()
    assert browser.get("/accounts/invitations").status_code == 403  # until it is set up


def test_guessing_the_code_is_stopped(olga):
    set_up(olga)
    browser = Client()
    first = browser.post("/accounts/login/", {"login": "olga", "password": "let me in"})
    assert {browser.post(first.url, {"code": "000000"}).status_code for _ in range(5)} == {200}
    stopped = browser.post(first.url, {"code": code_now(SECRET)})
    assert (stopped.status_code, "Too many tries" in stopped.text) == (429, True)
    assert "_auth_user_id" not in browser.session


@pytest.mark.parametrize("page", ["", "totp/deactivate/", "recovery-codes/", "recovery-codes/generate/"])
def test_its_pages_are_shown_to_whoever_just_proved_who_they_are(client, olga, page):
    set_up(olga)
    first = client.post("/accounts/login/", {"login": "olga", "password": "let me in"})
    client.post(first.url, {"code": code_now(SECRET)})
    asked = client.get(f"/accounts/2fa/{page}")
    if asked.status_code == 302:
        client.post(asked.url, {"password": "let me in"})
    shown = client.get(f"/accounts/2fa/{page}")
    assert (shown.status_code, "<h1>" in shown.text) == (200, True)
