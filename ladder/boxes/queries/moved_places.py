"""What a change to the matches of a season would have made of its boxes: for the preview, in sentences.

The running boxes never change by themselves: where the season is over, organisers are told who went another way.
"""

from collections.abc import Iterator, Sequence
from copy import copy
from dataclasses import replace

from ladder.boxes.queries.box_page import propose_next_boxes
from ladder.boxes.queries.box_proposal import DOWN, OUT, UP
from ladder.boxes.queries.box_table import count_box_result
from ladder.boxes.queries.possible_results import ANY_MOMENT
from ladder.boxes.queries.shown_boxes import (
    ShownBox,
    find_points_board,
    find_points_system,
    load_boxes,
)
from ladder.formats import WON, format_ordinal, join_side
from ladder.ledger import Draft, merge_result_players
from ladder.models import BoxPlace, Season
from ladder.ratings import RATED, WALKOVER, Result, build_duel
from ladder.ratings.systems.match_points import MatchPoints
from players.models import Player
from players.people.queries import Identities, load_identities

MOVED_PLACE = "{box}: {player} would be {new} instead of {old}."
NEW_PLACE = "{box}: {player} would be {new}, and was not there."
NO_PLACE = "{box}: {player} would not be there."
NOT_PLAYED_ANY_MORE = (
    "A match in {box} of {season} is not played any more.",
    "{count} matches in {box} of {season} are not played any more.",
)
WIN_BY_WITHDRAWAL = ("{players} wins the match by forfeit.", "{players} win their matches by forfeit.")
WOULD_DO = {UP: "{player} would have gone up.", DOWN: "{player} would have gone down.", OUT: "{player} would be out."}
WOULD_WIN = "{player} would be the champion of {box} instead of {other}."
WOULD_STAY = "{player} would have stayed."
STAYS_AS_IT_IS = "The boxes of {season} stay as they are. Move players there by hand, if you want."


def describe_moved_boxes(season: Season, drafts: Sequence[Draft]) -> list[str]:
    """Return who would stand elsewhere in the boxes of a season after a change, and go another way."""
    before = load_boxes(season)
    if not before or not drafts:
        return []
    system, merges = find_points_system(find_points_board(season)), load_identities()
    changed = {draft.match: draft.result and merge_result_players(draft.result, merges) for draft in drafts}
    return compare_boxes(season, before, [lay_over_box(box, changed, system) for box in before])


def describe_merged_boxes(season: Season, merges: Identities) -> list[str]:
    """Return who would stand elsewhere in the boxes of a season, and go another way, with other merges."""
    return compare_boxes(season, load_boxes(season), load_boxes(season, merges=merges), merges)


def describe_unplayed_boxes(player: Player) -> list[str]:
    """Return how many matches a player still has in boxes of seasons that run, which nobody plays without them."""
    places = BoxPlace.objects.filter(player__in=player.own_keys, withdrawal="", season__closed_at=None)
    said = []
    for place in places.select_related("box", "season__ladder"):
        [shown] = load_boxes(place.season, place.box)
        if count := sum(player.pk in one.player_keys() for one in shown.open_fixtures):
            words = {"count": count, "box": place.box, "season": place.season.name}
            said.append(NOT_PLAYED_ANY_MORE[count > 1].format(**words))
    return said


def compare_boxes(
    season: Season, before: Sequence[ShownBox], after: Sequence[ShownBox], merges: Identities | None = None
) -> list[str]:
    """Return what differs between the boxes of a season as they are and as they would be, in sentences."""
    said = [*list_moved_places(before, after, merges or {}), *list_moved_ways(season, before, after, merges or {})]
    follower = Season.objects.filter(opens_from=season, boxes__isnull=False).first()
    return [*said, STAYS_AS_IT_IS.format(season=follower.name)] if said and follower else said


def lay_over_box(box: ShownBox, changed: dict[int, Result | None], system: MatchPoints | None) -> ShownBox:
    """Return a box as it would be with these matches changed; one without a result does not count any more.

    Where the match of two goes and they have another, that one counts later: the preview does not look for it.
    """
    played = {pair: match for pair, match in box.played.items() if match.match not in changed}
    for key, result in changed.items():
        pair = frozenset(result.players) if result else frozenset()
        is_counted = bool(result) and len(pair) == 2 and pair <= box.players.keys() and pair not in played
        if result and is_counted and result.kind in (RATED, WALKOVER):
            played[pair] = count_box_result(key, result, system)
    return replace(box, played=played)


