"""A report is refused before it is stored, whatever form it came from."""

from datetime import timedelta
from uuid import uuid4

import pytest
import time_machine
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.utils import timezone

from ladder import ledger
from ladder.access.permissions import NotAllowed
from ladder.challenges.actions import accept_challenge, challenge_side
from ladder.challenges.reports import record_walkover, report_challenge
from ladder.formats import Exit, ParticipantResult
from ladder.ledger.admission import PlayersOutOfRange
from ladder.ledger.ladder_lock import MatchChanged
from ladder.matches.actions.new_match import build_played_match, record_match
from ladder.matches.actions.reports import fix_report, report_match, undo_report
from ladder.matches.actions.venue_codes import find_code_digest, make_venue_code
from ladder.matches.queries.limits import load_limit_reason
from ladder.matches.queries.rights import TOO_LATE
from ladder.models import Fixture, Ladder, Match, Role
from ladder.scene import NOT_YOUR_MATCH, RECORDERS_ONLY, Scene
from players.models import Player
from tests.factories import enter_report, make_ladder, make_player, season_of

pytestmark = pytest.mark.django_db


def send(by, winner, loser, **ladder):
    participants = [ParticipantResult(winner, 1.0), ParticipantResult(loser, 0.0)]
    season = season_of(make_ladder("points-exchange", **ladder))
    return enter_report(season=season, participants=participants, by=by, kind="rated")


def test_a_member_reports_their_own_match(ana):
    assert send(ana.user, make_player("Ben"), ana).reported_by == ana.user


def test_nobody_reports_a_match_of_others(ana):
    with pytest.raises(NotAllowed, match=NOT_YOUR_MATCH):
        send(ana.user, Player(name="Rafa"), make_player("Ben"))

    assert not Match.objects.exists()
    assert not Player.objects.filter(name="Rafa").exists()


def test_the_loser_does_not_report_where_only_winners_do(ana):
    with pytest.raises(NotAllowed, match="Only the winner can report here"):
        send(ana.user, make_player("Ben"), ana, reporters="winner")


def test_an_organiser_reports_for_two_others(organiser):
    assert send(organiser, Player(name="Rafa"), make_player("Ben"), reporters="winner").reported_by == organiser


@pytest.fixture
def sent(ana):
    return send(ana.user, ana, make_player("Ben"))


def fix(match, by, winner, loser, **more):
    participants = [ParticipantResult(winner, 1.0), ParticipantResult(loser, 0.0)]
    values = {"kind": "rated", "played_at": match.played_at} | more
    revision = values.pop("revision", match.revision)
    return fix_report(
        match=match, by=by, revision=revision, entry=build_played_match(participants=participants, **values)
    )


def test_the_reporter_fixes_the_report(ana, sent):
    rafa = Player(name="Rafa")

    fix(sent, ana.user, rafa, ana)

    assert list(sent.participants.values_list("player__name", "score")) == [("Rafa", 1.0), ("Ana", 0.0)]
    row = sent.revisions.last()
    assert (row.verb, row.by, row.reason) == ("correct", ana.user, "Fixed by the reporter")
    assert ledger.verify(sent.season.ladder) == []


def test_the_reporter_undoes_the_report(ana, sent):
    undo_report(match=sent, by=ana.user, revision=1)

    assert Match.objects.get().is_void
    row = sent.revisions.last()
    assert (row.verb, row.by, row.reason) == ("void", ana.user, "Undone by the reporter")
    assert ledger.verify(sent.season.ladder) == []


def test_who_records_no_more_undoes_nothing(ana):
    season = season_of(make_ladder("points-exchange", reporters="recorders"))
    role = Role.objects.create(ladder=season.ladder, user=ana.user, role="recorder")
    participants = [ParticipantResult(make_player("Cy"), 1.0), ParticipantResult(make_player("Ben"), 0.0)]
    match = enter_report(season=season, participants=participants, by=ana.user, kind="rated")
    role.delete()
    with pytest.raises(NotAllowed, match=RECORDERS_ONLY):
        undo_report(match=match, by=User.objects.get(pk=ana.user.pk), revision=1)


def test_nobody_else_fixes_or_undoes_it(ana, sent, organiser):
    ben = make_player("Ben")
    ben.user = User.objects.create_user("ben")
    ben.save()

    for user in (ben.user, organiser):
        with pytest.raises(NotAllowed):
            fix(sent, user, ben, ana)
        with pytest.raises(NotAllowed):
            undo_report(match=sent, by=user, revision=1)

    assert sent.revisions.count() == 1


def test_a_fix_keeps_to_what_may_be_reported(ana, sent):
    with pytest.raises(NotAllowed, match=NOT_YOUR_MATCH):
        fix(sent, ana.user, make_player("Ben"), make_player("Cy"))

    assert not Player.objects.filter(name="Cy").exclude(participations=None).exists()


