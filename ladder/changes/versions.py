"""The versions of matches in words: who, when, what differs from the version before, why, and which standings moved."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime, time
from itertools import groupby
from typing import NamedTuple

from django.db import models
from django.db.models import OuterRef, QuerySet, Subquery

from ladder.files.cell_values import FIRST_SECOND, LAST_SECOND
from ladder.formats import (
    HANDICAP,
    LOST,
    STOPPED,
    ParticipantResult,
    choose_format,
    describe_handicap,
    describe_score,
    describe_title,
    parse_games,
    print_games,
)
from ladder.ledger.storage.match_record import AT_VENUE, MOMENT_WORDS, MatchVersion, read_side
from ladder.models import Adjustment, Event, Import, Match, MatchRevision
from ladder.pages.figures import find_direction, format_match_moment, format_points, format_visible_change
from ladder.ratings import find_joining_points, format_fixed, load_kinds
from players.people.queries import load_player_names

NamesByKey = Mapping[int, str]
OLDER_VERSION = MatchRevision.objects.filter(match=OuterRef("match"), number=OuterRef("number") - 1)
MOST_MOVES_SHOWN = 50  # players named on one board, those who moved most first


class StandingMove(NamedTuple):
    """A player's standing before and after a change; empty for a player who joined or left."""

    player: int
    name: str
    before: str
    after: str
    change: str
    direction: str


class BoardEffect(NamedTuple):
    """The players who moved on one board; `unseen` is how many moved by less than is printed."""

    label: str
    moved: int
    moves: list[StandingMove]
    unseen: int

    @property
    def others(self) -> int:
        """How many players who moved are not named."""
        return self.moved - len(self.moves)


def list_effects(adjustments: Iterable[Adjustment]) -> list[BoardEffect]:
    """Return what these adjustments changed on each board; their boards and players must be read already."""
    by_board = sorted(adjustments, key=lambda row: (row.board.position, row.board_id))
    return [build_board_effect(list(rows)) for _, rows in groupby(by_board, key=lambda row: row.board_id)]


def build_board_effect(rows: Sequence[Adjustment]) -> BoardEffect:
    """Return what the adjustments changed on one board, the largest move first."""
    largest = sorted(rows, key=lambda row: (-abs(measure_adjustment(row)), row.player.key))
    seen = [one for one in map(format_standing_move, largest) if one.change or not one.before or not one.after]
    return BoardEffect(
        rows[0].board.rating_system.about.label, len(seen), seen[:MOST_MOVES_SHOWN], len(rows) - len(seen)
    )


def measure_adjustment(row: Adjustment) -> float:
    """Return by how much a standing moved; one who joins moves from the starting rating, one who leaves by 0."""
    if row.after is None:
        return 0.0
    return row.after - (find_joining_points(row.board.rating_system, row.after) if row.before is None else row.before)


def format_standing_move(row: Adjustment) -> StandingMove:
    """Return a player's move as printed; its change is empty if it is too small to print."""
    system, moved = row.board.rating_system, measure_adjustment(row)
    before, after = ("" if figure is None else format_points(system, figure) for figure in (row.before, row.after))
    return StandingMove(
        row.player_id, row.player.name, before, after, format_visible_change(system, moved), find_direction(moved)
    )


class VersionDifference(NamedTuple):
    """One thing that differs between two versions."""

    what: str
    old: str
    new: str


def list_version_differences(old: MatchVersion, new: MatchVersion, names: NamesByKey) -> Iterator[VersionDifference]:
    """Yield what differs between two versions; a change of status only where a pending match counts now."""
    old, new = convert_version_to_utc(old), convert_version_to_utc(new)
    yield from list_result_differences(old, new, names)
    yield from list_score_differences(old, new)
    for fact in dict.fromkeys((*old["facts"], *new["facts"])):
        figures = [format_fact(fact, version, names) for version in (old, new)]
        if figures[0] != figures[1]:
            yield VersionDifference(fact, *figures)
    if old["kind"] != new["kind"]:
        yield VersionDifference("kind", *(find_kind_label(version["kind"]) for version in (old, new)))
    for field, word in MOMENT_WORDS.items():
        if old[field] != new[field]:
            clock = FIRST_SECOND if field == "started_at" else LAST_SECOND
            yield VersionDifference(word, *(format_version_moment(one[field], clock) for one in (old, new)))
    if (old["status"], new["status"]) == ("pending", "counted"):
        yield VersionDifference("status", "pending", "counted")


def list_score_differences(old: MatchVersion, new: MatchVersion) -> Iterator[VersionDifference]:
    """Yield what differs in the points of the games, and in how the match ended."""
    games = [print_games(parse_games(version.get("games", ""))) or "none" for version in (old, new)]
    if games[0] != games[1]:
        yield VersionDifference("score", *games)
    endings = [version.get("ending") or "played" for version in (old, new)]
    if endings[0] != endings[1]:
        yield VersionDifference("result type", *endings)


def convert_version_to_utc(version: MatchVersion) -> MatchVersion:
    """Return a version with its moments in UTC; older versions have them in the zone that the club had then."""
    told = {field: version[field] for field in MOMENT_WORDS if version[field]}
    return version | {field: datetime.fromisoformat(at).astimezone(UTC).isoformat() for field, at in told.items()}


