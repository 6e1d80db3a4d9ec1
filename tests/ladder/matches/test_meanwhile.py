"""A preview holds while a fresh one says the same: results of others don't ask for another look."""

from datetime import UTC, date, datetime

import pytest

from ladder import ledger
from ladder.formats import ParticipantResult
from ladder.matches.actions.corrections import void_match
from ladder.models import Import, Match, Opening, Standing
from ladder.seasons.actions.life_cycle import close_season, open_next_season
from players.models import Club
from tests.factories import enter_match, make_ladder, make_player, play, season_of
from tests.ladder.changes.previews import previewed
from tests.ladder.imports.test_import_pages import PASTED, URL, hidden, send

pytestmark = pytest.mark.django_db
DAY = date(2026, 1, 1)
REASON = {"reason": "It was so."}


@pytest.fixture
def season():
    return season_of(make_ladder("points-exchange"))


@pytest.fixture
def match(season):
    return play(season, "Ana", "Ben", on=DAY)


@pytest.mark.once
@pytest.mark.parametrize("verb", ["void", "restore", "revert/1", "correct"])
def test_a_change_to_a_match_is_made_although_others_played_meanwhile(staff, organiser, season, match, verb):
    if verb in ("restore", "revert/1"):
        void_match(match=match, by=organiser, reason="Twice.", revision=1)
    names = {"player_0": "Ben", "player_1": "Ana", "winner": "first", "kind": "rated", "date": "2026-01-01"}
    seen = previewed(staff, f"/matches/{match.pk}/{verb}", names | {"time": "12:00"} | REASON)
    play(season, "Cy", "Di")
    assert staff.post(f"/matches/{match.pk}/{verb}", seen).status_code == 303
    assert ledger.verify(season.ladder) == []


def test_every_report_of_a_busy_evening_is_voided_at_the_first_try(staff, season):
    for number in range(8):
        url = f"/matches/{play(season, 'Ana', f'Guest {number}').pk}/void"
        seen = previewed(staff, url, REASON)
        play(season, "Cy", f"Friend {number}")
        assert staff.post(url, seen).status_code == 303
    assert set(Standing.objects.values_list("player__name", flat=True)) == {
        "Cy",
        *(f"Friend {number}" for number in range(8)),
    }


@pytest.mark.once
@pytest.mark.parametrize("winner", ["Ana", "Ben"])
def test_a_result_that_the_change_would_rate_anew_asks_for_another_look(staff, season, match, winner):
    url = f"/matches/{match.pk}/void"
    seen = previewed(staff, url, REASON)
    play(season, winner, "Cy")
    again = staff.post(url, seen)
    assert (again.status_code, Match.objects.get(pk=match.pk).is_void) == (409, False)
    assert staff.post(url, seen | {"token": again.context["token"]}).status_code == 303


def test_another_change_that_moves_the_same_people_asks_for_another_look(staff, organiser, season, match):
    """Without the first match, what the second is worth is the same, but not to which rating it leads."""
    later = play(season, "Ana", "Cy")
    seen = previewed(staff, f"/matches/{later.pk}/void", REASON)
    void_match(match=match, by=organiser, reason="Twice.", revision=1)
    assert staff.post(f"/matches/{later.pk}/void", seen).status_code == 409


def test_what_no_preview_said_is_not_applied(staff, season, match):
    seen = previewed(staff, f"/matches/{match.pk}/void", REASON)
    version, revision, _, rows, form = seen["token"].split(" ")
    play(season, "Cy", "Di")
    token = " ".join([version, revision, "0" * 16, rows, form])
    assert staff.post(f"/matches/{match.pk}/void", seen | {"token": token}).status_code == 409


def test_starting_ratings_are_given_although_others_played_meanwhile(staff, season, match):
    url = "/club/all-time/ratings"
    seen = previewed(staff, url, {"text": "Ana,1100", "board": "points-exchange", **REASON})
    play(season, "Cy", "Di")
    assert staff.post(url, seen).status_code == 303
    assert Opening.objects.get().points == 1100


def test_an_import_is_taken_back_although_others_played_meanwhile(staff, season):
    staff.post(URL, {**hidden(send(staff, PASTED.encode())), "import": "1"})
    url = f"{URL}/{Import.objects.get().pk}"
    seen = previewed(staff, url, REASON)
    play(season, "Di", "Ed")
    assert staff.post(url, seen).status_code == 303


def test_another_opening_is_taken_although_others_played_meanwhile(staff, season, match):
    follower = open_next_season(close_season(season), slug="next", name="Next", rule="carry")
    url = "/club/next/opening"
    seen = previewed(staff, url, {"rule": "fresh", **REASON})
    play(follower, "Cy", "Di")
    assert staff.post(url, seen).status_code == 303


@pytest.mark.once
def test_a_merge_and_its_undoing_are_made_although_others_played_meanwhile(staff, season, match):
    twin = play(season, "Anna", "Cy", on=DAY).participants.get(seat=0).player
    shown = staff.get(f"/players/{twin.pk}/merge", {"into": "Ana"})
    play(season, "Di", "Ed")
    sent = {"into": "Ana", "token": shown.context["token"]}
    assert staff.post(f"/players/{twin.pk}/merge", sent).status_code == 303
    shown = staff.get(f"/players/{twin.pk}/undo-merge")
    play(season, "Di", "Ed")
    assert staff.post(f"/players/{twin.pk}/undo-merge", {"token": shown.context["token"]}).status_code == 303
    assert ledger.verify(season.ladder) == []


def test_a_merge_asks_again_where_one_of_the_two_played(staff, season, match):
    twin = play(season, "Anna", "Cy", on=DAY).participants.get(seat=0).player
    shown = staff.get(f"/players/{twin.pk}/merge", {"into": "Ana"})
    play(season, "Anna", "Ed")
    assert staff.post(f"/players/{twin.pk}/merge", {"into": "Ana", "token": shown.context["token"]}).status_code == 409


def test_another_time_zone_is_taken_although_others_played_meanwhile(staff):
    season = season_of(make_ladder("chips-daily"))
    participants = [ParticipantResult(make_player("Ada"), 1.0), ParticipantResult(make_player("Bo"), 0.0)]
    late = datetime(2026, 1, 5, 22, 30, tzinfo=UTC)
    enter_match(season=season, participants=participants, by=None, kind="rated", played_at=late, facts={"chips": 100})
    other = season_of(make_ladder("points-exchange", slug="other"))
    play(other, "Cy", "Di", on=DAY)
    sent = {"name": "Otters", "time_zone": "Asia/Bangkok", "names": "full"}
    shown = staff.post("/settings", sent)
    play(other, "Cy", "Di", on=DAY)
    sent |= {"seen": shown.context["zone"], "token": shown.context["token"]}
    assert staff.post("/settings", sent).status_code == 303
    assert Club.stored().time_zone == "Asia/Bangkok"
