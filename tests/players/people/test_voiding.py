"""Organisers void at once what one person reported since a moment."""

from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from ladder import ledger
from ladder.changes.change_log import LogFilter, load_log_page
from ladder.formats import ParticipantResult
from ladder.matches.actions.corrections import restore_match
from ladder.matches.actions.disputes import dispute_match
from ladder.models import Event, Match, MatchRevision
from ladder.seasons.actions.life_cycle import close_season, open_next_season
from players.models import Notice, NoticeSettings
from tests.factories import (
    enter_report,
    make_asking,
    make_ladder,
    make_member,
    make_player,
    play,
    season_of,
    signed_in,
)
from tests.markup import flat

pytestmark = pytest.mark.django_db


@pytest.fixture
def ladder():
    return make_ladder("points-exchange", reporters="any")


@pytest.fixture
def cy(ladder):
    return make_member("Cy")


def report(season, by, winner, loser):
    participants = [ParticipantResult(make_player(winner), 1.0), ParticipantResult(make_player(loser), 0.0)]
    return enter_report(season=season, participants=participants, by=by.user, kind="rated")


def url_of(player):
    return f"/players/{player.pk}/void-reports"


def today():
    return f"{timezone.localdate()}"


def void(client, player, **values):
    """Look at the preview, then apply it."""
    shown = client.get(url_of(player), {"day": today()})
    values = {"day": today(), "reason": "Made up.", "token": shown.context["token"]} | values
    return client.post(url_of(player), values)


def statuses():
    return list(Match.objects.order_by("pk").values_list("status", flat=True))


def test_all_that_somebody_reported_is_listed_shown_voided_and_restored_one_by_one(organises, ladder, cy):
    season = season_of(ladder)
    play(season, "Ada", "Bo")
    before = ledger.fingerprint(ladder)
    mine = [report(season, cy, "Cy", name) for name in ("Ada", "Bo", "Ada")]
    page = organises.get(f"/players/{cy.pk}/")
    assert f'href="{url_of(cy)}"' in page.text
    shown = organises.get(url_of(cy), {"day": today()})
    assert [one.match for one in shown.context["listed"]] == mine[::-1]
    (reached,) = shown.context["seasons"]
    assert {move.name for move in reached.boards[0].moves} == {"Ada", "Bo", "Cy"}
    assert statuses() == ["counted"] * 4

    assert void(organises, cy).url == cy.get_absolute_url()
    assert statuses() == ["counted", "void", "void", "void"]
    assert (ledger.fingerprint(ladder), ledger.verify(ladder)) == (before, [])
    said = set(MatchRevision.objects.filter(verb="void").values_list("by__username", "reason"))
    assert said == {("olga", "Made up.")}

    fresh = Match.objects.get(pk=mine[0].pk)
    restore_match(match=fresh, by=None, reason="This one was played.", revision=fresh.revision)
    assert statuses() == ["counted", "counted", "void", "void"]
    assert ledger.verify(ladder) == []


def test_the_log_has_it_as_one_entry_with_what_it_moved(organises, ladder, cy):
    season = season_of(ladder)
    for name in ("Ada", "Bo"):
        report(season, cy, "Cy", name)
    void(organises, cy)
    (line,) = load_log_page(ladder, what=LogFilter.CHANGES).lines
    assert (line.entry.verb, line.entry.reason, line.entry.who) == ("voided reports in", "Made up.", "olga")
    assert line.entry.differences[0].old.startswith("2 matches that Cy reported since ")
    assert line.entry.effects


def test_only_what_came_since_is_voided(organises, ladder, cy):
    season = season_of(ladder)
    old, new = report(season, cy, "Cy", "Ada"), report(season, cy, "Cy", "Bo")
    Match.objects.filter(pk=old.pk).update(recorded_at=timezone.now() - timedelta(days=3))
    play(season, "Ada", "Cy")
    assert void(organises, cy).status_code == 303
    assert list(Match.objects.filter(status="void")) == [new]
    answer = organises.get(url_of(cy), {"day": today()})
    assert "Cy has reported nothing since" in answer.context["refusal"]


def test_pending_and_disputed_reports_are_voided_and_their_notices_read(client, organiser):
    season, ada, cy = make_asking(reporters="any"), make_member("Ada"), make_member("Cy")
    waits, wrong = report(season, cy, "Cy", "Ada"), report(season, cy, "Cy", "Ada")
    dispute_match(match=wrong, by=ada.user, note="Never played.", revision=1)
    client.force_login(organiser)
    assert void(client, cy).status_code == 303
    assert statuses() == ["void", "void"]
    assert not Notice.objects.filter(player=ada, kind=Notice.Kind.RESULT, read_at=None).exists()
    assert not client.get("/desk").context["desk"].waiting
    assert waits.pk != wrong.pk


