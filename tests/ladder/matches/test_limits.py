"""Limits of rated matches: what goes beyond is kept as unrated, with a reason, wherever it comes from."""

import io
from datetime import date, timedelta
from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from ladder import ledger
from ladder.exports.queries import find_extra_columns, load_detailed_records
from ladder.files.match_file import read_match_file
from ladder.files.match_records import write_match_file
from ladder.formats import LADDER, RATED, Exit, ParticipantResult, build_battle, build_duel
from ladder.imports.actions import import_matches
from ladder.matches.actions.corrections import void_match
from ladder.matches.actions.new_match import build_played_match
from ladder.matches.actions.reports import fix_report
from ladder.matches.queries.limits import RatedLimit, RatedTally, list_subjects, load_limit_reason, load_limit_reasons
from ladder.models import Ladder, Match
from ladder.pages.seasons import describe_limits
from players.models import Player
from tests.factories import (
    at,
    enter_match,
    enter_report,
    make_ladder,
    make_member,
    make_player,
    play,
    season_of,
    signed_in,
)
from tests.ladder.changes.previews import applied
from tests.markup import flat

pytestmark = pytest.mark.django_db
SUNDAY, MONDAY = date(2026, 3, 8), date(2026, 3, 9)
REASON = (
    "Kept as unrated: when it was recorded, these two already had 2 rated matches against each other that day, "
    "and only 2 a day count."
)


def limited_season(*keys, **limits):
    make_ladder(*keys)
    Ladder.objects.update(**limits)
    return season_of(Ladder.objects.get())


def kinds():
    return [match.kind for match in Match.objects.order_by("pk")]


def test_what_goes_beyond_is_unrated_for_good_and_says_why_without_names():
    season = limited_season(pair_day_limit=2)
    matches = [play(season, "Ana", "Ben", on=MONDAY), play(season, "Ben", "Ana", on=MONDAY)]
    third = play(season, "Ana", "Ben", on=MONDAY)
    others = [play(season, "Ana", "Cy", on=MONDAY), play(season, "Ana", "Ben", on=SUNDAY)]
    assert [one.kind for one in (*matches, third, *others)] == ["rated", "rated", "unrated", "rated", "rated"]
    assert (load_limit_reason(third), load_limit_reason(others[0])) == (REASON, "")

    void_match(match=matches[0], by=None, reason="Typo.", revision=1)

    assert Match.objects.get(pk=third.pk).kind == "unrated"  # as it was decided
    assert play(season, "Ana", "Ben", on=MONDAY).kind == "rated"
    assert ledger.verify(season.ladder) == []


def test_weeks_begin_on_monday_and_merged_players_are_one():
    season = limited_season(player_week_limit=2)
    Player.objects.filter(pk=make_player("A. Maria").pk).update(merged_into=make_player("Ana"))
    played = [("Ana", "Ben", SUNDAY), ("Ana", "Cy", MONDAY), ("A. Maria", "Dora", MONDAY + timedelta(6))]
    assert [play(season, *names, on=day).kind for *names, day in played] == ["rated"] * 3
    late = play(season, "Ed", "Ana", on=MONDAY + timedelta(2))
    assert load_limit_reason(late).endswith("2 rated matches that week, and only 2 a week count.")
    assert play(season, "Ana", "Ed", on=MONDAY + timedelta(7)).kind == "rated"


def test_walkovers_and_unrated_matches_are_not_counted_and_pending_ones_are():
    season = limited_season(pair_day_limit=1, confirm_hours=48, counts_when_confirmed=True)
    ana, ben = make_member("Ana"), make_member("Ben")
    both = [ParticipantResult(ana, 1.0), ParticipantResult(ben, 0.0)]
    key, about = uuid4(), {"season": season, "participants": both, "facts": {"length": 5}}
    for kind in ("walkover", "unrated"):
        enter_match(season=season, participants=both, by=None, kind=kind)
    enter_report(by=ana.user, kind="rated", **about)
    second = enter_report(by=ben.user, kind="rated", form_key=key, **about)
    assert kinds() == ["walkover", "unrated", "rated", "unrated"]
    assert enter_report(by=ben.user, kind="rated", form_key=key, **about) == second  # the same form again


def test_a_reporter_can_not_fix_a_report_past_the_limit():
    season = limited_season(pair_day_limit=2)
    ana, ben = make_member("Ana"), make_member("Ben")
    both = [ParticipantResult(ana, 1.0), ParticipantResult(ben, 0.0)]
    matches = [
        enter_report(season=season, participants=both, by=ana.user, kind="rated", facts={"length": 5}) for _ in range(3)
    ]
    entry = build_played_match("rated", both, played_at=matches[2].played_at, facts={"length": 7})
    fixed = fix_report(match=matches[2], by=ana.user, revision=1, entry=entry)
    assert (fixed.kind, load_limit_reason(fixed)) == ("unrated", REASON)
    assert fix_report(match=matches[1], by=ana.user, revision=1, entry=entry).kind == "rated"  # itself not counted


