"""Signing in by password or code: what is told to strangers, who is slowed down, and where it leads."""

import re

import pytest
from allauth.account.models import EmailAddress
from django.contrib.auth.hashers import MD5PasswordHasher
from django.contrib.auth.models import User
from django.core import mail
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from ladder.matches.actions.venue_codes import make_venue_code
from players.notices import delivery
from tests.factories import make_ladder, make_player
from tests.markup import flat

pytestmark = pytest.mark.django_db

DAYS = 24 * 60 * 60
HOME, AWAY = "192.0.2.1", "198.51.100.7"


class Counting(MD5PasswordHasher):
    runs = 0

    def encode(self, password, salt):
        Counting.runs += 1
        return super().encode(password, salt)


@pytest.fixture
def robin(db):
    return User.objects.create_user("robin", "robin@club.example", "let me in")


@pytest.fixture
def member(client, robin):
    """A browser in which Robin is signed in."""
    sign_in(client)
    return client


def sign_in(client, login="robin", password="let me in", **asked):
    return client.post("/accounts/login/", {"login": login, "password": password, **asked})


def guess(client, times=1, login="robin"):
    """The statuses of so many wrong passwords."""
    return [sign_in(client, login, "wrong").status_code for _ in range(times)]


def ask_code(client, email="robin@club.example", **chosen):
    return client.post("/accounts/login/code/", {"email": email, **chosen}, follow=True)


def code_mailed():
    return re.search(r"^[A-Z0-9-]{6,9}$", mail.outbox[-1].body, re.MULTILINE).group()


def said(answer, login):
    """What an answer says, without what differs for everybody."""
    text = re.sub(r"csrfmiddlewaretoken\" value=\"[^\"]+|nonce-\S+", "", answer.text)
    return answer.status_code, text.replace(login, "LOGIN")


@pytest.mark.parametrize(("known", "unknown"), [("robin", "rosin"), ("robin@club.example", "rosin@club.example")])
def test_a_wrong_password_does_not_tell_who_has_an_account(client, robin, known, unknown):
    assert said(sign_in(client, known, "wrong"), known) == said(sign_in(client, unknown, "wrong"), unknown)


@pytest.fixture
def anna(db):
    """Somebody who joined with a name of two words, whose player an organiser called otherwise since."""
    user = User.objects.create_user("anna_kovacs", "anna@club.example", "let me in")
    player = make_player("Ann Kovacs")
    player.user, player.name = user, "Anna Kovács"
    player.save()
    return user


SPELLINGS = ["Anna Kovács", "anna kovács", "  ANNA   KOVÁCS ", "Anna Kova\u0301cs", "ann kovacs", "Anna_Kovacs"]


@pytest.mark.parametrize("login", [*SPELLINGS, "anna_kovacs", "ANNA@club.example"])
def test_a_players_name_signs_in_however_it_is_spelt(client, anna, login):
    assert sign_in(client, login).status_code == 302
    assert client.session["_auth_user_id"] == str(anna.pk)


def test_a_user_name_and_a_players_name_that_are_the_same_both_sign_in(anna):
    other = User.objects.create_user("anna kovács", password="her own")
    for password, user in (("let me in", anna), ("her own", other)):
        browser = Client()
        assert sign_in(browser, "Anna Kovács", password).status_code == 302
        assert browser.session["_auth_user_id"] == str(user.pk)


def test_a_players_name_tells_no_more_than_an_unknown_one(client, anna):
    make_player("Bo Ek")  # without an account
    answers = [said(sign_in(client, name, "wrong"), name) for name in ("Anna Kovács", "Bo Ek", "Nobody Else")]
    assert answers[0] == answers[1] == answers[2]
    assert "The name or the password is wrong." in answers[0][1]


def test_guesses_at_one_account_count_together_however_its_name_is_spelt(client, anna):
    tried = ["Anna Kovács", "anna_kovacs", "anna@club.example", "ANNA  KOVÁCS", "Ann Kovacs", "Anna_Kovacs"]
    assert [sign_in(client, login, "wrong").status_code for login in tried] == [200] * 5 + [429]


def test_guesses_at_a_name_that_is_nobodys_count_together_too(client, db):
    tried = ["No Body", "no body", " NO  BODY", "no body ", "No body", "no  Body"]
    assert [sign_in(client, login, "wrong").status_code for login in tried] == [200] * 5 + [429]


