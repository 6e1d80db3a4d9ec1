"""Doubts about the boxes that a file names: are the players of a match together in that box, and who has played?

What a file says of boxes changes nothing: which match is that of a box follows from its players.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import NamedTuple

from ladder.files.cell_values import shorten_cell
from ladder.files.csv_grid import FileProblem
from ladder.files.interpretation.box_names import read_box_name
from ladder.files.interpretation.doubts import KEEP, LEAVE, Doubt, DoubtWeight
from ladder.files.interpretation.row_numbers import format_row_numbers
from ladder.files.match_records import MatchRecord
from ladder.formats import format_count
from ladder.imports.queries.row_doubts import list_problems
from ladder.ledger.box_fixtures import load_box_pairs
from ladder.models import Box, BoxPlace, Season
from players.people.actions import find_players
from players.people.names import build_name_key, isolate_direction
from players.people.queries import load_identities

OTHER_BOX_KEY, PLAYED_KEY = "boxes", "boxes-played"
OTHER_BOX_CHOICES = ((KEEP, "Import them: their players say what counts in a box"), (LEAVE, "Leave these rows out"))
PLAYED_CHOICES = ((LEAVE, "Leave these rows out"), (KEEP, "Import them: they are further matches"))
PLAYED_DETAIL = "In a box two players meet once, and the first match of the season is the one that counts in it."
NO_SUCH_BOX = "There is no box “{box}” in this season."
IN_NO_BOX = "{player} is in no box, and the file says {box}."
IN_OTHER_BOX = "{player} is in {own}, and the file says {box}."


class SeasonBoxes(NamedTuple):
    """The boxes of a season by label and by player, the match of each two in a box, and who a name key means."""

    boxes: Mapping[str, Box]
    places: Mapping[int, Box]
    matches: Mapping[frozenset[int], int | None]
    named: Mapping[str, int]

    def find_fault(self, record: MatchRecord) -> str:
        """Return what is wrong with the box that a record names, in a sentence; "" if its players are in it."""
        wanted = self.boxes.get(str(read_box_name(record.box)))
        if wanted is None:
            return NO_SUCH_BOX.format(box=shorten_cell(record.box))
        for player in record.players:
            own = self.places.get(self.named.get(build_name_key(player), 0))
            if own != wanted:
                sentence = IN_OTHER_BOX if own else IN_NO_BOX
                return sentence.format(player=isolate_direction(player), own=own, box=wanted)
        return ""

    def find_match(self, record: MatchRecord) -> int | None:
        """Return the stored match that counts in the box of a record's players; None if there is none."""
        return self.matches.get(frozenset(self.named.get(build_name_key(one), 0) for one in record.players))


def load_season_boxes(season: Season, records: Sequence[MatchRecord]) -> SeasonBoxes | None:
    """Return the boxes of a season for these records; None if it has no boxes."""
    found = BoxPlace.objects.filter(season=season).order_by("-box__level", "-box__letter")
    places = {one.player.itself.pk: one.box for one in found.select_related("box", "player__merged_into")}
    if not places:
        return None
    players = find_players({build_name_key(name) for record in records for name in record.players})
    pairs, stored = load_box_pairs(season, load_identities())
    matches = {pair: stored[fixture] for fixture, pair in pairs.items() if len(pair) == 2}
    boxes = {box.label: box for box in places.values()}
    return SeasonBoxes(boxes, places, matches, {key: player.pk for key, player in players.items()})


def find_box_doubts(
    season: Season, records: Sequence[MatchRecord], voided: Collection[int], *, has_dates: bool
) -> Iterator[tuple[Doubt, set[int]]]:
    """Yield what is to be asked about these new records as matches of boxes, each with the lines it is about.

    A file that names no box is asked about only if it has no dates, as a grid: then it may tell of a match again. A
    match that is about to be `voided` is none of a box.
    """
    concerned = [record for record in records if record.box or not has_dates]
    boxes = load_season_boxes(season, concerned) if concerned else None
    if boxes is None:
        return
    faults = [FileProblem(one.line, fault) for one in concerned if one.box and (fault := boxes.find_fault(one))]
    if faults:
        title = f"{format_count(len(faults), 'row names', 'rows name')} a box that is not that of its players."
        shown = list_problems(faults)
        doubt = Doubt(OTHER_BOX_KEY, DoubtWeight.AGAINST, title, OTHER_BOX_CHOICES, KEEP, *shown)
        yield doubt, {one.line for one in faults}
    played = [one.line for one in concerned if (boxes.find_match(one) or 0) not in {0, *voided}]
    if played:
        pairs = format_count(len(played), "pair has", "pairs have")
        title = f"{pairs} played in their box already ({format_row_numbers(played)})."
        yield Doubt(PLAYED_KEY, DoubtWeight.STORED, title, PLAYED_CHOICES, LEAVE, PLAYED_DETAIL), {*played}