def test_form_message_and_page_say_it_and_an_organiser_may_rate_it_knowingly():
    limited_season(pair_day_limit=1)
    ana, ben = make_member("Ana Maria"), make_member("Ben")
    member, organiser = signed_in(ana.user), signed_in(User.objects.create_user("olga", is_staff=True))
    url, sent = "/club/all-time/report", {"opponent": ben.pk, "winner": "me", "kind": "rated", "length": "5"}
    assert "At most 1 match a day between the same two players can be rated." in flat(member.get(url).text)
    member.post(url, sent | {"form_key": uuid4()})
    told = "the 2nd rated match of Ana Maria and Ben today; only 1 a day counts. It will be kept as unrated."
    assert told in flat(member.get(f"{url}/stake", sent).text)
    assert told.replace("will", "would") in flat(member.get(f"/club/all-time/before/{ana.pk}/{ben.pk}").text)

    saved = member.post(url, sent | {"form_key": uuid4(), "winner": "them"}, follow=True)
    match = Match.objects.latest("pk")
    reason = "already had 1 rated match against each other that day, and only 1 a day counts."
    assert match.kind == "unrated"
    assert reason in flat(saved.text)
    assert reason in flat(organiser.get(match.get_absolute_url()).text)

    change = {"length": "5", "winner": "first", "kind": "rated", "reason": "A cup match.", "player_0": "Ana Maria"}
    local = timezone.localtime(match.played_at)
    change |= {"player_1": "Ben", "date": f"{local:%Y-%m-%d}", "time": f"{local:%H:%M:%S}"}
    shown = flat(organiser.post(f"/matches/{match.pk}/correct", change | {"preview": "1"}).text)
    assert "Ana Maria and Ben today; only 1 a day counts. An organiser’s change is rated all the same." in shown
    applied(organiser, f"/matches/{match.pk}/correct", change)
    assert Match.objects.get(pk=match.pk).kind == "rated"
    assert "Kept as unrated: when" not in flat(organiser.get(match.get_absolute_url()).text).split("History")[0]


def test_rows_of_a_file_count_one_after_the_other_with_what_is_stored():
    season = limited_season(pair_week_limit=2)
    play(season, "Ana", "Ben", on=MONDAY)
    rows = ["date,winner,loser,length", *(f"2026-03-1{day},Ben,Ana,5" for day in range(3)), "2026-03-16,Ana,Ben,5"]
    rows += ["2026-03-10,Cy,Dora,5"] * 3
    sheet = read_match_file("\n".join(rows), timezone.get_default_timezone())
    done = import_matches(season=season, records=sheet.records)
    assert kinds()[1:] == ["rated", "unrated", "unrated", "rated", "rated", "rated", "unrated"]
    assert [note.line for note in done.notes] == [3, 4, 8]
    assert load_limit_reason(Match.objects.order_by("pk")[2]) == done.notes[0].sentence
    assert import_matches(season=season, records=sheet.records).added == 0

    written = io.StringIO()
    write_match_file(written, load_detailed_records(season), **find_extra_columns(season))
    copy = season_of(make_ladder(slug="copy"))
    import_matches(season=copy, records=read_match_file(written.getvalue(), timezone.get_default_timezone()).records)
    assert [*load_limit_reasons(copy).values()] == [*load_limit_reasons(season).values()]


def test_opponents_are_a_pair_and_partners_are_not():
    day, tally = MONDAY, RatedTally()
    four = build_battle("abcd", [Exit("standing"), *[Exit("dead", 1)] * 3], ended=at(day), kind=LADDER)
    tally.add(day, list_subjects(four.players, (1, 1, 2, 2), four.kind))
    limits = [RatedLimit(2, 1, 1)]
    duels = [build_duel(*pair, ended=at(day), kind=RATED) for pair in ("ab", "ac", "db", "ae")]
    found = [tally.find_reached_limit(limits, duel) for duel in duels]
    assert [one and one.players for one in found] == [None, ("a", "c"), ("d", "b"), None]
    assert tally.find_reached_limit([RatedLimit(1, 7, 1)], build_duel("e", "d", ended=at(day))).players == ("d",)


@pytest.mark.parametrize(
    ("limits", "told"),
    [
        ({}, ""),
        ({"pair_day_limit": 3}, "At most 3 matches a day between the same two players can be rated."),
        ({"player_day_limit": 6, "player_week_limit": 9}, "At most 6 matches a day and 9 a week of one player can be"),
    ],
)
def test_rules_say_the_limits(limits, told):
    assert describe_limits(Ladder(**limits)).startswith(told)