@pytest.mark.parametrize("page", ["/accounts/login/code/", "/accounts/password/reset/"])
def test_asking_for_mail_does_not_tell_who_has_an_account(robin, page):
    answers = [
        said(Client().post(page, {"email": email}, follow=True), email)
        for email in ("robin@club.example", "rosin@club.example")
    ]
    assert answers[0] == answers[1]
    assert [one.to for one in mail.outbox] == [["robin@club.example"]]


def test_a_wrong_password_takes_the_same_time_for_all(client, settings, robin):
    settings.PASSWORD_HASHERS = [f"{__name__}.Counting"]
    User.objects.create_user("codes", "codes@club.example")  # signs in by code only
    robin.set_password("let me in")
    robin.save()
    runs = []
    player = make_player("Robin Hood")
    player.user = robin
    player.save()
    names = ("robin", "robin@club.example", "codes", "codes@club.example", "rosin", "rosin@club.example", "Robin Hood")
    for login in names:
        Counting.runs = 0
        sign_in(client, login, "wrong")
        runs.append(Counting.runs)
    assert set(runs) == {1}


class Later(list):
    """What is done behind the answer, in the place of the threads that do it."""

    def submit(self, done, work):
        self.append(work)


@pytest.mark.parametrize("page", ["/accounts/login/", "/accounts/login/code/", "/accounts/password/reset/"])
def test_an_answer_takes_the_same_work_for_all(settings, monkeypatch, robin, page):
    """The same is stored, as many passwords are checked, and no mail is written before the answer."""
    settings.MAIL_BEHIND_THE_ANSWER, settings.PASSWORD_HASHERS = True, [f"{__name__}.Counting"]
    settings.ACCOUNT_RATE_LIMITS = False  # counted for all alike, in a table that is tidied up now and then
    robin.set_password("let me in")
    robin.save()
    EmailAddress.objects.create(user=robin, email=robin.email, primary=True, verified=True)
    User.objects.create_user("codes", "codes@club.example")
    monkeypatch.setattr(delivery, "MAIL_THREADS", later := Later())
    Client().get(page)  # what is read once and kept
    work = []
    for email in ("robin@club.example", "codes@club.example", "rosin@club.example"):
        Counting.runs = 0
        with CaptureQueriesContext(connection) as queries:
            answer = Client().post(page, {"email": email, "login": email, "password": "wrong"})
        stored = [
            one["sql"].partition("(")[0] for one in queries if not one["sql"].startswith(("SELECT", "SAVE", "REL"))
        ]
        work.append((answer.status_code, stored, Counting.runs, [one.name for one in answer.templates]))
    assert work[0] == work[1] == work[2]
    assert mail.outbox == []
    for one in later:
        one()
    asked = ["robin@club.example", "codes@club.example"]
    assert [one.to for one in mail.outbox] == ([] if page == "/accounts/login/" else [[email] for email in asked])


@pytest.mark.parametrize("page", ["login", "login/code", "password/reset"])
def test_labels_alone_say_what_to_type(client, page):
    assert "placeholder" not in client.get(f"/accounts/{page}/").text


@pytest.mark.parametrize(("sends", "first"), [(True, "Send me a code"), (False, "Sign in")])
def test_what_works_without_help_is_the_first_way_in(client, db, settings, sends, first):
    settings.SENDS_MAIL = sends

    page = flat(client.get("/accounts/login/").text)

    assert re.findall(r'<button class="btn go big"[^>]*>([^<]+)<', page) == [first]
    assert page.index(f">{first}</button>") < page.index('id="h-other"')
    assert ("This site has no mail server yet." in page) is not sends


@pytest.mark.parametrize(
    "page", ["/accounts/password/reset/", "/accounts/password/reset/done/", "/accounts/login/code/"]
)
def test_no_mail_is_promised_where_none_goes_out(client, db, settings, page):
    assert "no mail server" not in flat(client.get(page).text)
    settings.SENDS_MAIL = False
    assert "This site has no mail server yet." in client.get(page).text


def test_a_code_signs_in(client, robin):
    asked = ask_code(client, remember="on")
    assert asked.redirect_chain == [("/accounts/login/code/confirm/", 302)]
    done = client.post("/accounts/login/code/confirm/", {"code": code_mailed()})
    assert (done.status_code, done.url) == (302, "/")
    assert client.session["_auth_user_id"] == str(robin.pk)
    assert client.cookies["sessionid"]["max-age"] == 90 * DAYS


