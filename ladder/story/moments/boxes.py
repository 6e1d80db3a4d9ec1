"""Moments of a box that has ended: who won it, who was unbeaten in it, and who goes up."""

from collections.abc import Iterator

from ladder.boxes.queries.ended_boxes import EndedBox
from ladder.formats import spell_number
from ladder.story.moments.base import Moment, Telling

FIRST_BOX_WEIGHT, WEIGHT_BETWEEN_LEVELS, LEAST_WEIGHT = 70, 10, 20
BOX_WON = "{player} won {box}"
UNBEATEN = "{player} won all {count} matches that they played in {box}"
GOES_UP, GO_UP = "{players} goes up to {box}", "{players} go up to {box}"


def tell_box(ended: EndedBox) -> list[Moment]:
    """Return what is worth telling of a box that has ended, all by the weight of its level."""
    weight = max(FIRST_BOX_WEIGHT - WEIGHT_BETWEEN_LEVELS * (ended.box.level - 1), LEAST_WEIGHT)
    return [Moment(weight, telling, label) for label, telling in list_box_tellings(ended)]


def list_box_tellings(ended: EndedBox) -> Iterator[tuple[str, Telling]]:
    """Yield the sentences of a box, each with its label."""
    box = {"box": ended.box.name}
    if ended.winner:
        yield "Box won", Telling(BOX_WON, {"player": [ended.winner]}, box)
    for place in ended.places:
        if place.unbeaten:
            named, texts = {"player": [place.end.player]}, box | {"count": spell_number(place.unbeaten)}
            yield "Unbeaten", Telling(UNBEATEN, named, texts)
    up: dict[str, list[int]] = {}
    for place in ended.places:
        if place.after and place.went_up:
            up.setdefault(place.after.name, []).append(place.end.player)
    for name, players in up.items():
        yield "Going up", Telling(GOES_UP if len(players) == 1 else GO_UP, {"players": players}, {"box": name})
