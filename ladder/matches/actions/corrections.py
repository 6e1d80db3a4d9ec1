"""Changes to a stored match: correct, void, restore or revert it.

Each is a small class that returns the result of the match after the change; how it is planned, shown and stored is the
same for all of them.
"""

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from copy import copy
from datetime import datetime
from typing import Any, Literal

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.utils import timezone

from ladder import changes, ledger
from ladder.access.permissions import Act
from ladder.changes.consequences import describe_consequences
from ladder.changes.versions import list_version_differences
from ladder.formats import (
    Game,
    ParticipantResult,
    add_games,
    drop_contradicted_games,
    parse_games,
)
from ladder.ledger.admission import check_admission, check_season_open
from ladder.ledger.ladder_lock import check_match_revision, lock_match
from ladder.ledger.storage.match_record import (
    MatchVersion,
    build_result,
    build_result_version,
    build_stored_version,
    build_version_result,
    choose_revision_verb,
    list_keyed_participants,
    list_participant_rows,
    load_match_version,
    load_played_match,
    number_players,
    store_match,
    write_revision,
)
from ladder.matches.actions.new_match import find_or_create_player
from ladder.matches.notifications import notify_moved_by_match, notify_of_version
from ladder.matches.queries.limits import find_reached_limit
from ladder.matches.queries.opponents import format_start_rating
from ladder.models import Match, MatchRevision
from ladder.ratings import Result
from ladder.story.queries.moved_honours import work_out_moved_honours
from players.models import Player
from players.people.queries import Identities, load_identities

NOT_HERE = "A player in that version is no longer on this site. Correct the match instead."
NewStart = datetime | Literal["unchanged"] | None


class MatchChange(changes.SeasonChange):
    """A change to one match; each subclass defines `build_result`."""

    act = Act.CORRECT
    verb: MatchRevision.Verb | None = None  # of the new version; None: the one that fits the change of status
    as_named = False  # whether players are stored as given, not as the merged players who were entered

    def __init__(self, match: Match, *, by: User | None = None, reason: str = "") -> None:
        super().__init__(match.season, by=by, reason=reason)
        self.match = match
        self.new_names: dict[int, str] = {}  # of players who are not stored yet, by key

    @property
    def revision(self) -> int:  # type: ignore[override]
        """The number of the version that changes."""
        return self.match.revision

    @abstractmethod
    def build_result(self, match: Match) -> Result:
        """Return the result of the match after the change, and set the status that it has then.

        Raises: ValidationError or RatingError with a sentence, where the match can't change like that.
        """

    def lock(self) -> None:
        if not self.is_locked:
            self.match = lock_match(self.match)
            self.season = self.match.season
        self.check_possible()

    def check_possible(self) -> None:
        """Refuse the change if the match as it is now does not allow it; the ladder is locked."""
        check_season_open(self.season)

    def check_unchanged(self, seen: changes.SeenPreview) -> None:
        if seen.revision is not None:
            check_match_revision(self.match, seen.revision)

    def plan(self) -> list[ledger.Plan]:
        self.after = copy(self.match)
        self.result = self.build_result(self.after)
        self.draft = ledger.build_draft(self.match, self.result if self.after.counts else None)
        self.drafts = [self.draft]
        return [ledger.plan(self.season, self.drafts)]

    def list_concerned_rows(self) -> list[Any]:
        return [self.match.pk, self.match.revision, sorted(self.new_names.values())]

    def describe(self, plans: Sequence[ledger.Plan]) -> changes.Preview:
        merges = load_identities()
        old = replace_merged_players(load_match_version(self.match), merges)
        planned = build_result_version(self.result, self.after.status, list_participant_rows(self.result))
        new = replace_merged_players(planned, merges)
        players = {side["player"] for version in (old, new) for side in version["sides"]}
        names = dict(Player.objects.filter(pk__in=players).values_list("pk", "name")) | self.new_names
        results = {self.match.pk: ledger.merge_result_players(self.result, merges)} if self.after.counts else {}
        return {
            "differences": list(list_version_differences(old, new, names)),
            "limited": self.describe_reached_limit(old, new, names),
            "newcomers": list(self.new_names.values()),
            "start": format_start_rating(self.season) if self.new_names else "",
            "boards": describe_consequences(plans[0], self.new_names, results),
        }

    def describe_besides(self, plans: Sequence[ledger.Plan]) -> changes.Preview:
        """Return the honours that move: a record that somebody sets meanwhile is no reason to look at a match again."""
        return work_out_moved_honours(plans, [self.draft], self.new_names)._asdict()

    def describe_reached_limit(self, old: MatchVersion, new: MatchVersion, names: Mapping[int, str]) -> str:
        """Return that the match will be rated beyond a limit of the ladder, where the change makes it so."""
        players = [[side["player"] for side in version["sides"]] for version in (old, new)]
        days = [timezone.localdate(one) for one in (self.match.played_at, self.result.ended)]
        is_as_before = self.match.counts and old["kind"] == new["kind"] and players[0] == players[1]
        if not self.after.counts or (is_as_before and days[0] == days[1]):
            return ""
        reached = find_reached_limit(self.season, self.result, without=self.match.pk)
        return f"{reached.describe(names)} An organiser’s change is rated all the same." if reached else ""

    def store(self, plans: Sequence[ledger.Plan]) -> changes.Stored:
        self.after.revision += 1
        participants = store_match(self.after, self.result, as_told=self.as_named)
        plans[0].seat_participants(participants)
        verb = self.verb or choose_revision_verb(self.match.is_void, self.after.is_void)
        version = build_stored_version(self.after, participants)
        yield plans[0], write_revision(self.after, version, verb, self.by, self.reason)

    def notify(self, plan: ledger.Plan, cause: Any) -> None:
        told = notify_of_version(self.after, cause, plan)
        notify_moved_by_match(plan, self.after, cause, without=told, foretold=self.foretold)