def test_three_wrong_codes_end_it(client, robin):
    ask_code(client)
    code = code_mailed()
    for _ in range(3):
        client.post("/accounts/login/code/confirm/", {"code": "AAA-AAA"})
    client.post("/accounts/login/code/confirm/", {"code": code})
    assert "_auth_user_id" not in client.session


@pytest.mark.parametrize(("minutes", "typed"), [(16, None), (0, "AAA-AAA")])
def test_a_code_that_works_no_longer_says_so(client, robin, time_machine, minutes, typed):
    time_machine.move_to("2026-06-01T18:00Z", tick=False)
    ask_code(client)
    time_machine.shift(minutes * 60)
    for _ in range(3):
        answer = client.post("/accounts/login/code/confirm/", {"code": typed or code_mailed()}, follow=True)
    assert answer.redirect_chain == [("/accounts/login/code/", 302)]
    assert "That code no longer works. Ask for a new one." in answer.text


def test_a_code_works_only_where_it_was_asked_for(client, robin):
    ask_code(client)
    elsewhere = Client()
    elsewhere.post("/accounts/login/code/confirm/", {"code": code_mailed()})
    assert "_auth_user_id" not in elsewhere.session


@pytest.mark.parametrize(("chosen", "days"), [({}, None), ({"remember": "on"}, 90)])
@pytest.mark.parametrize("way", ["password", "code"])
def test_whoever_signs_in_stays_until_the_browser_closes_unless_they_choose_to(client, robin, way, chosen, days):
    if way == "password":
        sign_in(client, **chosen)
    else:
        ask_code(client, **chosen)
        client.post("/accounts/login/code/confirm/", {"code": code_mailed()})
    cookie = client.cookies["sessionid"]
    assert client.session["_auth_user_id"]
    assert (cookie["max-age"], bool(cookie["expires"])) == (days * DAYS if days else "", bool(days))


def test_the_session_changes_at_sign_in(client, robin):
    client.get("/accounts/login/")
    session = client.session
    session["kept"] = "yes"
    session.save()
    client.cookies["sessionid"] = before = session.session_key
    sign_in(client)
    assert client.session.session_key != before
    assert not session.exists(before)


@pytest.mark.parametrize(
    "there", ["https://evil.example/", "//evil.example/", r"/\evil.example", "javascript:alert(1)"]
)
def test_sign_in_leads_nowhere_else(client, robin, there):
    assert sign_in(client, next=there).url == "/"
    client.logout()
    ask_code(client)
    code = {"code": code_mailed(), "next": there}
    assert client.post("/accounts/login/code/confirm/", code).url == "/"


def test_sign_in_leads_back_to_the_page_that_asked(client, robin):
    assert sign_in(client, next="/systems/?a=1").url == "/systems/?a=1"


def test_guessing_is_stopped_with_our_page(client, robin):
    assert guess(client, 6) == [200] * 5 + [429]
    stopped = sign_in(client)  # the right password comes too late
    assert (stopped.status_code, "Too many tries" in stopped.text) == (429, True)


def test_guessing_elsewhere_leaves_the_owner_alone(robin):
    guess(Client(REMOTE_ADDR=AWAY), 12)
    assert sign_in(Client(REMOTE_ADDR=HOME)).status_code == 302


def test_guessing_in_the_same_network_leaves_the_owners_device_alone(member):
    member.post("/accounts/logout/")
    guess(Client(), 12)
    assert sign_in(Client()).status_code == 429
    assert sign_in(member).status_code == 302


def test_guessing_from_everywhere_is_stopped_too(member, settings):
    settings.ACCOUNT_RATE_LIMITS = {**settings.ACCOUNT_RATE_LIMITS, "login_failed_account": "10/h/key"}  # is 100
    member.post("/accounts/logout/")
    assert [guess(Client(REMOTE_ADDR=f"198.51.100.{one}"))[0] for one in range(11)] == [200] * 10 + [429]
    assert sign_in(member).status_code == 302


def test_a_device_counts_for_its_own_account_only(member):
    User.objects.create_user("ines", "ines@club.example", "let me in")
    member.post("/accounts/logout/")
    assert guess(member, 6, "ines")[-1] == 429
    assert guess(member, 6, "robin")[-1] == 429  # a known device is no free hand either


def test_guesses_at_many_names_do_not_wipe_out_what_is_counted(db):
    names = [f"name{number}" for number in range(350)]
    for name in names:
        cache.set(name, 1)
    assert len(cache.get_many(names)) == 350


