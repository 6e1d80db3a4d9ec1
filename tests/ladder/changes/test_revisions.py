"""The history of a match: who changed it, and why."""

import json

import pytest
from django.contrib.auth.models import User

from ladder.changes.versions import load_history
from ladder.formats import ParticipantResult
from ladder.ledger.storage.match_record import load_match_version
from ladder.matches.actions.corrections import correct_match, restore_match, void_match
from ladder.models import Match, MatchRevision
from tests.changes import merge_players
from tests.factories import enter_match, make_ladder, make_player, play, season_of

pytestmark = pytest.mark.django_db


def test_the_newest_version_comes_first(organiser):
    match = play(season_of(make_ladder()), "Ana", "Ben")
    void_match(match=match, by=organiser, reason="It was practice.", revision=1)
    restore_match(match=match, by=None, reason="It was not.", revision=2)

    assert [(one.who, one.verb, one.reason) for one in load_history(match)] == [
        ("The site", "restored", "It was not."),
        ("organiser", "voided", "It was practice."),
        ("The site", "reported", ""),
    ]


def test_whoever_plays_is_named_as_a_player():
    ana, account = make_player("Ana"), User.objects.create_user("ana72", is_staff=True)
    ana.user = account
    ana.save()
    match = play(season_of(make_ladder()), "Ana", "Ben")

    void_match(match=match, by=account, reason="It was practice.", revision=1)

    assert load_history(match)[0].who == "Ana"


def test_an_account_that_has_gone_keeps_its_name(organiser):
    match = play(season_of(make_ladder()), "Ana", "Ben")
    void_match(match=match, by=organiser, reason="It was practice.", revision=1)

    organiser.delete()

    assert load_history(match)[0].who == "organiser"


def test_a_version_holds_the_scores_as_they_are_stored():
    """A score of 1 that comes as a whole number is stored as 1.0."""
    ana, ben = make_player("Ana"), make_player("Ben")
    told = [ParticipantResult(ana, 1), ParticipantResult(ben, 0)]
    match = enter_match(season=season_of(make_ladder()), participants=told, by=None, kind="rated", facts={"length": 5})
    version = MatchRevision.objects.get().version
    assert [json.dumps(side["score"]) for side in version["sides"]] == ["1.0", "0.0"]
    assert version == load_match_version(Match.objects.get(pk=match.pk))


def test_a_corrected_version_names_who_was_entered_before_a_merge():
    match = play(season_of(make_ladder()), "Ana", "Ben B.")
    entered = make_player("Ben B.")
    merge_players(player=entered, into=make_player("Ben"))

    match = correct_match(match=Match.objects.get(), by=None, reason="Longer", revision=1, facts={"length": 7})

    version = MatchRevision.objects.get(number=2).version
    assert [side["player"] for side in version["sides"]] == [make_player("Ana").pk, entered.pk]
    assert version == load_match_version(Match.objects.get(pk=match.pk))