class MatchCorrection(MatchChange):
    """Let a match say something else; what is not given stays, and a pending match counts from then on."""

    def __init__(
        self,
        match: Match,
        *,
        participants: Sequence[ParticipantResult] | None = None,
        kind: str | None = None,
        played_at: datetime | None = None,
        started_at: NewStart = "unchanged",
        facts: Mapping[str, float] | None = None,
        games: Sequence[Game] | None = None,
        ending: str | None = None,
        by: User | None = None,
        reason: str = "",
    ) -> None:
        """Keep the new values; the others stay. A start of None removes it, and players without a key are new."""
        super().__init__(match, by=by, reason=reason)
        self.participants, self.kind, self.facts = participants, kind, facts
        self.played_at, self.started_at = played_at, started_at
        self.games, self.ending = games, ending
        players = [one.player for one in participants or ()]
        self.new_names = {key: one.name for key, one in zip(number_players(players), players, strict=True) if key < 0}

    def lock(self) -> None:
        super().lock()
        if self.participants is not None:
            self.participants = [one._replace(player=find_or_create_player(one.player)) for one in self.participants]

    def build_result(self, match: Match) -> Result:
        participants = load_played_match(match).participants if self.participants is None else self.participants
        result = build_result(
            self.kind or match.kind,
            self.played_at or match.played_at,
            list_keyed_participants(participants),
            dict(match.facts if self.facts is None else self.facts),
            match.started_at if self.started_at == "unchanged" else self.started_at,
        )
        result = self.add_score(match, result)
        check_admission(match.season, result)
        if match.is_pending:
            match.status = Match.Status.COUNTED
        return result

    def add_score(self, match: Match, result: Result) -> Result:
        """Return the result with the score that was given, or with the stored one as long as it fits who won."""
        games = parse_games(match.games) if self.games is None else self.games
        ending = match.ending if self.ending is None else self.ending
        if self.games is None:
            games, ending = drop_contradicted_games(result, games, ending)
        return add_games(result, games, ending)


class MatchVoiding(MatchChange):
    """The voiding of a match, which stays in the history."""

    def build_result(self, match: Match) -> Result:
        if match.is_void:
            raise ValidationError("This match is already void.")
        match.status = Match.Status.VOID
        return load_played_match(match).result


class MatchRestoration(MatchChange):
    """The restoring of a void match."""

    def build_result(self, match: Match) -> Result:
        if not match.is_void:
            sentence = "This match already counts." if match.counts else "This match isn’t void: it is pending."
            raise ValidationError(sentence)
        return count_as_stored(match)


class MatchReversion(MatchChange):
    """The return of a match to an earlier version, with the players who were entered then."""

    as_named = True

    def __init__(self, match: Match, *, to: MatchRevision, by: User | None = None, reason: str = "") -> None:
        super().__init__(match, by=by, reason=reason)
        self.to = to

    def build_result(self, match: Match) -> Result:
        old = self.to.version
        keys = [side["player"] for side in old["sides"]]
        players = Player.objects.in_bulk(keys)
        if not players.keys() >= {*keys}:
            raise ValidationError(NOT_HERE)
        result = build_version_result(old, [players[key] for key in keys])
        check_admission(match.season, result)
        match.status = Match.Status.VOID if old["status"] == Match.Status.VOID else Match.Status.COUNTED
        return result


def count_as_stored(match: Match) -> Result:
    """Set a match to count, and return its result as it is stored.

    Raises: ValidationError or RatingError with a sentence, where its season can't take it.
    """
    result = load_played_match(match).result
    check_admission(match.season, result)
    match.status = Match.Status.COUNTED
    return result


def correct_match(
    *, match: Match, by: User | None, reason: str, revision: int, version: int | None = None, **given: Any
) -> Match:
    """Correct a match, and return it; `given` are the new values that `MatchCorrection` takes.

    `revision` is the number of the match's version and `version` that of the ladder when the preview was made.
    Raises: NotAllowed; StaleChange when something changed meanwhile; ValidationError or RatingError otherwise.
    """
    return change_match(MatchCorrection(match, by=by, reason=reason, **given), revision, version)


def void_match(*, match: Match, by: User | None, reason: str, revision: int, version: int | None = None) -> Match:
    """Void a match, and return it.

    Raises: NotAllowed; StaleChange when something changed meanwhile; ValidationError, "This match is already void."
    """
    return change_match(MatchVoiding(match, by=by, reason=reason), revision, version)


def restore_match(*, match: Match, by: User | None, reason: str, revision: int, version: int | None = None) -> Match:
    """Restore a void match, and return it.

    Raises: NotAllowed; StaleChange when something changed meanwhile; ValidationError, "This match already counts."
    """
    return change_match(MatchRestoration(match, by=by, reason=reason), revision, version)


def change_match(change: MatchChange, revision: int, version: int | None = None) -> Match:
    """Make a change that was shown for these versions of the match and of its ladder; return the match after it."""
    changes.run(change, changes.build_seen(change.season, version, revision))
    return change.after


def replace_merged_players(said: MatchVersion, merges: Identities) -> MatchVersion:
    """Return a version with merged players as the ones they count as; unless two of them are one by now."""
    players = [merges.get(side["player"], side["player"]) for side in said["sides"]]
    if len({*players}) < len(players):
        return said
    return said | {"sides": [side | {"player": one} for side, one in zip(said["sides"], players, strict=True)]}