def test_an_organiser_voids_on_their_own_ladders_and_in_open_seasons_only(organises, ladder, cy):
    season, other = season_of(ladder), season_of(make_ladder("points-exchange", slug="other", reporters="any"))
    elsewhere, closed = report(other, cy, "Cy", "Ada"), report(season, cy, "Cy", "Ada")
    later = open_next_season(close_season(season), slug="next", name="Next")
    mine = report(later, cy, "Cy", "Ada")
    shown = organises.get(url_of(cy), {"day": today()})
    assert "1 more is in a season that is closed. To void it, reopen the season first." in flat(shown.text)
    void(organises, cy)
    assert {match.pk for match in Match.objects.filter(status="void")} == {mine.pk}
    assert not {elsewhere.pk, closed.pk} & {mine.pk}
    assert ledger.verify(ladder) == []


def test_an_owner_voids_on_all_ladders_with_an_event_on_each(staff, ladder, cy):
    other = make_ladder("points-exchange", slug="other", reporters="any")
    for one in (ladder, other):
        report(season_of(one), cy, "Cy", "Ada")
    void(staff, cy)
    assert statuses() == ["void", "void"]
    assert list(Event.objects.values_list("verb", "ladder__slug")) == [
        ("void-reports", "club"),
        ("void-reports", "other"),
    ]
    assert ledger.verify(ladder) == ledger.verify(other) == []


def test_what_was_not_shown_is_shown_first(organises, ladder, cy):
    season = season_of(ladder)
    report(season, cy, "Cy", "Ada")
    token = organises.get(url_of(cy), {"day": today()}).context["token"]
    report(season, cy, "Cy", "Bo")
    answer = void(organises, cy, token=token)
    assert (answer.status_code, answer.context["count"], statuses()) == (409, 2, ["counted", "counted"])


def test_what_was_entered_at_the_venue_is_voided_with_it_if_wanted_where_they_played(organises, ladder, cy):
    season = season_of(ladder)
    play(season, "Cy", "Ada")  # an organiser entered it
    report(season, cy, "Cy", "Ada")
    for names in (("Cy", "Bo"), ("Ada", "Bo")):
        match = play(season, *names)
        Match.objects.filter(pk=match.pk).update(at_venue=True, reported_by=None)
    assert organises.get(url_of(cy), {"day": today()}).context["count"] == 1
    shown = organises.get(url_of(cy), {"day": today(), "at_venue": "on"})
    assert shown.context["count"] == 2
    assert '<input type="hidden" name="at_venue" value="on">' in shown.text

    void(organises, cy, token=shown.context["token"], at_venue="on")
    assert statuses() == ["counted", "void", "void", "counted"]
    told = "2 matches that Cy reported or that were entered at the venue with Cy since "
    assert Event.objects.get().old.startswith(told)
    assert ledger.verify(ladder) == []


@pytest.mark.parametrize("reason", ["", " "])
def test_nothing_is_voided_without_a_reason(organises, ladder, cy, reason):
    report(season_of(ladder), cy, "Cy", "Ada")
    answer = void(organises, cy, reason=reason)
    assert (answer.status_code, statuses()) == (422, ["counted"])
    assert "Enter a reason." in answer.text


MOMENTS = [{"day": ""}, {"day": "x"}, {"day": "2999-01-01"}, {"day": "2026-01-01", "time": "x"}]


@pytest.mark.parametrize("values", MOMENTS)
def test_a_moment_that_is_none_is_told_beside_its_field(organises, ladder, cy, values):
    answer = organises.get(url_of(cy), values)
    assert (answer.status_code, len(answer.context["form"].errors)) == (422, 1)


def test_members_void_nothing(ladder, cy):
    assert signed_in(cy.user).get(url_of(cy), {"day": today()}).status_code == 403
    assert "Void their reports" not in flat(signed_in(cy.user).get(f"/players/{cy.pk}/").text)


def test_whoever_has_no_account_reported_nothing(organises, ladder, cy):
    ada = make_player("Ada")
    assert "Void their reports" not in flat(organises.get(f"/players/{ada.pk}/").text)
    assert User.objects.filter(username="olga").exists()


def test_whoever_loses_a_badge_by_it_is_told_and_the_page_says_so_first(ladder, cy, staff):
    ann = make_member("Ann").user
    NoticeSettings.objects.create(user=ann, moved_by=0)
    for number in range(10):
        report(season_of(ladder), cy, "Ann", f"New {number}")

    assert "<li>Ann loses the badge “Sociable”.</li>" in staff.get(url_of(cy), {"day": today()}).text
    void(staff, cy)

    told = Notice.objects.get(player__user=ann, kind="correction").text
    assert told.startswith("organiser voided 10 matches that Cy reported since ")
    assert told.endswith("You lose the badges “Summit”, “Unstoppable” and “Sociable”.")
