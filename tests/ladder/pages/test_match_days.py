"""A match without a time has a day only, wherever it is told; it is stored as the last second of that day."""

import re
from datetime import UTC, datetime

import pytest
import time_machine
from django.contrib.auth.models import User
from django.utils import timezone

from ladder.formats import ParticipantResult
from ladder.matches.actions.corrections import correct_match
from ladder.matches.actions.disputes import dispute_match
from ladder.matches.queries.results import format_when
from ladder.models import Match
from ladder.pages.figures import format_match_moment
from players.models import Notice
from tests.factories import enter_match, make_ladder, season_of, signed_in
from tests.markup import flat
from tests.walking import addresses

pytestmark = [pytest.mark.django_db, pytest.mark.once]
NOW = datetime(2026, 3, 12, 12, tzinfo=UTC)
TELLS_MOMENTS = ("/feed.xml", "/data")  # an Atom feed has to, and what is stored of a player is given as it is
TIME = re.compile(rb"23:59|11:59 p\.m\.")


def day_alone(day):
    return datetime(2026, 3, day, 23, 59, 59, tzinfo=UTC)


@pytest.mark.parametrize(
    ("at", "said", "listed"),
    [
        (datetime(2026, 3, 10, 23, 59, 59, tzinfo=UTC), "10 March 2026", "10 March"),
        (datetime(2026, 3, 12, 23, 59, 59, tzinfo=UTC), "12 March 2026", "12 March"),
        (datetime(2026, 3, 12, 23, 59, tzinfo=UTC), "12 March 2026, 23:59", "23:59"),
        (datetime(2026, 3, 12, 20, 15, tzinfo=UTC), "12 March 2026, 20:15", "20:15"),
        (datetime(2026, 3, 12, 0, 0, tzinfo=UTC), "12 March 2026, 00:00", "00:00"),
    ],
)
@time_machine.travel(NOW, tick=False)
def test_a_match_is_told_with_its_time_only_if_it_has_one(at, said, listed):
    assert (format_match_moment(at), format_when(at)) == (said, listed)


@time_machine.travel(NOW, tick=False)
def test_the_day_is_that_of_the_club():
    with timezone.override("Pacific/Auckland"):
        assert format_match_moment(datetime(2026, 3, 10, 10, 59, 59, tzinfo=UTC)) == "10 March 2026"


@pytest.fixture
def days(ana, ben):
    """A match of yesterday, corrected from another day, one of today that is disputed, and all pages about them."""
    with time_machine.travel(NOW, tick=False):
        season = season_of(make_ladder("points-exchange"))
        made = {}
        for day in (9, 12):
            sides = [ParticipantResult(ana, 1.0), ParticipantResult(ben, 0.0)]
            made[day] = enter_match(
                season=season, participants=sides, by=ana.user, kind="rated", played_at=day_alone(day)
            )
        correct_match(match=made[9], by=None, reason="A day later.", revision=1, played_at=day_alone(11))
        dispute_match(match=made[12], by=ben.user, note="I won.", revision=1)
        yield made


def list_pages(match, ana, ben):
    values = {
        "ladder": ["club"],
        "season": ["all-time"],
        "board": ["points-exchange"],
        "players:pk": [ana.pk],
        "players:other": [ben.pk],
        "first": [ana.pk],
        "second": [ben.pk],
        "ladder:pk": [match.pk],
        "form": ["csv"],
    }
    return [url for url in addresses(values) if not url.endswith(TELLS_MOMENTS)]


def test_no_page_tells_the_time_of_a_match_that_has_none(days, ana, ben):
    owner, member = signed_in(User.objects.create_superuser("owner")), signed_in(ana.user)
    corrected, disputed = days.values()
    admin = ["/admin/ladder/match/", f"/admin/ladder/match/{corrected.pk}/change/"]
    own = [url for url in list_pages(corrected, ana, ben) if url.startswith("/matches/")]

    for url in [*list_pages(disputed, ana, ben), *admin, *own]:
        page = owner.get(url)
        assert page.streaming or not TIME.search(page.content), url
    assert not TIME.search(member.get("/").content)
    assert not Notice.objects.filter(text__contains="23:59").exists()


def test_a_match_page_and_its_history_have_the_day_alone(client, days):
    page = flat(client.get(days[9].get_absolute_url()).text)

    assert f"Match {days[9].pk}, Wednesday 11 March 2026</span>" in page
    assert "<s>9 March 2026</s>to<b>11 March 2026</b>" in page


def test_a_correction_leaves_a_day_alone_and_its_preview_tells_days(staff, days):
    match = Match.objects.get(pk=days[9].pk)
    form = staff.get(f"/matches/{match.pk}/correct").context["form"]
    sent = {name: form[name].value() for name in form.fields if form[name].value() not in (None, "")}
    sent |= {"date": "2026-03-10", "winner": "first", "reason": "Another day."}

    shown = staff.post(f"/matches/{match.pk}/correct", sent | {"preview": "1"})
    staff.post(f"/matches/{match.pk}/correct", sent | {"token": shown.context["token"]})

    assert form["time"].value() is None
    assert '<s class="muted">11 March 2026</s><b>10 March 2026</b>' in flat(shown.text)
    assert Match.objects.get(pk=match.pk).played_at == day_alone(10)
