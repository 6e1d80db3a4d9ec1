"""Mail as the mail server gets it, byte by byte: its headers, and where its links lead."""

import re
from email import message_from_bytes, policy

import pytest
from allauth.account.models import EmailAddress
from django.contrib.auth.models import User
from django.core.management import call_command

from players.models import Notice, NoticeSettings
from players.notices.actions import notify_player
from tests.factories import make_player
from tests.smtp import listening

pytestmark = pytest.mark.django_db
SITE = "https://ladder.a-rather-long-name-of-a-club.example"
ANYWHERE = {"HTTP_HOST": "localhost:1234"}  # allowed, but not the site's own


@pytest.fixture
def sink(settings):
    """A mail server, and a site that uses it."""
    with listening() as server:
        settings.MAILERS, settings.SITE_URL = {"default": server.mailer}, SITE
        yield server


@pytest.fixture
def robin(db):
    user = User.objects.create_user("robin", "robin@club.example", "let me in")
    EmailAddress.objects.create(user=user, email=user.email, primary=True, verified=True)
    return user


def header(raw, name):
    """The line of a header as it was on the wire, with the lines that go on with it."""
    return re.search(rf"^{name}: .*\r\n(?:[ \t].*\r\n)*".encode(), raw, re.MULTILINE).group().decode()


def body(raw):
    return message_from_bytes(raw, policy=policy.default).get_content().replace("\r\n", "\n")


def test_list_unsubscribe_is_an_address_on_one_line(sink, robin, django_capture_on_commit_callbacks):
    player = make_player("Robin")
    player.user = robin
    player.save()
    NoticeSettings.objects.create(user=robin, challenge=True)
    with django_capture_on_commit_callbacks(execute=True):
        notify_player(player=player, kind=Notice.Kind.CHALLENGE, text="Zoë Ångström challenges you. " * 3, url="/club/")
    (raw,) = sink.taken
    line = header(raw, "List-Unsubscribe")
    assert re.fullmatch(rf"List-Unsubscribe: <{SITE}/players/leave/[\w:-]+>\r\n", line)
    assert header(raw, "List-Unsubscribe-Post") == "List-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n"
    assert header(raw, "Subject").isascii()
    assert f"{SITE}/club/" in body(raw)
    assert line[len("List-Unsubscribe: <") : -len(">\r\n")] in body(raw)


def ask_code(client):
    client.post("/accounts/login/code/", {"email": "robin@club.example"}, **ANYWHERE)


def ask_reset(client):
    client.post("/accounts/password/reset/", {"email": "robin@club.example"}, **ANYWHERE)


def ask_confirmation(client):
    EmailAddress.objects.update(verified=False)
    client.force_login(User.objects.get())
    client.post("/accounts/email/", {"email": "robin@club.example", "action_send": "1"}, **ANYWHERE)


@pytest.mark.parametrize(
    ("ask", "link"),
    [
        (ask_code, ""),
        (ask_reset, r"/accounts/password/reset/key/\S+/"),
        (ask_confirmation, r"/accounts/confirm-email/\S+/"),
    ],
)
def test_mail_about_accounts_names_the_site_and_not_the_host_of_the_request(client, sink, robin, ask, link):
    ask(client)
    (raw,) = sink.taken
    assert b"localhost:1234" not in raw
    assert header(raw, "Subject").startswith("Subject: [Club ladder] ")
    assert re.search(rf"^{SITE}{link}$" if link else rf"Club ladder, {SITE}$", body(raw), re.MULTILINE)


def test_a_link_of_a_mail_works_on_the_site(client, sink, robin):
    ask_reset(client)
    path = re.search(rf"{SITE}(/\S+)", body(sink.taken[0])).group(1)
    assert "Choose a new password" in client.get(path, follow=True).text


@pytest.mark.parametrize(
    ("hosts", "warned"), [(["*"], True), (["ladder.example.org", "*"], True), ([".example.org"], False)]
)
def test_a_wildcard_of_hosts_is_warned_about(settings, capsys, hosts, warned):
    settings.ALLOWED_HOSTS = hosts
    call_command("check")
    assert ("ALLOWED_HOSTS holds “*”" in capsys.readouterr().err) is warned
