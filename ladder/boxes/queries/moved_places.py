"""What a change to the matches of a season would have made of its boxes: for the preview, in sentences.

The running boxes never change by themselves: where the season is over, organisers are told who went another way.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from ladder.boxes.queries.box_page import propose_next_boxes
from ladder.boxes.queries.box_proposal import DOWN, OUT, UP
from ladder.boxes.queries.box_table import BoxMatch
from ladder.boxes.queries.shown_boxes import (
    ShownBox,
    build_box_match,
    find_points_board,
    find_points_system,
    load_boxes,
)
from ladder.formats import format_games, format_ordinal
from ladder.ledger import Draft, merge_result_players
from ladder.models import Season
from ladder.ratings import RATED, WALKOVER, Rating, Result
from ladder.ratings.systems.match_points import MatchPoints
from players.people.queries import load_identities

MOVED_PLACE = "{box}: {player} would be {new} instead of {old}."
WOULD_DO = {UP: "{player} would have gone up.", DOWN: "{player} would have gone down.", OUT: "{player} would be out."}
WOULD_STAY = "{player} would have stayed."
STAYS_AS_IT_IS = "The boxes of {season} stay as they are. Move players there by hand, if you want."


def describe_moved_boxes(season: Season, drafts: Sequence[Draft]) -> list[str]:
    """Return who would stand elsewhere in the boxes of a season after a change, and go another way."""
    before = load_boxes(season)
    if not before or not drafts:
        return []
    system, merges = find_points_system(find_points_board(season)), load_identities()
    changed = {draft.match: draft.result and merge_result_players(draft.result, merges) for draft in drafts}
    after = [lay_over_box(box, changed, system) for box in before]
    said = [*list_moved_places(before, after), *list_moved_ways(season, before, after)]
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
            played[pair] = build_changed_match(key, result, system)
    return replace(box, played=played)


def build_changed_match(key: int, result: Result, system: MatchPoints | None) -> BoxMatch:
    """Return a match of a box from its result, with the points that it gives to players who have none yet."""
    gained = [one.points for one in system.rate(result, (Rating(0), Rating(0)))] if system else list(result.scores)
    seats = [
        (player, gained[seat], result.scores[seat], result.kind.key, format_games(result.games), result.ending)
        for seat, player in enumerate(result.players)
    ]
    return build_box_match(key, system, *seats)


def list_moved_places(before: Sequence[ShownBox], after: Sequence[ShownBox]) -> Iterator[str]:
    """Yield who would have another place in their box."""
    for old, new in zip(before, after, strict=True):
        was = {row.player: rank for rank, row in enumerate(old.rows, start=1)}
        for rank, row in enumerate(new.rows, start=1):
            if was[row.player] != rank:
                player, places = old.players[row.player].player.itself, (rank, was[row.player])
                new_place, old_place = map(format_ordinal, places)
                yield MOVED_PLACE.format(box=old.box, player=player, new=new_place, old=old_place)


def list_moved_ways(season: Season, before: Sequence[ShownBox], after: Sequence[ShownBox]) -> Iterator[str]:
    """Yield who would have gone up, down or nowhere instead, once the season is over."""
    if not season.closed_at and not season.is_over:
        return
    names = {key: place.player.itself for box in before for key, place in box.players.items()}
    ways = [{move.player: move.how for move in propose_next_boxes(season.ladder, one).moves} for one in (before, after)]
    for player, how in ways[1].items():
        if ways[0].get(player) != how:
            yield WOULD_DO.get(how, WOULD_STAY).format(player=names[player])
