"""What was typed comes back where the venue's code, or a second factor, is asked for before the form is taken."""

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import TOTP
from django.contrib.auth.models import User

from ladder.matches.actions.venue_codes import make_venue_code
from ladder.models import Match
from players.models import Club, Player
from tests.config.sending import BUTTON, HIDDEN, Browser, offered
from tests.factories import make_ladder, play, season_of
from tests.markup import flat

pytestmark = pytest.mark.django_db
ENTER, REPORT = "/club/at-the-venue", "/club/at-the-venue/report"
RESULT = {"first": "Ana", "second": "Ben", "winner": "first", "length": "5", "kind": "rated", "day": "today"}
SECRET = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP"
KEY = "7f9c24e5-2c1e-4b0f-9f5e-6a1d3c0b8a55"


@pytest.fixture
def season(db):
    for name in ("Ana", "Ben"):
        Player.objects.create(name=name)
    return season_of(make_ladder())


def enter(browser, ladder):
    """Give the code of the venue, a new one."""
    sent = {"code": make_venue_code(ladder=ladder, by=None), "csrfmiddlewaretoken": browser.token(ENTER)}
    assert browser.send(ENTER, sent).url == REPORT


@pytest.fixture
def there(season):
    """A browser at the venue."""
    browser = Browser()
    enter(browser, season.ladder)
    return browser


@pytest.fixture
def result(there, season):
    """What it sends from the report form, and the code is another by then."""
    sent = RESULT | {"form_key": KEY, "csrfmiddlewaretoken": there.token(REPORT)}
    make_venue_code(ladder=season.ladder, by=None)
    return sent


def test_a_report_under_an_old_code_is_sent_again_after_the_new_one(there, season, result):
    answer = there.send(REPORT, result)
    assert (answer.status_code, "<h1>The venue code is needed again</h1>" in answer.text) == (403, True)
    assert f'href="{ENTER}" target="_blank"' in answer.text
    assert "Enter it again. Nothing was saved." not in flat(there.get(ENTER).text)  # it was said once
    action, fields = offered(answer)
    assert (action, fields["first"], fields["form_key"]) == (REPORT, "Ana", KEY)

    assert offered(there.send(action, fields))[1]["first"] == "Ana"  # still without the code
    assert not Match.objects.exists()
    enter(there, season.ladder)
    for _ in range(2):  # the second is the same form
        assert there.send(action, fields).url == REPORT
    assert [(one.at_venue, one.facts["length"]) for one in Match.objects.all()] == [(True, 5)]


def test_whoever_signed_in_meanwhile_copies_it_into_a_report_of_their_own(there, season, result, organiser):
    there.sign_in(organiser)
    action, fields = offered(there.send(REPORT, result))  # its token is older than the sign-in
    answer = there.send(action, fields)
    assert (answer.status_code, BUTTON in flat(answer.text)) == (403, False)
    assert f'href="{season.get_absolute_url()}report" target="_blank"' in flat(answer.text)
    assert '<span class="muted">First</span><span>Ana</span>' in flat(answer.text)
    assert not Match.objects.exists()


def test_htmx_shows_what_was_typed_at_the_venue_in_the_place_of_the_page(there, result):
    answer = there.send(REPORT, result, {"HX-Request": "true"})
    assert (answer.status_code, "HX-Redirect" in answer.headers) == (422, False)
    assert offered(answer)[0] == REPORT


def test_no_button_sends_to_the_venue_what_stood_on_another_site(there, result):
    answer = there.send(REPORT, result, {"Sec-Fetch-Site": "cross-site"})
    assert (answer.status_code, answer.url, BUTTON in answer.text) == (303, ENTER, False)


def test_what_an_organiser_sends_before_the_second_factor_is_sent_again_after_it(season, organiser):
    match, browser = play(season, "Ana", "Ben"), Browser(organiser)
    Club(pk=Club.ONLY, second_factor=True).save()
    TOTP.activate(organiser, SECRET)
    url = f"/matches/{match.pk}/void"
    token = dict(HIDDEN.findall(browser.get(url).text))["token"]
    sent = {"token": token, "reason": "It was practice.", "csrfmiddlewaretoken": browser.token(url)}
    Authenticator.objects.all().delete()  # an owner has removed it

    answer = browser.send(url, sent)
    assert (answer.status_code, "<h1>Set up your second factor</h1>" in answer.text) == (403, True)
    assert 'href="/accounts/2fa/totp/activate/" target="_blank"' in answer.text
    action, fields = offered(answer)
    assert (action, fields["reason"]) == (url, "It was practice.")
    assert offered(browser.send(action, fields))[0] == url
    assert match.revisions.count() == 1

    TOTP.activate(organiser, SECRET)
    assert browser.send(action, fields).status_code == 303
    assert Match.objects.get().is_void


def test_whoever_may_not_is_not_asked_for_a_second_factor(season, organiser):
    match, browser = play(season, "Ana", "Ben"), Browser(User.objects.create_user("robin"))
    Club(pk=Club.ONLY, second_factor=True).save()
    url = f"/matches/{match.pk}/void"
    answer = browser.send(url, {"reason": "words", "csrfmiddlewaretoken": browser.token("/")})
    assert (answer.status_code, BUTTON in answer.text) == (403, False)
