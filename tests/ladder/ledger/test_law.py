"""The ledger's law: settling as we went equals one full replay, bit for bit."""

import json
import math
import uuid
from contextlib import suppress
from datetime import UTC, datetime, timedelta

import pytest
from django.db import connection
from django.db.models import F
from django.utils import timezone
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from ladder import ledger
from ladder.club.actions import create_ladder
from ladder.formats import STOPPED, Exit, ParticipantResult, parse_games
from ladder.ledger.admission import PlayersOutOfRange, is_counted
from ladder.ledger.storage.match_record import load_match_version, load_played_match
from ladder.matches.actions.corrections import MatchCorrection, change_match, correct_match, restore_match, void_match
from ladder.matches.actions.disputes import confirm_due_matches
from ladder.models import Match, MatchRevision, Participant, RatingChange, RatingShift, Standing
from ladder.ratings import Result, load_kinds, replay_results
from players.models import Club, Player
from tests import IS_DRILL
from tests.factories import enter_match, make_ladder, play, season_of

pytestmark = pytest.mark.django_db

LADDERS = {
    "rated": ("match-length-elo", "points-exchange", "nardgammon-elo", "chips-daily", "fibs"),
    "drawn": ("provisional-elo", "glicko-2", "openskill", "elo", "match-points"),
    "ladder": ("warlocks-score", "warlocks-elo", "openskill"),
    "tournament": ("tournament-points", "match-length-elo", "openskill"),
    "rungs": ("rungs", "match-length-elo"),
    "teams": ("elo", "provisional-elo", "glicko-2", "openskill", "match-points"),
}
OPTIONS = {"elo": {"k_factor": "fide", "start": 2390}}  # some reach 2400, which it remembers
TEAMS = {
    "elo": {"takes": "both", "member_change": "shared"},
    "provisional-elo": {"takes": "teams", "member_change": "shared"},
    "glicko-2": {"takes": "both", "every": "week"},
    "openskill": {"takes": "both"},
    "match-points": {"takes": "both", "higher": 2},
}
HISTORIES = 5 if connection.vendor == "sqlite" else 3  # of each sort; elsewhere what matters is how rows come back
HISTORIES *= 6 if IS_DRILL else 1
VERBS = (
    *["record", "record", "record", "report"],
    *["correct", "swap", "redate", "void", "restore", "shell"],
    *["fix", "silence"],
)
steps = st.lists(
    st.tuples(
        st.sampled_from(VERBS),
        st.integers(0, 60 * 24 * 70),  # minutes ago: ten weeks, so months and days change
        st.permutations([0, 1, 2, 3]),
        st.integers(0, 30),
    ),
    min_size=1,
    max_size=14,
)


@pytest.mark.parametrize("sort", sorted(LADDERS))
@settings(max_examples=HISTORIES, suppress_health_check=list(HealthCheck), phases=[Phase.generate])
@given(history=steps)
def test_any_history_of_changes_equals_one_replay(sort, history):
    ladder = create_law_ladder(sort)
    slug = ladder.slug
    people = [Player.objects.create(name=f"{slug} {letter}") for letter in "abcd"]
    season = ladder.seasons.get()

    for verb, minutes, order, number in history:
        change(season, sort, verb, minutes, [people[place] for place in order], number)

    assert ledger.verify(ladder) == []
    for board in season.boards.all():
        assert stored(board) == replayed(board)
    assert_last_versions_say_what_is_stored(season)


def assert_last_versions_say_what_is_stored(season):
    newest = MatchRevision.objects.filter(match__season=season, number=F("match__revision"))
    for revision in newest.select_related("match"):
        assert as_json(revision.version) == as_json(load_match_version(revision.match))


def as_json(version):
    """Return a version as text, in which 1 differs from 1.0; PostgreSQL orders the keys."""
    return json.dumps(version, sort_keys=True)


def list_boards(sort):
    found = [(key, OPTIONS.get(key, {})) for key in LADDERS[sort]]
    return [(key, given | TEAMS[key]) for key, given in found] if sort == "teams" else found


def create_law_ladder(sort):
    slug = f"law-{uuid.uuid4().hex[:12]}"
    return create_ladder(slug=slug, name=slug, boards=list_boards(sort), fewest_a_side=1, most_a_side=3)


