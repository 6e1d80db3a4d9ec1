"""A preview holds for what it was made of: where a change is about more by now, it is shown again.

Each kind of change has a page here that is opened, and something that makes it be about more and moves no rating.
"""

from collections.abc import Callable, Iterator
from datetime import date
from typing import Any, NamedTuple

import pytest
from django.utils import timezone

from ladder import changes
from ladder.club.actions import ClubChange, change_club
from ladder.formats import ParticipantResult
from ladder.imports.actions import ImportUndo, MatchImport
from ladder.matches.actions.batches import ReportsVoiding
from ladder.matches.actions.corrections import (
    MatchCorrection,
    MatchRestoration,
    MatchReversion,
    MatchVoiding,
    restore_match,
    void_match,
)
from ladder.matches.actions.disputes import MatchConfirmation, dispute_match
from ladder.matches.actions.reports import ReportFix, ReportUndoing, VenueUndoing
from ladder.models import Board, Import, Match, Season
from ladder.people.actions.erasure import PlayerErasure
from ladder.people.actions.merges import MergeUndo, PlayerMerge
from ladder.people.actions.players import add_players_by_name
from ladder.seasons.actions.boards import BoardAddition, BoardChange, BoardRemoval, change_board
from ladder.seasons.actions.life_cycle import SeasonReopening, close_season, open_next_season
from ladder.seasons.actions.starting_ratings import OpeningRuleChange, StartingRatingsChange, change_opening_rule
from players.models import Player
from tests.changes import add_board, merge_players
from tests.factories import (
    enter_match,
    enter_report,
    make_asking,
    make_ladder,
    make_member,
    make_player,
    play,
    season_of,
)
from tests.ladder.changes.previews import previewed
from tests.ladder.imports.test_import_pages import PASTED, URL, hidden
from tests.ladder.seasons.test_changes import fields

pytestmark = pytest.mark.django_db
DAY = date(2026, 1, 1)
REASON = {"reason": "It was so."}
PLAYED = {"player_0": "Ben", "player_1": "Ana", "winner": "first", "kind": "rated", "date": "2026-01-01"}
UNSEEN = {MatchConfirmation, ReportFix, ReportUndoing, SeasonReopening, VenueUndoing}  # buttons without a preview


class Opened(NamedTuple):
    """A preview that somebody has opened: where it is sent, with what, and what makes the change be about more."""

    url: str
    sent: dict[str, Any]
    grow: Callable[[], Any]


def make_season(*systems: str) -> Season:
    return season_of(make_ladder(*systems or ("points-exchange",)))


def open_match(staff, verb, **values):
    """Open a change to a match that one of its players disputes meanwhile."""
    ben = make_member("Ben")
    match = play(make_season(), "Ana", "Ben", on=timezone.localdate())
    if verb in ("restore", "revert/1"):
        void_match(match=match, by=None, reason="Twice.", revision=1)

    def grow():
        fresh = Match.objects.get(pk=match.pk)
        if fresh.is_void:
            fresh = restore_match(match=fresh, by=None, reason="", revision=2)
            void_match(match=fresh, by=None, reason="", revision=3)
        else:
            dispute_match(match=fresh, by=ben.user, note="It was a draw.", revision=1)

    url = f"/matches/{match.pk}/{verb}"
    return Opened(url, previewed(staff, url, values | REASON), grow)


def report(season, member, opponent):
    """Report a match that waits for its confirmation, so that no rating moves."""
    ended = [ParticipantResult(make_player(member.name), 1.0), ParticipantResult(make_player(opponent), 0.0)]
    return enter_report(season=season, participants=ended, by=member.user, kind="rated")


def open_voiding_of_reports(staff):
    season, cy = make_asking(reporters="any"), make_member("Cy")
    make_member("Ana")
    report(season, cy, "Ana")
    url, sent = f"/players/{cy.pk}/void-reports", {"day": f"{timezone.localdate()}"}
    return Opened(
        url, sent | REASON | {"token": staff.get(url, sent).context["token"]}, lambda: report(season, cy, "Ana")
    )


def play_friendly(season, winner, loser):
    """Record a match that no board rates."""
    ended = [ParticipantResult(winner, 1.0), ParticipantResult(loser, 0.0)]
    return enter_match(season=season, participants=ended, by=None, kind="unrated", played_at=timezone.now())


def open_merge(staff):
    season, into, bo = make_season(), make_player("Ana"), make_player("Bo")
    twin = play(season, "Anna", "Cy").participants.get(seat=0).player
    url, sent = f"/players/{twin.pk}/merge", {"into": into.name}
    sent["token"] = staff.get(url, sent).context["token"]
    return Opened(url, sent, lambda: play_friendly(season, twin, bo))


def open_undoing_of_merge(staff):
    season, into, bo = make_season(), make_player("Ana"), make_player("Bo")
    twin = play(season, "Anna", "Cy").participants.get(seat=0).player
    other = void_match(match=play(season, "Anna", "Bo"), by=None, reason="Twice.", revision=1)
    merge_players(player=twin, into=into)
    url = f"/players/{twin.pk}/undo-merge"
    token = staff.get(url).context["token"]

    def grow():
        Match.objects.filter(pk=other.pk).update(kind="unrated")
        restore_match(match=Match.objects.get(pk=other.pk), by=None, reason="", revision=2)

    assert bo
    return Opened(url, {"token": token}, grow)


def open_import(staff):
    make_season()
    shown = hidden(staff.post(URL, {"text": PASTED}))
    return Opened(URL, shown | {"import": "1"}, lambda: add_players_by_name(names=["Cy"], by=None))


