"""Who is told that a change to the past took a badge or gave one, and in which words."""

from datetime import date

import pytest

from ladder import changes, ledger
from ladder.models import Match
from ladder.people.actions.merges import PlayerMerge
from players.models import Notice, NoticeSettings
from tests.factories import make_ladder, make_member, make_player, play, season_of
from tests.ladder.changes.previews import applied, previewed
from tests.ladder.matches.test_correction_pages import correct, correction

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("memory")]
DAY = date(2026, 1, 3)
REASON = {"reason": "It was no match."}
OPPONENTS = 10  # wins in a row and opponents that the badges "Unstoppable" and "Sociable" ask for


@pytest.fixture
def season():
    return season_of(make_ladder("elo"))


@pytest.fixture
def ana():
    """A member who is told no move of ratings."""
    member = make_member("Ana")
    NoticeSettings.objects.create(user=member.user, moved_by=1000)
    return member


def play_badges(season, last="Ana"):
    """Let Ana win against ten others, the last time under this name; return that match."""
    for number in range(OPPONENTS - 1):
        play(season, "Ana", f"Ben {number}", on=DAY)
    return play(season, last, "Cem", on=DAY)


def list_told():
    """Return who was told what of corrections, in order."""
    return [(one.player.name, one.text) for one in Notice.objects.filter(kind="correction").order_by("pk")]


def test_a_void_match_tells_who_loses_a_badge(season, ana, staff):
    match = play_badges(season)

    assert applied(staff, f"{match.get_absolute_url()}void", REASON).status_code == 303

    did = f"organiser voided match {match.pk}"
    assert list_told() == [("Ana", f"{did}. You lose the badges “Unstoppable” and “Sociable”.")]
    assert Notice.objects.get().url == match.get_absolute_url()
    assert ledger.verify(season.ladder) == []


def test_a_move_that_is_worth_telling_and_a_badge_are_one_notice(season, staff):
    NoticeSettings.objects.create(user=make_member("Ana").user, moved_by=0)
    match = play_badges(season)

    applied(staff, f"{match.get_absolute_url()}void", REASON)

    ((_, text),) = list_told()
    assert ". Your rating changed from " in text
    assert text.endswith(" (Club, All time: Elo). You lose the badges “Unstoppable” and “Sociable”.")


def test_a_correction_tells_who_loses_and_who_earns(season, ana, staff):
    dea = make_member("Dea")
    NoticeSettings.objects.create(user=dea.user, moved_by=1000)
    for number in range(OPPONENTS - 1):
        play(season, "Dea", f"Ben {number}", on=DAY)
    match = play_badges(season)
    seat = match.participants.get(player=ana).seat

    applied(staff, correct(match), correction(match, **{f"player_{seat}": "Dea"}))

    did = f"organiser corrected match {match.pk}"
    assert sorted(list_told()) == [
        ("Ana", f"{did}. You lose the badges “Summit”, “Unstoppable” and “Sociable”."),
        ("Dea", f"{did}. You earn the badges “Unstoppable” and “Sociable”."),
    ]


def test_a_merge_tells_who_earns_a_badge(season, ana, staff, organiser):
    play_badges(season, last="Ana B.")
    merge = PlayerMerge(make_player("Ana B."), ana, by=organiser, reason="One person.")
    said = "Ana earns the badge “Unstoppable”."
    assert f"<li>{said}</li>" in staff.get(f"/players/{merge.player.pk}/merge", {"into": "Ana"}).text

    shown, seen = changes.preview_change(merge)
    assert said in shown["honours"]
    changes.run(merge, changes.read_seen(seen.build_token()))

    told = "organiser merged Ana B. into Ana. You earn the badges “Unstoppable” and “Sociable”."
    assert list_told() == [("Ana", told)]
    assert ledger.verify(season.ladder) == []


def test_a_badge_that_goes_with_a_merge_is_not_said_to_move(season, staff):
    play_badges(season)
    play(season, "Ann", "Ben 0", on=DAY)

    shown = staff.get(f"/players/{make_player('Ana').pk}/merge", {"into": "Ann"})

    assert not [one for one in shown.context["honours"] if "badge" in one]


def test_words_that_somebody_else_wrote_into_a_token_are_not_said(season, ana, staff):
    match = play_badges(season)
    url = f"{match.get_absolute_url()}void"
    sent = previewed(staff, url, REASON)

    answer = staff.post(url, sent | {"token": sent["token"][:-1] + ("a" if sent["token"][-1] != "a" else "b")})

    assert answer.context["asked"] == "Check the preview, then apply it."
    assert (Match.objects.get(pk=match.pk).is_void, list_told()) == (False, [])
