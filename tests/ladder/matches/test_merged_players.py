"""Matches of players who were merged since: what a preview says, and who is kept for when the merge is undone."""

from datetime import date

import pytest
from django.core.exceptions import ValidationError

from ladder.formats import ParticipantResult
from ladder.matches.actions.corrections import (
    MatchCorrection,
    MatchReversion,
    MatchVoiding,
    correct_match,
    void_match,
)
from ladder.models import Match
from tests.changes import merge_players, revert_match, undo_merge
from tests.factories import make_ladder, make_player, play, season_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def match():
    """Adda beat Bo; Ada, who is the same person, has played as well."""
    season = season_of(make_ladder())
    match = play(season, "Adda", "Bo", on=date(2026, 5, 1))
    play(season, "Ada", "Cy", on=date(2026, 5, 2))
    return match


def merged():
    return merge_players(player=make_player("Adda"), into=make_player("Ada"))


def won_by(match, name):
    participants = [ParticipantResult(make_player(name), 1.0), ParticipantResult(make_player("Bo"), 0.0)]
    return correct_match(match=match, by=None, reason="Misread", revision=match.revision, participants=participants)


def back(match):
    first = match.revisions.get(number=1)
    return revert_match(match=match, to=first, by=None, reason="As it was", revision=match.revision)


def shown(change):
    return change.describe(change.plan())


def differences(match, kind, **given):
    match = Match.objects.select_related("season__ladder").get(pk=match.pk)
    return [tuple(one) for one in shown(kind(match, **given))["differences"]]


def winner(match):
    return match.participants.get(score=1).player.name


def test_a_name_that_was_merged_is_no_difference(match):
    merged()
    assert differences(match, MatchVoiding) == []
    assert differences(match, MatchCorrection, facts={"length": 7}) == [("length", "5", "7")]
    participants = [ParticipantResult(make_player("Ada"), 0.0), ParticipantResult(make_player("Bo"), 1.0)]
    assert differences(match, MatchCorrection, participants=participants) == [("winner", "Ada", "Bo")]


def test_an_earlier_version_is_shown_by_the_name_that_counts(match):
    match = won_by(match, "Dee")
    merged()
    to = match.revisions.get(number=1)
    assert differences(match, MatchReversion, to=to) == [("result", "Dee beat Bo", "Ada beat Bo")]
    boards = shown(MatchReversion(Match.objects.get(pk=match.pk), to=to))["boards"]
    assert boards[0].remade[0].title == "Ada beat Bo"


@pytest.mark.parametrize("since", ["Dee", "Ada"])
def test_who_was_entered_in_an_earlier_version_comes_back_with_it(match, since):
    match = won_by(match, since)
    merged()
    match = back(match)
    undo_merge(player=Match.objects.get(pk=match.pk).participants.get(score=1).player)
    assert winner(match) == "Adda"


def test_a_version_from_before_the_other_name_was_entered_comes_back_as_it_was(match):
    match = won_by(Match.objects.exclude(pk=match.pk).get(), "Adda")
    merged()
    assert winner(back(match)) == "Ada"


def test_a_version_between_two_who_are_one_by_now_says_so():
    match = play(season_of(make_ladder()), "Ada", "Adda")
    match = void_match(match=match, by=None, reason="Not played", revision=1)
    merged()
    with pytest.raises(ValidationError) as refused:
        back(match)
    assert refused.value.messages == ["Two players of this match were merged. Undo the merge first."]
