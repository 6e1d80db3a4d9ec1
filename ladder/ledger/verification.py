"""Verify that the stored ratings follow from the matches alone, and the fingerprint of what they are made from."""

import hashlib
import json
from collections.abc import Callable
from typing import Any, NamedTuple

from ladder.ledger.ledger_plan import plan
from ladder.ledger.settlement import find_stale_activity
from ladder.models import Board, Ladder, Match, Opening, Participant
from players.people.queries import order_own_last, resolve_player_name
from players.privacy.redaction import use_redaction


class BoardDifference(NamedTuple):
    """A board whose stored ledger differs from what a replay gives, and by how many rows of each table."""

    board: Board
    rows: int
    standings: int
    openings: int


def verify(ladder: Ladder) -> list[BoardDifference]:
    """Replay every season from its matches and given starting ratings alone; return the boards that differ."""
    found = []
    for season in ladder.seasons.order_by("id"):
        for one in plan(season).boards:
            if one.board.season_id != season.pk:
                continue
            rows = len(one.rows) + len(one.gone) + len(one.shifts) + len(one.gone_shifts)
            standings = len(one.table) + len(one.left) + find_stale_activity(one.board.standings.all()).count()
            openings = len(one.openings.changed) + len(one.openings.gone) if one.openings else 0
            if rows or standings or openings:
                found.append(BoardDifference(one.board, rows, standings, openings))
    return found


def fingerprint(ladder: Ladder) -> str:
    """Return the SHA-256 of the boards' systems and options, the given starting ratings and the counting matches.

    Players are in it by their full names, whoever asks. Database ids, the addresses of seasons, versions of matches and
    void matches are not in it.
    """
    return digest_ladder(ladder, list_season_facts)


def has_fingerprint(ladder: Ladder, text: str) -> bool:
    """Return whether this is the ladder's fingerprint, in the form of today or of backups before November 2026."""
    return text in (fingerprint(ladder), digest_ladder(ladder, list_older_season_facts))


@use_redaction(None)
def digest_ladder(ladder: Ladder, about: Callable[[Any], list[Any]]) -> str:
    """Return the digest of all seasons; `about` returns the facts of one besides its boards and matches."""
    digest = hashlib.sha256()
    for season in ladder.seasons.order_by("id"):
        for fact in (about(season), *list_board_facts(season), *list_match_facts(season)):
            digest.update(json.dumps(fact, sort_keys=True, ensure_ascii=False).encode() + b"\n")
    return digest.hexdigest()


def list_season_facts(season: Any) -> list[Any]:
    """Return how a season starts, as the fingerprint has it."""
    opens = [season.opening_rule, season.keep] if season.opens_from_id else ["fresh", 0.0]
    return ["season", *opens]


def list_older_season_facts(season: Any) -> list[Any]:
    """Return how a season starts with its address, which the first fingerprints had too."""
    kind, *opens = list_season_facts(season)
    return [kind, season.slug, *opens]


def list_board_facts(season: Any) -> list[Any]:
    """Return the boards of a season with their given starting ratings, as the fingerprint has them."""
    facts: list[Any] = []
    for board in season.boards.all():
        facts.append(["board", board.system, board.options])
        rows = Opening.objects.filter(board=board, source=Opening.Source.GIVEN).order_by(*order_own_last("player"))
        named = {row.name: row for row in rows.annotate(name=resolve_player_name("player"))}
        states = [[name, *row.rating[:3], str(row.as_of), *row.counts] for name, row in named.items()]
        facts += [["opening", *state] for state in sorted(states)]
    return facts


def list_match_facts(season: Any) -> Any:
    """Yield the counting matches of a season in order of play, as the fingerprint has them."""
    participants: dict[int, list[Any]] = {}
    rows = Participant.objects.filter(match__season=season, match__status=Match.Status.COUNTED)
    fields = ("match_id", resolve_player_name("player"), "score", "exit", "round", "place", "side")
    for match, *ended, side in rows.order_by("match", "seat").values_list(*fields):
        participants.setdefault(match, []).append([*ended, side] if side else ended)
    for match in Match.objects.filter(season=season, status=Match.Status.COUNTED):
        when = [match.played_at.isoformat(), match.started_at and match.started_at.isoformat()]
        facts = {name: float(value) for name, value in match.facts.items()}
        score = [[match.games, match.ending]] if match.has_score else []
        yield ["match", match.kind, *when, facts, participants.get(match.pk, []), *score]
