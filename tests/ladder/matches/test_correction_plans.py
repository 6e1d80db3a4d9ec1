"""Random edits of seasons on which every system has a board: the plan that is shown is what is committed, and all of
it can go back.

Systems that take the same matches share a season, since most of an edit's time goes into what they share.
"""

import os
import random
from datetime import UTC, datetime, timedelta

import pytest

from ladder import ledger
from ladder.club.actions import create_ladder
from ladder.formats import Exit, ParticipantResult
from ladder.ledger.storage.match_record import load_played_match
from ladder.ledger.storage.rating_rows import widen_values
from ladder.matches.actions.corrections import (
    MatchCorrection,
    MatchRestoration,
    MatchReversion,
    MatchVoiding,
    change_match,
)
from ladder.models import Ladder, Match, MatchRevision, RatingChange, Standing
from ladder.ratings import create_system, list_system_choices
from tests.changes import revert_match
from tests.factories import enter_match, make_player

pytestmark = pytest.mark.django_db
EDITS = int(os.environ.get("EDITS", "20"))  # of each season; 200 for the long form
PLAYED, PLAYERS = 12, 6
FIRST = datetime(2026, 1, 1, 12, tzinfo=UTC)


def group_systems():
    """Return the keys of systems that take the same matches, by the kind of match and whether it may be drawn."""
    groups = {}
    for key, _ in list_system_choices():
        system = create_system(key)
        groups.setdefault((system.kinds[0].key, system.draws), []).append(key)
    return groups


@pytest.mark.parametrize("systems", group_systems().values(), ids=" ".join)
def test_what_is_shown_is_committed_and_goes_back(systems):
    dice = random.Random(f"{systems} 2026")
    season = played(systems, dice)
    ladder = season.ladder
    origin = ledger.fingerprint(ladder), standings(season)

    done = 0
    while done < EDITS:
        done += edited(dice, season)

    assert ledger.verify(ladder) == []
    for match in Match.objects.filter(season=season):
        first = match.revisions.get(number=1)
        revert_match(match=match, to=first, by=None, reason="As it was.", revision=match.revision)
    assert (ledger.fingerprint(ladder), standings(season)) == origin
    assert ledger.verify(ladder) == []


def played(systems, dice):
    """Return a season with a board of each system, and with matches on as many days."""
    boards = [(key, options(key)) for key in systems]
    season = create_ladder(slug="edits", name="Edits", boards=boards).seasons.get()
    people = [make_player(f"Player {number}") for number in range(PLAYERS)]
    for number in range(PLAYED):
        enter_match(season=season, by=None, played_at=FIRST + timedelta(days=number), **entered(season, people, dice))
    rated = RatingChange.objects.filter(board__season=season).values_list("board__system", flat=True)
    assert sorted({*rated}) == sorted(systems)
    return season


def options(key):
    """Let everybody play everybody, so that no match is refused."""
    return {"reach": 1000} if "reach" in vars(create_system(key)) else {}


def entered(season, people, dice):
    """Return what somebody might enter for the season's systems."""
    systems = [board.rating_system for board in season.boards.all()]
    kind = systems[0].kinds[0]
    if kind.format.has_places:
        chosen = dice.sample(people, 4)
        return {
            "kind": kind.key,
            "participants": [ParticipantResult(one, place=place) for place, one in enumerate(chosen, 1)],
        }
    first, second = dice.sample(people, 2)
    if kind.format.has_exits:
        how = dice.choice(["dead", "surrendered"])
        return {
            "kind": kind.key,
            "participants": [
                ParticipantResult(first, exit=Exit("standing")),
                ParticipantResult(second, exit=Exit(how, 1)),
            ],
        }
    needed = sorted({fact.name for system in systems for fact in system.facts if fact.required})
    facts = {name: dice.randint(1, 9) for name in needed}
    drawn = systems[0].draws and dice.random() < 0.2
    scores = (0.5, 0.5) if drawn else (1.0, 0.0)
    participants = [ParticipantResult(one, score) for one, score in zip((first, second), scores, strict=True)]
    return {"kind": kind.key, "participants": participants, "facts": facts}