def test_an_address_that_somebody_else_claims_makes_no_device_known(robin):
    mallory, guesser = User.objects.create_user("mallory", "robin@club.example", "her own"), Client()
    for _ in range(2):  # each sign-in makes another device
        assert sign_in(guesser, "mallory", "her own").status_code == 302
        guesser.post("/accounts/logout/")
        last = guess(guesser, 4, "robin@club.example")
    assert last[-1] == 429
    assert mallory.email == robin.email


def test_a_forged_device_is_an_unknown_one(client, robin):
    client.cookies["device"] = f"{robin.pk}:abc:forged"
    guess(Client(), 5)
    assert sign_in(client).status_code == 429


def test_asking_for_codes_is_stopped_for_the_asker_only(member):
    member.post("/accounts/logout/")
    statuses = [ask_code(Client(REMOTE_ADDR=AWAY)).status_code for _ in range(4)]
    assert statuses == [200] * 3 + [429]
    assert ask_code(member).status_code == 200


def test_a_new_password_ends_the_other_sessions(member, robin):
    other = Client()
    sign_in(other)
    passwords = {"oldpassword": "let me in", "password1": "harbour lights", "password2": "harbour lights"}
    member.post("/accounts/password/change/", passwords)
    assert [one.get("/accounts/password/change/").status_code for one in (member, other)] == [200, 302]


def test_the_admin_has_no_way_in_of_its_own(client, robin):
    asked = client.post("/admin/login/", {"username": "robin", "password": "let me in"})
    assert (asked.status_code, asked.url) == (302, "/accounts/login/?next=%2Fadmin%2Flogin%2F")


def test_sign_up_is_closed(client):
    new = {"username": "new", "email": "new@club.example", "password1": "harbour lights", "password2": "harbour lights"}
    assert "By invitation" in client.post("/accounts/signup/", new).text
    assert not User.objects.exists()


@pytest.mark.parametrize("login", ["\x00", "a" * 10_000, "٣" * 50, "\ud800", "' OR 1=1 --"])
def test_strange_names_are_refused(client, login):
    assert sign_in(client, login.encode("utf-8", "replace").decode(), "wrong").status_code in (200, 429)
    assert ask_code(client, login.encode("utf-8", "replace").decode()).status_code == 200


def test_a_lost_password_is_replaced_by_a_link_that_works_once(client, robin):
    client.post("/accounts/password/reset/", {"email": "robin@club.example"})
    sent = mail.outbox[-1]
    assert sent.subject.endswith("Choose a new password")
    assert "Choose a new password for the account robin here:" in sent.body
    link = re.search(r"/accounts/password/reset/key/\S+", sent.body).group()
    form = client.get(link).url
    new = {"password1": "harbour lights", "password2": "harbour lights"}
    assert client.post(form, new).status_code == 302
    assert sign_in(Client(), password="harbour lights").status_code == 302
    robin.refresh_from_db()
    Client().post(form, {"password1": "other lights", "password2": "other lights"})
    assert not User.objects.get().check_password("other lights")


def test_a_sign_in_says_what_it_is_for_and_on_which_ladder(client):
    make_ladder(slug="darts", name="Darts")
    make_ladder(slug="chess", name="Chess")
    asked = client.get("/darts/report", follow=True)  # where the poster's code leads
    assert "Sign in to<b>report a result</b>in Darts. That page opens right after." in flat(asked.text)
    wrong = client.post("/accounts/login/", {"login": "nobody", "password": "x", "next": "/darts/all-time/report?a=1"})
    assert "Sign in to<b>report a result</b>in Darts." in flat(wrong.text)
    code = client.get("/accounts/login/code/?next=/players/notices")
    assert "Sign in to<b>read your notices</b>. That page opens right after." in flat(code.text)


@pytest.mark.parametrize("there", ["", "/", "//evil.example/", "/none/", "/darts/report\x00", "http://[", "/" * 5000])
def test_a_sign_in_that_leads_nowhere_in_particular_says_nothing_of_it(client, there):
    answer = client.get("/accounts/login/", {"next": there})
    assert answer.status_code == 200
    assert "opens right after" not in answer.text


def test_a_sign_in_offers_the_venue_code_of_the_ladder_that_it_leads_to(client):
    make_ladder(slug="chess", name="Chess")
    make_venue_code(ladder=make_ladder(slug="darts", name="Darts"), by=None)
    assert "/darts/at-the-venue" in client.get("/accounts/login/?next=/darts/all-time/report").text
    assert "/at-the-venue" not in client.get("/accounts/login/?next=/chess/all-time/report").text
