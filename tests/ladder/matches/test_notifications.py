"""Who is told of a report, a dispute and a correction, and in which words."""

from datetime import date

import pytest
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import connection
from django.test.utils import CaptureQueriesContext

from ladder.formats import ParticipantResult
from ladder.matches.actions.corrections import correct_match, void_match
from ladder.matches.actions.disputes import build_proposal, confirm_match, dispute_match, uphold_result
from ladder.matches.actions.reports import undo_report
from ladder.models import Ladder, Match
from players.models import Notice, NoticeSettings
from tests.factories import (
    at,
    enter_match,
    enter_report,
    make_ladder,
    make_member,
    make_player,
    play,
    season_of,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def season():
    return season_of(make_ladder("points-exchange"))


def report(season, by, winner, loser, **played):
    participants = [ParticipantResult(make_player(winner), 1.0), ParticipantResult(make_player(loser), 0.0)]
    return enter_report(season=season, participants=participants, by=by, kind="rated", **played)


def scores(first, won, second, lost):
    """Return the participants of a match of two with these scores."""
    return [ParticipantResult(make_player(first), float(won)), ParticipantResult(make_player(second), float(lost))]


def told():
    """Return who was told what, in order."""
    return [(one.player.name, one.kind, one.text) for one in Notice.objects.select_related("player").order_by("pk")]


def test_an_opponent_with_an_account_is_told_of_a_result(season):
    ada = make_member("Ada").user
    make_member("Bo")
    match = report(season, ada, "Ada", "Bo")
    assert told() == [("Bo", "result", "Ada reported: Ada beat Bo (Club).")]
    assert Notice.objects.get().url == f"/matches/{match.pk}/"


def test_the_same_form_sent_twice_tells_once(season):
    ada, key = make_member("Ada").user, "7f1f25c7-3c39-4c39-9c0a-0d1c63bd0c5a"
    make_member("Bo")
    for _ in range(2):
        report(season, ada, "Ada", "Bo", form_key=key, played_at=at(date(2026, 11, 2)))
    assert (Match.objects.count(), len(told())) == (1, 1)


def test_an_organiser_who_enters_a_match_tells_both(season, organiser):
    make_member("Ada")
    make_member("Bo")
    report(season, organiser, "Ada", "Bo")
    assert [(name, text) for name, _, text in told()] == [
        ("Ada", "organiser reported: Ada beat Bo (Club)."),
        ("Bo", "organiser reported: Ada beat Bo (Club)."),
    ]


def test_the_sites_own_matches_tell_nobody(season):
    make_member("Ada")
    play(season, "Ada", "Bo")
    assert told() == []


def test_a_dispute_tells_the_reporter_and_the_organisers_and_its_end_tells_who_began_it(season, organiser):
    """Dan, who records results here, played no part in it."""
    _, bo, dan = (make_member(name).user for name in ("Ada", "Bo", "Dan"))
    dan.ladder_roles.create(ladder=season.ladder, role="recorder")
    cy = make_player("Cy")
    cy.user = organiser
    cy.save()
    match = report(season, dan, "Ada", "Bo")
    Notice.objects.all().delete()
    dispute_match(match=match, by=bo, note="I won.", revision=1)
    said = f"Bo disputed match {match.pk}, Ada beat Bo. Reason: “I won.”"
    assert sorted(told()) == [("Ada", "dispute", said), ("Cy", "dispute", said), ("Dan", "dispute", said)]
    Notice.objects.all().delete()
    uphold_result(match=match, by=organiser, reason="I saw it.", revision=2)
    stands = f"Cy kept the result of match {match.pk}, Ada beat Bo. Reason: “I saw it.”"
    assert sorted(told()) == [("Ada", "dispute", stands), ("Bo", "dispute", stands), ("Dan", "dispute", stands)]


def test_a_dispute_tells_what_the_match_should_say(season, organiser):
    ada, bo = make_member("Ada").user, make_member("Bo").user
    match = report(season, ada, "Ada", "Bo")
    Notice.objects.all().delete()
    dispute_match(match=match, by=bo, note="", revision=1, proposed=build_proposal(match, 0.0, {}))
    said = f"Bo disputed match {match.pk}, Ada beat Bo. Proposed result: Bo beat Ada."
    assert told() == [("Ada", "dispute", said)]


@pytest.mark.parametrize(
    ("verb", "more", "ends"),
    [
        (void_match, {}, ". Your rating changed from 990 to 1,000 (Club, All time: Points exchange)."),  # P-3
        (correct_match, {"facts": {"length": 7}}, ". The result is now: Ada beat Bo, length 7."),
    ],
)
def test_who_disputed_hears_how_it_ended_however_little_it_moves_them(season, organiser, verb, more, ends):
    ada, bo = make_member("Ada").user, make_member("Bo").user
    NoticeSettings.objects.create(user=bo, moved_by=1000)
    match = report(season, ada, "Ada", "Bo")
    dispute_match(match=match, by=bo, note="I won.", revision=1)
    Notice.objects.all().delete()
    verb(match=match, by=organiser, reason="So it was.", revision=2, **more)
    heard = f"organiser {'corrected' if more else 'voided'} match {match.pk}, which you disputed{ends}"
    assert [one for one in told() if one[0] == "Bo"] == [("Bo", "dispute", heard)]


def test_who_disputed_and_is_moved_hears_of_the_correction_once(season, organiser):
    """Bo loses no 10 points but wins them, as does everybody between equals (P-3)."""
    ada, bo = make_member("Ada").user, make_member("Bo").user
    match = report(season, ada, "Ada", "Bo")
    dispute_match(match=match, by=bo, note="I won.", revision=1)
    Notice.objects.all().delete()
    correct_match(match=match, by=organiser, reason="So it was.", revision=2, participants=scores("Ada", 0, "Bo", 1))
    did = f"organiser corrected match {match.pk}"
    board = "(Club, All time: Points exchange)."
    assert sorted(told()) == [
        ("Ada", "correction", f"{did}. Your rating changed from 1,010 to 990 {board}"),
        (
            "Bo",
            "dispute",
            f"{did}, which you disputed. The result is now: Bo beat Ada. Your rating changed from 990 to 1,010 {board}",
        ),
    ]


def test_a_correction_tells_those_whom_it_moves(season, organiser):
    make_member("Ada")
    make_member("Di")
    match = play(season, "Ada", "Bo", on=date(2026, 11, 1))  # 10 points: 1,010 and 990 (P-3)
    play(season, "Cy", "Di", on=date(2026, 11, 2))
    void_match(match=match, by=organiser, reason="Never played.", revision=1)
    moved = "Your rating changed from 1,010 to 1,000 (Club, All time: Points exchange)."
    assert told() == [("Ada", "correction", f"organiser voided match {match.pk}. {moved}")]


@pytest.mark.parametrize(("limit", "count"), [(9.0, 1), (10.0, 0)])
def test_a_correction_is_told_above_what_a_player_has_set(season, organiser, limit, count):
    NoticeSettings.objects.create(user=make_member("Ada").user, moved_by=limit)
    match = play(season, "Ada", "Bo")
    void_match(match=match, by=organiser, reason="Never played.", revision=1)
    assert len(told()) == count


def test_who_corrects_is_not_told(season):
    ada = make_member("Ada").user
    make_member("Bo")
    match = report(season, ada, "Ada", "Bo")
    Notice.objects.all().delete()
    undo_report(match=match, by=ada, revision=1)
    assert [name for name, _, _ in told()] == ["Bo"]


def test_a_refused_report_tells_nobody(season):
    ada = make_member("Ada").user
    make_member("Bo")
    with pytest.raises(ValidationError):
        report(season, ada, "Bo", "Cy")
    assert told() == []


def test_a_result_that_waits_says_so_and_when_it_is_right_all_the_same_they_are_told(organiser):
    make_ladder("points-exchange")
    Ladder.objects.update(confirm_hours=24, counts_when_confirmed=True)
    season = season_of(Ladder.objects.get())
    ada, bo = make_member("Ada").user, make_member("Bo").user
    match = report(season, ada, "Ada", "Bo")
    assert told() == [("Bo", "result", "Ada reported: Ada beat Bo (Club). It is pending until you confirm it.")]
    dispute_match(match=match, by=bo, note="I won.", revision=1)
    Notice.objects.all().delete()
    uphold_result(match=match, by=organiser, reason="I saw it.", revision=2)
    stands = f"organiser kept the result of match {match.pk}, Ada beat Bo. Reason: “I saw it.”"
    assert told() == [("Ada", "dispute", stands), ("Bo", "dispute", stands)]


def unread():
    """Return who has yet to read what."""
    rows = Notice.objects.filter(read_at=None).select_related("player").order_by("pk")
    return [(one.player.name, one.kind) for one in rows]


def test_who_answers_a_report_has_read_what_asked_for_it(season, organiser):
    ada, bo = make_member("Ada").user, make_member("Bo").user
    confirmed, disputed = (report(season, ada, "Ada", "Bo") for _ in range(2))
    Match.objects.update(confirm_by="2999-01-01T00:00Z")
    confirm_match(match=confirmed, by=bo, revision=1)
    assert unread() == [("Bo", "result")]
    dispute_match(match=disputed, by=bo, note="I won.", revision=1)
    assert unread() == [("Ada", "dispute")]


def test_that_another_confirmed_a_report_leaves_it_news(season, organiser):
    Ladder.objects.update(confirm_hours=24, counts_when_confirmed=True)
    season = season_of(Ladder.objects.get())
    make_member("Bo")
    match = report(season, make_member("Ada").user, "Ada", "Bo")
    confirm_match(match=match, by=organiser, revision=1)
    assert unread() == [("Bo", "result")]


def test_a_report_that_is_undone_asks_nobody_any_more(season):
    ada = make_member("Ada").user
    make_member("Bo")
    undone, kept = (report(season, ada, "Ada", "Bo") for _ in range(2))
    undo_report(match=undone, by=ada, revision=1)
    assert unread() == [("Bo", "result"), ("Bo", "correction")]
    assert Notice.objects.get(read_at=None, kind="result").url == kept.get_absolute_url()


@pytest.mark.parametrize("verb", [uphold_result, void_match])
def test_a_dispute_that_is_closed_asks_nobody_any_more(season, organiser, verb):
    cy = make_player("Cy")
    cy.user = User.objects.create_user("cy", is_staff=True)
    cy.save()
    ada, bo = make_member("Ada").user, make_member("Bo").user
    match = report(season, ada, "Ada", "Bo")
    dispute_match(match=match, by=bo, note="I won.", revision=1)
    assert sorted(unread()) == [("Ada", "dispute"), ("Cy", "dispute")]
    before = Notice.objects.count()
    verb(match=match, by=organiser, reason="I saw it.", revision=2)
    assert len(unread()) == Notice.objects.count() - before


def test_how_a_dispute_ended_stays_news_until_another_one_ends(season, organiser):
    ada, bo = make_member("Ada").user, make_member("Bo").user
    match = report(season, organiser, "Ada", "Bo")
    Notice.objects.all().delete()
    dispute_match(match=match, by=bo, note="I won.", revision=1)
    correct_match(match=match, by=organiser, reason="To 7.", revision=2, facts={"length": 7})
    correct_match(match=match, by=organiser, reason="To 9.", revision=3, facts={"length": 9})
    assert unread() == [("Bo", "dispute")]
    dispute_match(match=match, by=ada, note="To 5.", revision=4)
    uphold_result(match=match, by=organiser, reason="I saw it.", revision=5)
    assert sorted(unread()) == [("Ada", "dispute"), ("Bo", "dispute")]
    assert set(Notice.objects.filter(read_at=None).values_list("text", flat=True)) == {
        f"organiser kept the result of match {match.pk}, Ada beat Bo. Reason: “I saw it.”"
    }


def test_where_nobody_has_an_account_recording_asks_once_more(season, organiser, django_assert_num_queries):
    participants = [ParticipantResult(make_player("Ada"), 1.0), ParticipantResult(make_player("Bo"), 0.0)]
    enter_match(
        season=season, participants=participants, by=None, kind="rated"
    )  # the first of a season is planned otherwise
    with CaptureQueriesContext(connection) as silent:
        enter_match(season=season, participants=participants, by=None, kind="rated")
    with django_assert_num_queries(len(silent) + 1):
        enter_match(season=season, participants=participants, by=organiser, kind="rated")
