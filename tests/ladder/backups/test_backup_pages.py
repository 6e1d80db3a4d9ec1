"""The owner downloads the site, looks into a file and restores it; nobody else does."""

import io
from html import unescape

import pytest
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.core.files.uploadedfile import SimpleUploadedFile

from ladder.backups import views
from ladder.backups.queries.inspection import build_restore_preview, open_backup
from ladder.backups.views import ANOTHER_FILE
from ladder.models import Match, Role
from players.models import Player
from tests.factories import make_ladder, play, prove, season_of, signed_in
from tests.ladder.backups.sample_site import changed, written
from tests.markup import flat

pytestmark = [pytest.mark.django_db, pytest.mark.pages]
PAGE, FILE, RESTORE = "/backup", "/backup/file", "/backup/restore"


@pytest.fixture
def owner(client, organiser):
    play(season_of(make_ladder()), "Ada", "Bo")
    client.force_login(organiser)
    prove(client)
    return client


def send(client, content, **fields):
    return send_to(client, RESTORE, content, **fields)


def send_to(client, path, content, **fields):
    return client.post(path, {"file": SimpleUploadedFile("b.zip", content), **fields})


def test_the_owner_downloads_what_can_be_restored(owner):
    assert "Download the backup" in owner.get(PAGE).text
    answer = owner.post(FILE)
    assert answer["Content-Disposition"].startswith('attachment; filename="club-ladder-')
    found = build_restore_preview(open_backup(io.BytesIO(answer.getvalue())))
    assert [(one.name, one.state) for one in found.ladders] == [("Club", "same as here")]


@pytest.mark.parametrize("path", [PAGE, FILE, RESTORE])
def test_whoever_comes_later_proves_first_who_they_are(organiser, path):
    browser, content = signed_in(organiser), written()
    asked = browser.get(path) if path == PAGE else send_to(browser, path, content)
    assert (asked.status_code, asked.url) == (302, "/accounts/reauthenticate/?next=%2Fbackup")
    proved = browser.post(asked.url, {"password": "let me in"})
    assert proved.url == PAGE
    page = browser.get(PAGE)
    assert ("Nothing was downloaded or restored." in page.text) == (path != PAGE)
    assert send(browser, content, look="").status_code == 200
    browser.post(FILE).close()


def test_a_browser_with_htmx_is_led_to_the_proof(organiser):
    asked = signed_in(organiser).post(RESTORE, headers={"HX-Request": "true"})
    assert (asked.content, asked["HX-Redirect"]) == (b"", "/accounts/reauthenticate/?next=%2Fbackup")


def test_a_file_is_shown_beside_what_is_here_and_nothing_is_changed(owner):
    content = written()
    play(season_of(Match.objects.get().season.ladder), "Cy", "Ada")
    page = send(owner, content, look="")
    assert page.status_code == 200
    counts = {one.what: (one.file, one.here) for one in page.context["preview"].counts}
    assert counts == {"Ladders": (1, 1), "Seasons": (1, 1), "Players": (2, 3), "Matches": (1, 2), "Accounts": (1, 1)}
    assert [(one.name, one.state) for one in page.context["preview"].ladders] == [("Club", "different from here")]
    assert Match.objects.count() == 2


def test_a_file_that_nobody_owns_the_club_in_says_what_to_do(owner, organiser):
    assert "create_organiser" not in send(owner, written(), look="").text
    User.objects.filter(pk=organiser.pk).update(is_active=False)
    User.objects.create_user("ada")
    content = written()
    User.objects.filter(pk=organiser.pk).update(is_active=True)
    page = send(owner, content, look="")
    assert (page.status_code, "make an owner on the server with manage.py create_organiser" in page.text) == (200, True)


def test_with_the_word_the_file_takes_the_place_of_everything(owner):
    content = written()
    Player.objects.filter(name="Ada").update(name="Somebody else")
    seen = send(owner, content, look="").context["seen"]
    answer = send(owner, content, restore="", seen=seen, confirm=" restore ")
    assert (answer.status_code, answer.url) == (303, "/accounts/login/")
    assert set(Player.objects.values_list("name", flat=True)) == {"Ada", "Bo"}
    assert not Session.objects.exists()
    assert "Sign in with an account from it." in owner.get(answer.url).text


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"confirm": "RESTORE"}, ANOTHER_FILE),
        ({"confirm": "RESTORE", "seen": "0" * 64}, ANOTHER_FILE),
        ({"confirm": "yes"}, "Type RESTORE to replace everything that is here."),
        ({"confirm": "\u202eRESTORE"}, "Type RESTORE to replace everything that is here."),
    ],
)
def test_without_the_word_or_with_another_file_nothing_is_changed(owner, fields, sentence):
    content = written()
    fields = {"seen": send(owner, content, look="").context["seen"]} | fields
    if sentence == ANOTHER_FILE:
        fields |= {"seen": fields["seen"][:-1]}
    Player.objects.filter(name="Ada").update(name="Somebody else")
    answer = send(owner, content, restore="", **fields)
    assert answer.status_code == 422
    assert sentence in unescape(answer.text)
    assert Player.objects.filter(name="Somebody else").exists()


@pytest.mark.parametrize("content", [b"", b"nothing", b"PK\x03\x04" + b"\0" * 50])
def test_a_bad_file_is_refused_beside_the_field(owner, content):
    answer = send(owner, content, look="")
    assert answer.status_code == 422
    assert answer.context["form"].errors["file"]


def test_a_row_that_is_no_text_is_refused_in_text(owner):
    file = "ladder.matchrevision.jsonl"
    odd = changed(written(), file, change=lambda lines: [lines[0].replace(b'"rated"', b'"\\ud800"'), *lines[1:]])
    answer = send(owner, odd, look="")
    assert (answer.status_code, "line 1: There is no kind of match called ?." in answer.text) == (422, True)


def test_no_file_or_one_too_large_is_refused(owner, monkeypatch):
    assert owner.post(RESTORE, {"look": "", "file": "words"}).status_code == 422
    monkeypatch.setattr(views, "LARGEST_BACKUP_MB", 0)
    answer = send(owner, b"x" * 10, look="")
    assert "On the server, use manage.py restore." in answer.text


def test_htmx_gets_the_preview_alone(owner):
    file = SimpleUploadedFile("b.zip", written())
    answer = owner.post(RESTORE, {"file": file, "look": ""}, headers={"HX-Request": "true"})
    assert answer.text.lstrip().startswith('<div class="stack" id="preview">')
    assert "Choose the same file again" not in flat(answer.text)


@pytest.mark.parametrize("role", [None, "recorder", "organiser"])
@pytest.mark.parametrize(("method", "url"), [("get", PAGE), ("post", FILE), ("post", RESTORE)])
def test_nobody_else_may(client, organiser, role, method, url):
    user = User.objects.create_user("ada")
    if role:
        Role.objects.create(ladder=make_ladder(), user=user, role=role)
    client.force_login(user)
    assert getattr(client, method)(url).status_code == 403
    client.logout()
    assert getattr(client, method)(url).url.startswith("/accounts/login/")


@pytest.mark.parametrize("url", [FILE, RESTORE])
def test_looking_does_nothing(owner, url):
    assert owner.get(url).status_code == 405