def describe_withdrawals(place: BoxPlace) -> list[tuple[str, str, list[str]]]:
    """Return what each way to withdraw would do: its value, its words, and the sentences of what changes in the box."""
    [box] = load_boxes(place.season, place.box)
    system, key = find_points_system(find_points_board(place.season)), place.player.itself.pk
    afters = {way: lay_withdrawal_over(box, key, way, system) for way in BoxPlace.Withdrawal}
    return [
        (way, way.label, [*list_given_matches(box, after, key), *list_moved_places([box], [after], {})])
        for way, after in afters.items()
    ]


def lay_withdrawal_over(box: ShownBox, player: int, way: BoxPlace.Withdrawal, system: MatchPoints | None) -> ShownBox:
    """Return a box as it would be once a player has withdrawn in this way."""
    places = [copy(place) for place in box.places]
    for place in places:
        if place.player.itself.pk == player:
            place.withdrawal = way
    mine = [pair for pair, fixture in box.fixtures.items() if player in pair and fixture in box.open_fixtures]
    given = {}
    for pair in mine if way == BoxPlace.Withdrawal.FORFEIT else ():
        (other,) = pair - {player}
        given[pair] = count_box_result(0, build_duel(other, player, WON, ended=ANY_MOMENT, kind=WALKOVER), system)
    return replace(box, places=places, played=box.played | given)


def list_given_matches(before: ShownBox, after: ShownBox, player: int) -> Iterator[str]:
    """Yield who wins a match by a withdrawal, or how many are not played any more."""
    won_by = [other for pair in after.played.keys() - before.played.keys() for other in pair - {player}]
    names = sorted(before.players[one].player.itself.name for one in won_by)
    if names:
        yield WIN_BY_WITHDRAWAL[len(names) > 1].format(players=join_side(names))
    elif unplayed := sum(player in one.player_keys() for one in before.open_fixtures):
        words = {"count": unplayed, "box": before.box, "season": before.box.season.name}
        yield NOT_PLAYED_ANY_MORE[unplayed > 1].format(**words)


def list_moved_places(before: Sequence[ShownBox], after: Sequence[ShownBox], merges: Identities) -> Iterator[str]:
    """Yield who would have another place in their box, be there or not; `merges` says who counts as whom then."""
    for old, new in zip(before, after, strict=True):
        was: dict[int, tuple[int, Player]] = {}
        for rank, row in enumerate(old.rows, start=1):
            was.setdefault(merges.get(row.player, row.player), (rank, old.players[row.player].player.itself))
        for rank, row in enumerate(new.rows, start=1):
            player, place = new.players[row.player].player.itself, format_ordinal(rank)
            old_rank, _ = was.pop(row.player, (None, None))
            if old_rank is None:
                yield NEW_PLACE.format(box=old.box, player=player, new=place)
            elif old_rank != rank:
                yield MOVED_PLACE.format(box=old.box, player=player, new=place, old=format_ordinal(old_rank))
        yield from (NO_PLACE.format(box=old.box, player=player) for _, player in was.values())


def list_moved_ways(
    season: Season, before: Sequence[ShownBox], after: Sequence[ShownBox], merges: Identities
) -> Iterator[str]:
    """Yield who would have won the first box, and gone up, down or nowhere instead, once the season is over."""
    if not season.closed_at and not season.is_over:
        return
    names = {key: place.player.itself.name for box in (*before, *after) for key, place in box.players.items()}
    for old, new in zip(before, after, strict=True):
        if old.box.level == 1 and new.winner != (old.winner and merges.get(old.winner, old.winner)):
            winner, other = names.get(new.winner or 0, "Nobody"), names.get(old.winner or 0, "nobody")
            yield WOULD_WIN.format(player=winner, box=old.box, other=other)
    proposals = [propose_next_boxes(season.ladder, boxes) for boxes in (before, after)]
    was, will = ({move.player: move.how for move in one.moves} for one in proposals)
    went = {merges.get(player, player): how for player, how in was.items()}
    for player, how in will.items():
        if went.get(player) != how:
            yield WOULD_DO.get(how, WOULD_STAY).format(player=names[player])