def change(season, sort, verb, minutes, people, number):
    """Do one thing to the season; the pick among its matches comes from the number."""
    at = timezone.now() - timedelta(minutes=minutes)
    if verb in ("record", "report"):
        with suppress(PlayersOutOfRange):  # out of the Warlocks range: nothing is stored
            told = entered(sort, people, number, at)
            match = enter_match(season=season, by=None, played_at=at, pending=verb == "report", **told)
            Match.objects.filter(pk=match.pk, status="pending").update(confirm_by=at + timedelta(days=number))
        return
    if verb == "silence":
        confirm_due_matches()
        return
    played = list(Match.objects.filter(season=season).order_by("sequence"))
    if not played:
        return
    match = played[number % len(played)]
    common = {"match": match, "by": None, "reason": "a test", "revision": match.revision}
    if verb == "void" and not match.is_void:
        void_match(**common)
    elif verb == "restore" and match.is_void:
        restore_match(**common)
    elif verb == "redate" and match.started_at is None:
        correct_match(played_at=at, **common)
    elif verb == "correct":
        correct_match(**entered(sort, people, number, match.played_at), **common)
    elif verb == "fix" and match.is_pending:
        told = MatchCorrection(match, **entered(sort, people, number, match.played_at), reason="a test")
        told.confirms = False
        change_match(told, match.revision)
    elif verb == "swap" and sort in ("rated", "drawn", "rungs"):
        first, second = load_played_match(match).participants
        correct_match(
            participants=[first._replace(player=second.player), second._replace(player=first.player)], **common
        )
    elif verb == "shell" and "length" in match.facts:
        match.facts = {**match.facts, "length": 1 + number}
        match.save()


def entered_sides(people, number):
    """Return a match of one to three against the others; every seventh was not played, some are drawn."""
    mine = 1 + number % 3
    score = 0.5 if number % 5 == 0 and number % 7 != 6 else float(number % 2)
    return {
        "kind": "walkover" if number % 7 == 6 else "team",
        "participants": [
            ParticipantResult(one, score if seat < mine else 1 - score, side=1 if seat < mine else 2)
            for seat, one in enumerate(people)
        ],
    }


def entered(sort, people, number, at):
    """Return what a person might enter for this sort of ladder."""
    if sort == "tournament":
        return {
            "kind": "tournament",
            "participants": [ParticipantResult(one, place=1 + place) for place, one in enumerate(people)],
        }
    if sort == "teams" and number % 3:
        return entered_sides(people, number)
    if number % 7 == 6:
        participants = [ParticipantResult(one, score) for one, score in zip(people, (1.0, 0.0), strict=False)]
        return {"kind": "walkover", "participants": participants, "facts": {}}
    if sort == "ladder":
        left = Exit("dead", 1) if number % 2 else Exit("surrendered", 1)
        crowd = people[: 2 + number % 3]
        participants = [ParticipantResult(one, exit=left) for one in crowd]
        participants[number % len(crowd)] = ParticipantResult(crowd[number % len(crowd)], exit=Exit("standing"))
        started = at - timedelta(days=number) if number % 3 == 0 else None
        return {
            "kind": "friendly" if number % 5 == 0 else "ladder",
            "participants": participants,
            "started_at": started,
        }
    stopped = number % 8 == 4  # in the fourth game, also where there are no draws
    scores = (0.5, 0.5) if stopped or (sort == "drawn" and number % 4 == 0) else (1.0, 0.0)
    facts = {"length": 1 + number, "chips": 10 + number} if sort in ("rated", "rungs") else {"moves": 2 + number}
    if number % 5 == 0:
        facts["handicap"] = 10 * number - 100
    return {
        "kind": "rated",
        "participants": [ParticipantResult(one, score) for one, score in zip(people, scores, strict=False)],
        "facts": facts,
        **({"games": parse_games("11-7 5-11 11-9 3-2"), "ending": STOPPED} if stopped else {}),
    }


def replayed(board):
    """Return (player, rating, counts, form), changes and shifts, from the matches and without the ledger's code."""
    results = []
    counting = Match.objects.filter(season=board.season, status="counted")
    for match in sorted(counting, key=lambda one: (one.played_at, one.sequence)):
        rows = Participant.objects.filter(match=match).order_by("seat")
        result = Result(
            load_kinds()[match.kind],
            timezone.localtime(match.played_at),
            tuple(row.player_id for row in rows),
            tuple(math.nan if row.score is None else row.score for row in rows),
            match.facts,
            tuple(Exit(row.exit, row.round) for row in rows if row.exit),
            tuple(row.place for row in rows if row.place),
            match.started_at and timezone.localtime(match.started_at),
            sides=tuple(row.side for row in rows if row.side),
            games=parse_games(match.games),
            ending=match.ending,
        )
        if is_counted(board.rating_system, result):
            results.append(result)
    fold = replay_results(board.rating_system, results)
    table = {
        player: (*listed(fold.table[player]), *fold.counts[player], form(board.rating_system, results, player))
        for player in fold.table
    }
    shifts = [(shift.player, *listed(shift.before), *listed(shift.after)) for shift in fold.shifts]
    return table, [(row.player, *listed(row.before), *listed(row.after)) for row in fold.history], sorted(shifts)


