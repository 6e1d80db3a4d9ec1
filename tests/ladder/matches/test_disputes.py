"""A dispute marks a match and changes nothing else; an organiser closes it, by whichever verb."""

import pytest
from django.core.exceptions import ValidationError

from ladder import ledger
from ladder.access.permissions import ORGANISERS_ONLY, NotAllowed
from ladder.formats import ParticipantResult
from ladder.ledger.ladder_lock import MatchChanged
from ladder.matches.actions.corrections import correct_match, void_match
from ladder.matches.actions.disputes import build_proposal, confirm_match, dispute_match, uphold_result
from ladder.matches.actions.new_match import build_played_match
from ladder.matches.actions.reports import fix_report
from ladder.matches.queries.confirmations import describe_waiting, find_dispute, list_disputed_matches
from ladder.models import Ladder, Match, MatchRevision
from ladder.ratings import RatingError
from tests.factories import enter_report, make_ladder, make_member, season_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def ladder():
    return make_ladder()


def won(ladder, winner, loser):
    participants = [ParticipantResult(winner, 1.0), ParticipantResult(loser, 0.0)]
    return enter_report(
        season=season_of(ladder), participants=participants, by=winner.user, kind="rated", facts={"length": 5}
    )


@pytest.fixture
def match(ladder, ana, ben):
    return won(ladder, ana, ben)


def dispute(match, by):
    return dispute_match(match=match, by=by.user, note="I won.", revision=match.revision)


def test_a_dispute_is_a_version_and_changes_nothing_else(ladder, match, ben):
    was = ledger.fingerprint(ladder), MatchRevision.objects.get().version

    dispute(match, ben)

    row = MatchRevision.objects.get(match=match, number=2)
    assert (row.verb, row.by, row.reason) == ("dispute", ben.user, "I won.")
    assert (ledger.fingerprint(ladder), row.version) == was
    assert Match.objects.get().revision == 2
    assert ledger.verify(ladder) == []


def test_open_pages_hear_of_it(ladder, match, ben):
    before = Ladder.objects.get().version

    dispute(match, ben)

    assert Ladder.objects.get().version == before + 1


def test_it_is_on_the_list_until_it_is_closed(ladder, match, ana, ben, organiser):
    won(ladder, ben, ana)
    fresh = dispute(match, ben)

    assert [
        (one.match, one.outcome.who, one.dispute.who, one.dispute.note)
        for one in list_disputed_matches(Ladder.objects.all())
    ] == [(match, "Ana", "Ben", "I won.")]

    uphold_result(match=fresh, by=organiser, reason="The sheet says so.", revision=2)

    assert list_disputed_matches(Ladder.objects.all()) == []
    assert list(match.revisions.values_list("verb", flat=True)) == ["record", "dispute", "uphold"]
    assert ledger.verify(ladder) == []


def test_it_keeps_what_the_match_should_say(ladder, match, ben):
    proposed = build_proposal(match, 0.0, {"length": 7})

    dispute_match(match=match, by=ben.user, note="", revision=1, proposed=proposed)

    row = MatchRevision.objects.get(match=match, number=2)
    participants = [one | {"score": 1 - one["score"]} for one in row.version["sides"]]
    assert row.proposed == row.version | {"facts": {"length": 7}, "sides": participants}
    assert find_dispute(match).proposed == "Ben beat Ana, length 7"
    assert ledger.verify(ladder) == []


def test_what_a_match_says_already_is_no_proposal(match):
    assert build_proposal(match, 1.0, {"length": 5}) is None
    assert build_proposal(match, None, {}) is None


def test_what_a_match_can_not_say_is_refused(match):
    with pytest.raises(RatingError, match="length"):
        build_proposal(match, None, {"length": 0})


@pytest.mark.parametrize(("change", "more"), [(correct_match, {"facts": {"length": 7}}), (void_match, {})])
def test_a_correction_and_a_void_close_it(ladder, match, ben, organiser, change, more):
    fresh = dispute(match, ben)

    change(match=fresh, by=organiser, reason="Ben is right.", revision=2, **more)

    assert find_dispute(match) is None
    assert ledger.verify(ladder) == []


def test_it_can_be_disputed_again(match, ben, organiser):
    uphold_result(match=dispute(match, ben), by=organiser, reason="It is right.", revision=2)

    dispute_match(match=match, by=ben.user, note="Look again.", revision=3)

    assert find_dispute(match).note == "Look again."


@pytest.mark.parametrize("who", ["ana", "cy"])
def test_nobody_disputes_their_own_report_or_a_match_of_others(match, ana, who):
    user = ana.user if who == "ana" else make_member("Cy").user

    with pytest.raises(NotAllowed):
        dispute_match(match=match, by=user, note="No.", revision=1)

    assert match.revisions.count() == 1


def test_only_an_organiser_upholds_and_only_a_dispute(match, ben, organiser):
    with pytest.raises(ValidationError, match=r"This match isn't disputed."):
        uphold_result(match=match, by=organiser, reason="It is right.", revision=1)
    dispute(match, ben)
    with pytest.raises(NotAllowed, match=ORGANISERS_ONLY):
        uphold_result(match=match, by=ben.user, reason="It is right.", revision=2)


def test_who_comes_second_hears_of_the_first(match, ben, organiser):
    dispute(match, ben)

    with pytest.raises(MatchChanged, match=r"ben disputed this match in the meantime. “I won.”"):
        void_match(match=match, by=organiser, reason="Entered twice.", revision=1)
    with pytest.raises(MatchChanged):
        dispute(match, ben)


@pytest.fixture
def asking(ladder):
    Ladder.objects.update(confirm_hours=48)


def test_a_ladder_may_ask_the_opponent_to_confirm(ladder, asking, ana, ben):
    match = won(ladder, ana, ben)

    assert describe_waiting(match, is_rated=True).startswith("Waiting for Ben to confirm by ")
    assert ledger.verify(ladder) == []

    fresh = confirm_match(match=match, by=ben.user, revision=1)

    assert describe_waiting(fresh, is_rated=True) == ""
    assert match.revisions.last().verb == "confirm"
    assert ledger.verify(ladder) == []


def test_a_fix_waits_again_and_a_dispute_does_not_wait(ladder, asking, ana, ben):
    match = confirm_match(match=won(ladder, ana, ben), by=ben.user, revision=1)
    participants = [ParticipantResult(ana, 1.0), ParticipantResult(ben, 0.0)]

    entry = build_played_match("rated", participants, facts={"length": 7})
    fixed = fix_report(match=match, by=ana.user, revision=2, entry=entry)
    assert describe_waiting(fixed, is_rated=True).startswith("Waiting for Ben to confirm")

    assert describe_waiting(dispute_match(match=fixed, by=ben.user, note="To 5.", revision=3), is_rated=True) == ""


def test_a_confirmed_match_is_not_confirmed_again(ladder, asking, ana, ben):
    match = confirm_match(match=won(ladder, ana, ben), by=ben.user, revision=1)

    with pytest.raises(ValidationError, match=r"This match needs no confirmation."):
        confirm_match(match=match, by=ben.user, revision=2)