def list_battle(winner, loser):
    return [ParticipantResult(winner, exit=Exit("standing")), ParticipantResult(loser, exit=Exit("dead", 1))]


def play_battle(season, winner, loser):
    enter_report(season=season, participants=list_battle(winner, loser), by=winner.user, kind="ladder")


def test_where_a_name_is_not_seen_a_match_out_of_range_is_kept_as_unrated(ana):
    """Ana stands at 6 and Rafa at 0; W-9 allows 5 in a ladder match."""
    season = season_of(make_ladder("warlocks-score"))
    for number in range(6):
        play_battle(season, ana, make_player(f"Foe {number}"))
    entry = build_played_match("ladder", list_battle(ana, make_player("Rafa")))
    with pytest.raises(PlayersOutOfRange):
        record_match(season=season, entry=entry, by=None)

    key = uuid4()
    match = record_match(season=season, entry=entry, by=None, form_key=key, keeps_out_of_range=True)

    assert (match.kind, match.status) == ("unrated", "counted")
    assert load_limit_reason(match) == (
        "Kept as unrated: when it was recorded, the ratings of its players were too far apart."
    )
    assert record_match(season=season, entry=entry, by=None, form_key=key, keeps_out_of_range=True) == match
    assert ledger.verify(season.ladder) == []


def test_a_fix_keeps_to_the_range(ana):
    """Ana stands at 6 and Rafa at 0; W-9 allows 5, in a ladder match and not in a friendly one."""
    season = season_of(make_ladder("warlocks-score"))
    for number in range(6):
        play_battle(season, ana, make_player(f"Foe {number}"))
    participants = list_battle(ana, make_player("Rafa"))
    match = enter_report(season=season, participants=participants, by=ana.user, kind="friendly")
    entry = build_played_match("ladder", participants, match.played_at)

    with pytest.raises(PlayersOutOfRange, match=r"Ana and Rafa are 6 points apart; the limit is 5."):
        fix_report(match=match, by=ana.user, revision=1, entry=entry)

    assert ledger.verify(season.ladder) == []


def test_a_fix_that_changes_nothing_is_no_version(ana, sent):
    with pytest.raises(ValidationError, match=r"Nothing has changed."):
        fix(sent, ana.user, ana, make_player("Ben"))

    assert sent.revisions.count() == 1


def test_a_fix_of_an_older_version_hears_of_the_newer(ana, sent):
    fix(sent, ana.user, make_player("Ben"), ana)

    with pytest.raises(MatchChanged):
        fix(sent, ana.user, ana, make_player("Cy"))


def test_an_undo_after_midnight_is_too_late(ana):
    with time_machine.travel("2026-03-10 23:50 +0000", tick=False) as clock:
        match = send(ana.user, ana, make_player("Ben"))
        clock.shift(timedelta(minutes=10))

        with pytest.raises(ValidationError, match=TOO_LATE):
            undo_report(match=match, by=ana.user, revision=1)

    assert not Match.objects.get().is_void


def test_a_rule_on_who_reports_closes_every_door(ana, ben):
    season = season_of(make_ladder("points-exchange"))
    won = [ParticipantResult(ana, 1.0), ParticipantResult(ben, 0.0)]
    match = enter_report(season=season, participants=won, by=ana.user, kind="rated")
    digest = find_code_digest(season.ladder, make_venue_code(ladder=season.ladder, by=None))
    challenge = challenge_side(season=season, by=ana.user, opponents=[ben], kind="rated")
    accept_challenge(challenge=challenge, by=ben.user)
    entry = build_played_match("rated", [one._replace(score=1.0 - one.score) for one in won])
    Fixture.objects.update(accepted_at=timezone.now() - timedelta(14), play_by=timezone.now())  # a walkover's turn
    Ladder.objects.update(reporters="recorders")
    doors = {
        "form": lambda: report_match(scene=Scene(season, ana.user), entry=entry),
        "venue": lambda: report_match(scene=Scene(season, venue_code=digest), entry=entry),
        "challenge": lambda: report_challenge(challenge=challenge, by=ana.user, entry=entry),
        "walkover": lambda: record_walkover(challenge=challenge, winner=ana, by=ana.user),
        "fix": lambda: fix_report(match=match, by=ana.user, revision=1, entry=entry),
        "undo": lambda: undo_report(match=match, by=ana.user, revision=1),
    }
    refused = {}
    for name, door in doors.items():
        with pytest.raises(NotAllowed) as error:
            door()
        refused[name] = error.value.messages
    assert {*map(tuple, refused.values())} == {(RECORDERS_ONLY,)}