def open_undoing_of_import(staff):
    make_season()
    staff.post(URL, hidden(staff.post(URL, {"text": PASTED})) | {"import": "1"})
    whole, match = Import.objects.get(), Match.objects.first()
    void_match(match=match, by=None, reason="", revision=1)
    url = f"{URL}/{whole.pk}"

    def grow():
        Match.objects.filter(pk=match.pk).update(kind="unrated")
        restore_match(match=Match.objects.get(pk=match.pk), by=None, reason="", revision=2)

    return Opened(url, previewed(staff, url, REASON), grow)


def open_erasure(staff):
    season, ana, bo = make_season(), make_player("Ana"), make_player("Bo")
    url = f"/players/{ana.pk}/erase"
    sent = {"name": "Ana", "token": staff.get(url).context["token"]}
    return Opened(url, sent, lambda: play_friendly(season, ana, bo))


def open_starting_ratings(staff):
    make_season()
    sent = {"text": "Ana,1100", "board": "points-exchange"} | REASON
    url = "/club/all-time/ratings"
    return Opened(url, previewed(staff, url, sent), lambda: add_players_by_name(names=["Ana"], by=None))


def open_opening_rule(staff):
    follower = open_next_season(close_season(make_season()), slug="next", name="Next", rule="carry")
    url = "/club/next/opening"
    seen = previewed(staff, url, {"rule": "fresh"} | REASON)
    return Opened(
        url, seen, lambda: change_opening_rule(season=follower, rule="shrink", factor=0.5, by=None, reason="")
    )


def change_options(board: Board) -> None:
    change_board(board=board, system=board.system, values={"start": 900}, by=None, reason="")


def open_board_change(staff):
    board = make_season("points-exchange").boards.get()
    url = "/club/all-time/points-exchange/change"
    seen = previewed(staff, url, fields(staff, f"{url}?system=match-length-elo"))
    return Opened(url, seen, lambda: change_options(board))


def open_board_addition(staff):
    season = make_season()
    url = "/club/all-time/tables"
    seen = previewed(staff, url, fields(staff, f"{url}?system=match-length-elo"))
    return Opened(url, seen, lambda: add_board(season=season, system="chips-daily", values={}, by=None))


def open_board_removal(staff):
    season = make_season("points-exchange", "match-length-elo")
    url = "/club/all-time/match-length-elo/remove"
    board = season.boards.get(system="match-length-elo")
    seen = previewed(staff, url, REASON)
    return Opened(
        url, seen, lambda: change_board(board=board, system=board.system, values={"start": 900}, by=None, reason="")
    )


def open_time_zone(staff):
    sent = {"name": "Otters", "time_zone": "Asia/Bangkok", "names": "full"}
    shown = staff.post("/settings", sent).context
    seen = sent | {"seen": shown["zone"], "token": shown["token"]}
    return Opened("/settings", seen, lambda: change_club(values={"time_zone": "Asia/Tokyo"}))


PAGES: dict[type[changes.Change], Callable[[Any], Opened]] = {
    MatchVoiding: lambda staff: open_match(staff, "void"),
    MatchRestoration: lambda staff: open_match(staff, "restore"),
    MatchReversion: lambda staff: open_match(staff, "revert/1"),
    MatchCorrection: lambda staff: open_match(staff, "correct", **PLAYED, time="12:00"),
    ReportsVoiding: open_voiding_of_reports,
    PlayerMerge: open_merge,
    MergeUndo: open_undoing_of_merge,
    MatchImport: open_import,
    ImportUndo: open_undoing_of_import,
    PlayerErasure: open_erasure,
    StartingRatingsChange: open_starting_ratings,
    OpeningRuleChange: open_opening_rule,
    BoardChange: open_board_change,
    BoardAddition: open_board_addition,
    BoardRemoval: open_board_removal,
    ClubChange: open_time_zone,
}


@pytest.mark.parametrize("kind", PAGES, ids=lambda kind: kind.__name__)
def test_a_preview_of_what_has_grown_is_shown_again(staff, kind):
    opened = PAGES[kind](staff)
    opened.grow()
    again = staff.post(opened.url, opened.sent)
    assert again.status_code in (409, 422)
    fresh = {name: again.context[name] for name in ("token", "zone") if name in again.context}
    assert staff.post(opened.url, opened.sent | fresh).status_code == 303


@pytest.mark.parametrize("kind", PAGES, ids=lambda kind: kind.__name__)
def test_a_preview_of_what_is_as_it_was_holds(staff, kind):
    opened = PAGES[kind](staff)
    assert staff.post(opened.url, opened.sent).status_code == 303


def list_kinds(kind: type[changes.Change]) -> Iterator[type[changes.Change]]:
    """Yield the kinds of change that can be made, of those that are built on this one."""
    for one in kind.__subclasses__():
        if one.__module__.startswith("ladder.") and not one.__abstractmethods__:
            yield one
        yield from list_kinds(one)


def test_every_kind_of_change_is_tried_here():
    assert set(list_kinds(changes.Change)) == PAGES.keys() | UNSEEN


def test_a_change_that_does_not_say_what_it_is_about_cannot_be_made():
    class Silent(changes.LaddersChange):
        def check_allowed(self): ...
        def plan(self): ...
        def store(self, plans): ...

    with pytest.raises(TypeError, match="list_concerned_rows"):
        Silent()


def test_void_reports_voids_what_was_listed_and_nothing_else(staff):
    opened = open_voiding_of_reports(staff)
    opened.grow()
    opened.grow()
    again = staff.post(opened.url, opened.sent)
    assert (again.status_code, again.context["button"]) == (409, "Void 3 matches")
    assert not Match.objects.filter(status="void").exists()
    assert Player.objects.count() == 2