def edited(dice, season):
    """Make one random edit; return whether there was one to make. The plan shown equals what is then stored."""
    match = dice.choice(list(Match.objects.filter(season=season).select_related("season__ladder")))
    edit = dice.choice([swapped, replaced, redated, retold, voided, restored, reverted])(match, dice)
    if edit is None:
        return False
    [shown] = edit.plan()
    expected = changed_rows(season, shown), changed_standings(season, shown)
    version = Ladder.objects.get().version
    before = ledger.fingerprint(season.ladder), standings(season)
    now = change_match(edit, match.revision, version)

    assert (rows(season), standings(season)) == expected
    back(dice, now, match.revision, before)
    return True


def back(dice, match, number, before):
    """Half of the time, go back at once: the fingerprint and the standings are what they were."""
    if dice.random() < 0.5:
        to = match.revisions.get(number=number)
        revert_match(match=match, to=to, by=None, reason="A slip.", revision=match.revision)
        assert (ledger.fingerprint(match.season.ladder), standings(match.season)) == before


def swapped(match, dice):
    """Let two who took part change places."""
    participants = load_played_match(match).participants
    one, other = dice.sample(range(len(participants)), 2)
    players = participants[one].player, participants[other].player
    participants[one], participants[other] = (
        participants[one]._replace(player=players[1]),
        participants[other]._replace(player=players[0]),
    )
    return MatchCorrection(match, participants=participants)


def replaced(match, dice):
    """Let somebody else have played."""
    participants = load_played_match(match).participants
    known = {side.player for side in participants}
    people = [make_player(f"Player {number}") for number in range(PLAYERS + 2)]
    participants[0] = participants[0]._replace(player=dice.choice([one for one in people if one not in known]))
    return MatchCorrection(match, participants=participants)


def redated(match, dice):
    return MatchCorrection(match, played_at=FIRST + timedelta(minutes=dice.randrange(PLAYED * 24 * 60)))


def retold(match, dice):
    """Let it have ended in another way: other facts, and where there may be, a draw or another exit."""
    people = [side.player for side in load_played_match(match).participants]
    told = entered(match.season, people, dice)
    return MatchCorrection(match, participants=told["participants"], facts=told.get("facts"))


def voided(match, dice):
    return None if match.is_void else MatchVoiding(match)


def restored(match, dice):
    return MatchRestoration(match) if match.is_void else None


def reverted(match, dice):
    return MatchReversion(match, to=dice.choice(list(MatchRevision.objects.filter(match=match))))


def rows(season):
    """Return what the ledger holds, by board, match and seat."""
    found = RatingChange.objects.filter(board__season=season).select_related("participant")
    return {
        (row.board_id, row.participant.match_id, row.participant.seat): (*row.before, *row.after, row.at_start)
        for row in found
    }


def standings(season):
    """Return the tables, to the last bit."""
    found = Standing.objects.filter(board__season=season)
    return {(row.board_id, row.player_id): (*row.rating, *row.counts) for row in found}


def changed_rows(season, plan):
    """Return what the ledger should hold after a plan: what is stored, with the plan laid over it."""
    found = rows(season)
    for one in plan.boards:
        gone = RatingChange.objects.filter(pk__in=one.gone)
        for seat in gone.values_list("board", "participant__match", "participant__seat"):
            found.pop(seat)
        found |= {(one.board.pk, *row.seat): widen_values(row.values) if one.plain else row.values for row in one.rows}
    return found


def changed_standings(season, plan):
    """Return the tables after a plan."""
    found = standings(season)
    for one in plan.boards:
        found |= {(one.board.pk, player): (*past.rating, *past.counts) for player, past in one.table.items()}
        for player in one.left:
            found.pop((one.board.pk, player))
    return found