def list_result_differences(old: MatchVersion, new: MatchVersion, names: NamesByKey) -> Iterator[VersionDifference]:
    """Yield what differs in who played and how the match ended."""
    before, after = describe_version_outcome(old, names), describe_version_outcome(new, names)
    if before == after:
        return
    winners = [find_duel_winner(version) for version in (old, new)]
    if all(winners) and winners[0] != winners[1] and has_swapped_results(old, new):
        yield VersionDifference("winner", *(names.get(one, "?") for one in winners if one))
    else:
        yield VersionDifference("result", before, after)


def find_duel_winner(version: MatchVersion) -> int | None:
    """Return who won a match of two; None for a draw, several players or places."""
    if len(version["sides"]) != 2:
        return None
    return next((side["player"] for side in version["sides"] if side["score"] == 1 and not side["place"]), None)


def has_swapped_results(old: MatchVersion, new: MatchVersion) -> bool:
    """Whether the same two played, and each now left as the other had."""
    ways = [
        sorted((side["player"], side["score"], side["exit"]) for side in version["sides"]) for version in (old, new)
    ]
    turned = sorted((one[0], *other[1:]) for one, other in zip(ways[0], ways[0][::-1], strict=True))
    return turned == ways[1]


def describe_version_outcome(version: MatchVersion, names: NamesByKey) -> str:
    """Return who beat whom, or how each player ended."""
    participants = list_named_participants(version, names)
    if version.get("ending") == STOPPED:
        return describe_title(participants, STOPPED)
    return choose_format(participants).describe_all(participants)


def list_named_participants(version: MatchVersion, names: NamesByKey) -> list[ParticipantResult]:
    """Return the participants of a version, with names for players."""
    return [read_side(side, names.get(side["player"], "?")) for side in version["sides"]]


def describe_version(version: MatchVersion, names: NamesByKey) -> str:
    """Return all that a version says of a match except for its moment: "Ben beat Ana, length 7"."""
    facts = (f"{fact} {format_fact(fact, version, names)}" for fact in version["facts"])
    score = describe_version_score(version, list_named_participants(version, names))
    return ", ".join(filter(None, [describe_version_outcome(version, names), score, *facts]))


def describe_version_score(version: MatchVersion, participants: Sequence[ParticipantResult]) -> str:
    """Return the score that a version says, with the winner's points first; its outcome says that it was stopped."""
    first = next((one for one in participants if one.side == 1), participants[0])
    games = parse_games(version.get("games", ""))
    ending = version.get("ending", "")
    return describe_score(games, "" if ending == STOPPED else ending, turned=first.score == LOST)


def format_fact(name: str, version: MatchVersion, names: NamesByKey) -> str:
    """Return the value of a fact of a version; of the handicap also who got it."""
    if name == HANDICAP.name:
        return describe_handicap(version["facts"], list_named_participants(version, names)) or "none"
    value = version["facts"].get(name)
    return "none" if value is None else format_fixed(value, 0) if value == int(value) else f"{value:,.6g}"


def find_kind_label(key: str) -> str:
    return load_kinds()[key].label if key in load_kinds() else key


def format_version_moment(value: str | None, clock: time) -> str:
    """Return a moment of a version as printed; one at this time is a day alone."""
    return format_match_moment(datetime.fromisoformat(value), clock=clock) if value else "none"


class HistoryEntry(NamedTuple):
    """A version of a match as printed."""

    who: str
    verb: str
    at: datetime
    reason: str
    differences: list[VersionDifference]
    effects: list[BoardEffect]
    number: int = 0
    proposed: str = ""


def load_history(match: Match) -> list[HistoryEntry]:
    """Return the versions of a match, the newest first."""
    rows = read_revisions(match.revisions.order_by("-number"))
    names = load_version_names(rows)
    return [describe_revision(row, names) for row in rows]


def read_revisions(rows: QuerySet[MatchRevision]) -> list[MatchRevision]:
    """Return these versions with all related rows that are printed; four queries."""
    known = rows.annotate(old=Subquery(OLDER_VERSION.values("version")[:1])).select_related(
        "by__player__merged_into", "match__season"
    )
    return list(known.prefetch_related("adjustments__board", "adjustments__player").fetch_mode(models.FETCH_RAISE))


def load_version_names(rows: Iterable[MatchRevision]) -> dict[int, str]:
    """Return the names of all players in these versions, in those before them and in what they propose, by key."""
    versions = [version for row in rows for version in (row.version, row.old, row.proposed) if version]  # type: ignore[attr-defined]
    players = {side["player"] for version in versions for side in version["sides"]}
    return load_player_names(players)


def describe_revision(row: MatchRevision, names: Mapping[int, str]) -> HistoryEntry:
    """Return one version as printed."""
    old = row.old  # type: ignore[attr-defined]  # put there by `read`
    changed = list(list_version_differences(old, row.version, names)) if old else []
    moved = list_effects(row.adjustments.all())
    proposed = describe_version(row.proposed, names) if row.proposed else ""
    return HistoryEntry(
        find_revision_author(row), row.get_verb_display(), row.at, row.reason, changed, moved, row.number, proposed
    )


def find_revision_author(row: MatchRevision) -> str:
    """Return who made a version: the name of the account's player, or of the account."""
    if row.by is None and row.number == 1 and row.match.at_venue:
        return AT_VENUE
    return find_account_name(row)


def find_account_name(row: MatchRevision | Event | Import) -> str:
    """Return who made a version or an event: the name of the account's player, or of the account."""
    player = getattr(row.by, "player", None)
    return player.itself.name if player else row.by_name or "The site"
