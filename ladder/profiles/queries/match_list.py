"""The list of a player's matches, with what each was worth."""

from collections.abc import Sequence
from typing import NamedTuple

from django.core.paginator import Page, Paginator
from django.db import models
from django.db.models import Exists, OuterRef, Q, QuerySet

from ladder.formats import STOPPED, WALKOVER, format_ordinal, join_names
from ladder.formats.words import MOST_NAMES
from ladder.ledger.storage.match_record import load_counted_participants
from ladder.matches.queries.results import (
    Mark,
    describe_match_score,
    describe_worth,
    format_match_length,
    load_marks,
    load_rating_changes,
)
from ladder.models import Board, Participant, RatingChange
from ladder.pages.figures import format_rating, format_short_day
from ladder.profiles.queries.board_choice import BoardChoice
from ladder.profiles.queries.career import BY_WALKOVER, ENDING_VERBS, STOPPED_VERB, filter_until
from players.models import Player
from players.people.names import fold_player_name
from players.people.queries import load_player_names

MATCHES_PER_PAGE = 20
MATCH_EXIT_WORDS = {"dead": "died", "surrendered": "surrendered"}


class MatchOpponent(NamedTuple):
    """Somebody else who took part, with the rating before the match."""

    pk: int
    name: str
    rating: str


class MatchLine(NamedTuple):
    """A line of the list of matches; `others` counts the opponents who are not named."""

    match: int
    day: str
    won: bool
    verb: str
    opponents: list[MatchOpponent]
    others: int
    length: str
    change: str
    direction: str
    after: str
    is_void: bool
    mark: Mark | None
    score: str = ""


class MatchPage(NamedTuple):
    """One page of the list of matches."""

    page: Page[Participant]
    rows: list[MatchLine]

    @property
    def left(self) -> int:
        """How many matches the next page has."""
        return min(self.page.paginator.count - self.page.end_index(), MATCHES_PER_PAGE)


def load_match_page(
    choice: BoardChoice,
    player: Player,
    number: str | None,
    others: Sequence[Player] = (),
    partners: Sequence[Player] = (),
    search: str = "",
) -> MatchPage:
    """Return one page of a player's matches of the kinds that the board knows, newest first, in six queries.

    Void matches and kinds that the board does not rate are among them. With another player only those against them;
    with several on a side only those between these two sides, as they are. With a search, in eight queries, only those
    with somebody whose name has it, as this reader sees names.
    """
    mine = Participant.objects.filter(
        filter_until(choice.past, "match__"), *filter_player_matches(choice.board, player, others, partners)
    )
    if search:
        mine = mine.filter(Exists(select_named_participants(mine, search)))
    mine = mine.select_related("match").order_by("-match__played_at", "-match__sequence")
    page = Paginator(mine.fetch_mode(models.FETCH_RAISE), MATCHES_PER_PAGE).get_page(number)
    rows = list(page.object_list)
    participants = load_match_opponents(rows)
    ids = [participant.pk for row in rows for participant in (row, *participants.get(row.match_id, []))]
    changes, marks = load_rating_changes(choice.board, ids), load_marks([row.match for row in rows])
    shown = [(row, participants.get(row.match_id, []), marks.get(row.match_id)) for row in rows]
    return MatchPage(page, [build_match_line(choice.board, *one, changes) for one in shown])


def select_named_participants(mine: QuerySet[Participant], search: str) -> QuerySet[Participant]:
    """Return, for each of these participations, the others in the match whose name has a text in it; two queries."""
    others = Participant.objects.exclude(pk__in=mine.values("pk")).filter(match__in=mine.values("match"))
    names = load_player_names(set(others.order_by().values_list("player", flat=True).distinct()))
    found = [key for key, name in names.items() if fold_player_name(search) in fold_player_name(name)]
    return Participant.objects.filter(match=OuterRef("match"), player__in=found).exclude(pk=OuterRef("pk"))


def filter_player_matches(
    board: Board, player: Player, others: Sequence[Player], partners: Sequence[Player]
) -> list[Q]:
    """Return the filters for the player's matches on a board, only those against others and with partners, if given."""
    kinds = [kind.key for kind in board.rules.known]
    mine = Q(player__in=player.own_keys, match__season=board.season_id, match__kind__in=kinds)
    row = Participant.objects.filter(match=OuterRef("match"))
    together = Q(side=OuterRef("side"), side__gt=0)
    against = [row.exclude(together).filter(player__in=one.own_keys) for one in others]
    beside = [row.filter(together, player__in=one.own_keys) for one in partners]
    found = [mine, *(Q(Exists(one)) for one in (*against, *beside))]
    if partners or len(others) > 1:
        everybody = [key for one in (player, *others, *partners) for key in one.own_keys]
        found.append(~Q(Exists(row.exclude(player__in=everybody))))
    return found


def load_match_opponents(rows: Sequence[Participant]) -> dict[int, list[Participant]]:
    """Return the other participants of these matches, by match; one query."""
    found: dict[int, list[Participant]] = {}
    others = Participant.objects.filter(match__in=[row.match_id for row in rows])
    own = {row.pk for row in rows}
    for participant in load_counted_participants(others.order_by("match", "seat")):
        if participant.pk not in own:
            found.setdefault(participant.match_id, []).append(participant)
    return found


def build_match_line(
    board: Board, row: Participant, others: Sequence[Participant], mark: Mark | None, changes: dict[int, RatingChange]
) -> MatchLine:
    """Return one line: how the match went, against whom, and what it was worth."""
    system, change = board.rating_system, changes.get(row.pk)
    worth, direction = describe_worth(system, change)
    partners = [one.player.name for one in others if row.side and one.side == row.side]
    verb = describe_ending(row, len(others) + 1)
    others = [one for one in others if not row.side or one.side != row.side]
    shown = others if len(others) <= MOST_NAMES + 1 else others[:MOST_NAMES]
    return MatchLine(
        match=row.match_id,
        day=format_short_day(row.match.played_at),
        won=row.score == 1,
        verb=f"with {join_names(partners)} {verb}" if partners else verb,
        opponents=[build_match_opponent(board, participant, changes.get(participant.pk)) for participant in shown],
        others=len(others) - len(shown),
        length=format_match_length(row.match),
        change=worth,
        direction=direction,
        after=format_rating(system, change.after) if change else "",
        is_void=row.match.is_void,
        mark=mark,
        score=BY_WALKOVER.strip() if row.match.kind == WALKOVER.key else describe_own_score(row),
    )


def build_match_opponent(board: Board, participant: Participant, change: RatingChange | None) -> MatchOpponent:
    """Return an opponent with the rating just before the match, where the board rated it."""
    rating = format_rating(board.rating_system, change.before) if change else ""
    return MatchOpponent(participant.player_id, participant.player.name, rating)


def describe_ending(row: Participant, field: int) -> str:
    """Return how a match ended, before the names: "beat", "died in round 3 against", "came 2nd of 8, with"."""
    if row.place:
        size = row.match.facts.get("field", field)
        return f"came {format_ordinal(row.place)} of {size:g}" + (", with" if field > 1 else "")
    if row.score != 1 and row.exit in MATCH_EXIT_WORDS and row.round:
        return f"{MATCH_EXIT_WORDS[row.exit]} in round {row.round} against"
    if row.match.ending == STOPPED:
        return STOPPED_VERB
    return ENDING_VERBS.get(row.score, "played") if row.score is not None else "played"


def describe_own_score(row: Participant) -> str:
    """Return the score with the participant's points first; that a match was stopped is said before the names."""
    return describe_match_score(row.match, row, ending="" if row.match.ending == STOPPED else None)