def stored(board):
    """Return the same from the stored tables."""
    standings = Standing.objects.filter(board=board)
    table = {row.player_id: (*listed(row.rating), *row.counts, row.form) for row in standings}
    rows = (
        RatingChange.objects.filter(board=board)
        .select_related("participant")
        .order_by("participant__match__played_at", "participant__match__sequence", "participant__seat")
    )
    shifts = [
        (row.player_id, *listed(row.before), *listed(row.after)) for row in RatingShift.objects.filter(board=board)
    ]
    changes = [(row.participant.player_id, *listed(row.before), *listed(row.after)) for row in rows]
    return table, changes, sorted(shifts)


def form(system, results, player):
    """Return how a player's last five matches ended; of a tournament only a win, and nothing where all are such."""
    if all(kind.format.has_places for kind in system.kinds):
        return ""
    mine = [one.scores[one.players.index(player)] for one in results if player in one.players]
    return "".join("LDW"[int(2 * score)] for score in mine if not math.isnan(score))[-5:]


def listed(rating):
    memory = list(rating.memory) if isinstance(rating.memory, tuple) else rating.memory
    return rating.points, rating.experience, memory, rating.as_of


def test_a_plan_shown_equals_the_plan_applied():
    ladder = create_ladder(slug="shown", name="Shown", boards=[("match-length-elo", {})])
    season = ladder.seasons.get()
    people = [Player.objects.create(name=name) for name in ("Ada", "Bo", "Cy")]
    day = datetime(2026, 3, 1, 20, tzinfo=timezone.get_default_timezone())
    for number in range(12):
        first, second = people[number % 3], people[(number + 1) % 3]
        enter_match(
            season=season,
            by=None,
            kind="rated",
            participants=[ParticipantResult(first, 1.0), ParticipantResult(second, 0.0)],
            played_at=day + timedelta(days=number),
            facts={"length": 5},
        )
    match = Match.objects.filter(season=season)[3]
    before = list(RatingChange.objects.values_list("pk", "after_points"))

    result = load_played_match(match).result._replace(facts={"length": 9})
    shown = ledger.plan(season, [ledger.build_draft(match, result)]).boards[0]
    assert list(RatingChange.objects.values_list("pk", "after_points")) == before, "a plan writes nothing"
    correct_match(match=match, by=None, reason="It was 9", revision=1, facts={"length": 9})

    assert shown.table
    for player, state in shown.table.items():
        standing = Standing.objects.get(board=shown.board, player=player)
        assert (standing.rating, standing.counts) == (state.rating, state.counts)
    for row in shown.rows:
        change = RatingChange.objects.get(participant__match=row.seat[0], participant__seat=row.seat[1])
        assert (change.before, change.after) == row.ratings


def test_a_change_that_touches_more_players_than_a_query_names_leaves_the_others_standing(monkeypatch):
    season = season_of(make_ladder("match-length-elo"))
    play(season, "Ana", "Ben", 5)
    late = [play(season, *pair.split(), 5) for pair in ("Cy Dee", "Dee Eve")]
    monkeypatch.setattr("ladder.ledger.storage.tables.FEW_PLAYERS", 2)

    void_match(match=late[0], by=None, reason="a test", revision=1)

    assert ledger.verify(season.ladder) == []


def test_start_of_a_battle_leaves_out_what_ended_at_that_moment():
    """W-8, W-9: a match that ends as a battle begins is none before it, also when a third one of that moment comes."""
    ladder = make_ladder("warlocks-score")
    people = [Player.objects.create(name=letter) for letter in "ABCDE"]
    began = timezone.now() - timedelta(hours=4)
    for winner, loser, ended, started in ((0, 1, 0, None), (0, 2, 2, began), (3, 4, 0, None)):
        participants = [
            ParticipantResult(people[winner], exit=Exit("standing")),
            ParticipantResult(people[loser], exit=Exit("dead", 1)),
        ]
        end = began + timedelta(hours=ended)
        enter_match(
            season=season_of(ladder),
            participants=participants,
            by=None,
            kind="ladder",
            played_at=end,
            started_at=started,
        )
    assert ledger.verify(ladder) == []


def test_matches_of_the_night_when_clocks_go_back_are_folded_in_the_order_of_play():
    """G-1: 2.30 in summer time, then twice 2.30 in winter time, by the order of entry."""
    Club.objects.create(pk=Club.ONLY, time_zone="Europe/Berlin")
    summer, winter = datetime(2024, 10, 27, 0, 30, tzinfo=UTC), datetime(2024, 10, 27, 1, 30, tzinfo=UTC)
    ladder, people = make_ladder("match-length-elo"), [Player.objects.create(name=letter) for letter in "ABC"]
    for first, second, ended in ((0, 1, summer), (1, 2, winter), (2, 0, winter)):
        participants = [ParticipantResult(people[first], 1.0), ParticipantResult(people[second], 0.0)]
        enter_match(
            season=season_of(ladder),
            participants=participants,
            by=None,
            kind="rated",
            played_at=ended,
            facts={"length": 5},
        )
    first = Match.objects.earliest("sequence")
    correct_match(match=first, by=None, reason="Winter time", revision=1, played_at=winter)
    assert ledger.verify(ladder) == []
