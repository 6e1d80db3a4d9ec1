"""A season in one page: the podium, its boxes, who did most, its records, and a member's own season."""

from collections.abc import Mapping
from typing import NamedTuple

from ladder.boxes.queries.ended_boxes import EndedBox, EndedPlace
from ladder.models import Board, Match, Season
from ladder.pages.figures import format_change
from ladder.standings.queries.overview import find_main_board
from ladder.standings.queries.rows import StandingsRow
from ladder.standings.queries.table import load_standings
from ladder.story.honours.ledger import Earned, RecordHeld
from ladder.story.honours.lists import HONOURS_LISTS, PlayerTally, list_best
from ladder.story.honours.records import ALL_RECORDS, Mark, name_holders
from ladder.story.honours.rivalries import Meetings, Pair, find_closest_rivalry
from ladder.story.queries.honours_page import ShownList, ShownRecord, build_list
from ladder.story.queries.ladder_story import NamedWord, load_story, name_players
from players.models import Player
from players.people.queries import load_player_names

OWN_END = "You were {place}."
OWN_UP, OWN_DOWN = "You were {place}, and went up.", "You were {place}, and went down."
PODIUM_PLACES = 3
MOST_IN_A_LIST = 3


class OwnSeason(NamedTuple):
    """What a member did in a season."""

    tally: PlayerTally
    gained: str


class RecapBox(NamedTuple):
    """A box of a season that has ended: who won it, and who went up and down with the next season."""

    name: str
    winner: tuple[NamedWord, ...]
    up: tuple[NamedWord, ...]
    down: tuple[NamedWord, ...]


class Recap(NamedTuple):
    """A season in one page; `podium` are the first three as the standings have them."""

    podium: list[StandingsRow]
    players: int
    matches: int
    lists: list[ShownList]
    records: list[ShownRecord]
    own: OwnSeason | None
    boxes: list[RecapBox]
    own_box: str


def list_season_bests(board: Board) -> list[ShownList]:
    """Return who did most in the season of a main board, up to three who share it; one query beside the story."""
    tally = load_story(board.season.ladder).honours.tallies.seasons.get(board.season_id, {})
    best = [(one, list_best(tally, one, 1)[:MOST_IN_A_LIST]) for one in HONOURS_LISTS]
    names = load_player_names({player for _, lines in best for player, _ in lines})
    return [build_list(one, lines, names, board.rating_system) for one, lines in best if lines]


def load_recap(season: Season, me: Player | None, *, wait: bool = False) -> Recap | None:
    """Return a season in one page with what a member did in it; None where no match counts on its main board.

    Without `wait` also while the story is worked out.

    The standings are those of its last day, or of today.
    """
    story, board = load_story(season.ladder, wait=wait), find_main_board(season)
    tally = story.honours.tallies.seasons.get(season.pk)
    if board is None or not tally:
        return None
    table = load_standings(board)
    system = board.rating_system
    ranked = [(one, list_best(tally, one, MOST_IN_A_LIST)) for one in HONOURS_LISTS]
    found = [
        (record.label, held)
        for record in ALL_RECORDS
        if (held := story.honours.season_records.get((record.key, season.pk)))
    ]
    found += list_rivalry_records(story.honours.rivalries.get(season.pk, {}))
    boxes = [box for box in story.honours.boxes if box.season.pk == season.pk]
    keys = {player for _, one in found for player in one.mark.whose.list_players()}
    keys |= {place.end.player for box in boxes for place in box.places}
    names = load_player_names(keys | {player for _, lines in ranked for player, _ in lines})
    mine = tally.get(me.pk) if me else None
    return Recap(
        list(table.ranked[:PODIUM_PLACES]),
        len(tally),
        season.matches.filter(status=Match.Status.COUNTED).count(),
        [build_list(one, lines, names, system) for one, lines in ranked if lines],
        [ShownRecord(label, one.mark.text, name_players(one.mark.whose, names), one.by) for label, one in found],
        OwnSeason(mine, format_change(system, mine.gained)) if mine else None,
        [build_recap_box(box, names) for box in boxes],
        next((describe_own_end(one) for box in boxes for one in box.places if me and one.end.player == me.pk), ""),
    )


def build_recap_box(ended: EndedBox, names: Mapping[int, str]) -> RecapBox:
    """Return a box that has ended, with names."""
    won = [ended.winner] if ended.winner else []
    up = [one.end.player for one in ended.places if one.went_up]
    down = [one.end.player for one in ended.places if one.went_down]
    return RecapBox(ended.box.name, *(name_players(name_holders(*players), names) for players in (won, up, down)))


def describe_own_end(one: EndedPlace) -> str:
    """Return "You were 2nd of 5 in Box 2, and went up." to whoever was that."""
    own = OWN_UP if one.went_up else OWN_DOWN if one.went_down else OWN_END
    return own.format(place=one.end.place)


def list_rivalry_records(pairs: dict[Pair, Meetings]) -> list[tuple[str, RecordHeld]]:
    """Return the closest rivalry of a season with its label, as its records have theirs; its match is the last one."""
    closest = find_closest_rivalry(pairs)
    if closest is None:
        return []
    mark = Mark(closest.meetings.met, closest.text, name_holders(closest.first, closest.second))
    return [("Closest rivalry", RecordHeld(mark, Earned(closest.meetings.match, closest.meetings.day)))]
