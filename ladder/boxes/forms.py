"""The form of boxes that are made: who is in which, in which order; and of the season that they begin."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import zip_longest
from typing import NamedTuple

from django import forms
from django.core.exceptions import ValidationError
from django.http import QueryDict

from ladder.boxes.actions import NewBox
from ladder.boxes.queries.box_proposal import BoxMove
from ladder.boxes.queries.next_boxes import NextCycle
from ladder.files.box_lists import read_box_list
from ladder.files.cell_values import shorten_cell
from ladder.files.csv_grid import FileError
from ladder.files.interpretation.box_names import BoxName, read_box_name
from ladder.models.box import BOX_LETTERS
from ladder.pages.fields import TitleField
from players.form_fields import DayField
from players.models import Player
from players.people.actions import find_player_by_name, find_players
from players.people.names import build_name_key, isolate_direction
from players.people.questions import join_alternatives
from players.people.similar_names import find_similar_names

UNREADABLE_BOXES = "These boxes can’t be read. Load the page again."
NO_BOX_NAME = "“{name}” is no box. Name it 2, or 2A where others are beside it."
NO_SUCH_PLAYER = "No player is called {name}."
NO_SUCH_PLAYER_BUT = "No player is called {name}. Did you mean {others}?"
TWICE_IN_LIST = "{player} is in the list twice."
MOST_BOXES = 200
MOST_PROBLEMS = 12  # sentences about a pasted list


class BoxesForm(forms.Form):
    """The boxes as the page has them: a field `box` for each, such as "2A:7,12,3", changed by the button pressed.

    Buttons move a player up or down by a place, also into the next box; take one out; put one into the last box; add an
    empty box; or take all boxes from a pasted list. What can’t be done is a problem that the page says; the boxes and
    the list stay as they were sent.
    """

    def __init__(self, data: QueryDict | None, *, boxes: Sequence[NewBox], moves: Sequence[BoxMove] = ()) -> None:
        super().__init__(data)
        self.moves: Mapping[int, BoxMove] = {move.player: move for move in moves}
        self.boxes = list(boxes)
        self.problems: list[str] = []
        self.pasted = data.get("pasted", "") if data else ""
        if data is not None:
            try:
                self.boxes = list(read_boxes(data.getlist("box"), data.getlist("box_name")))
                self.press(data)
            except ValidationError as error:
                self.problems = error.messages

    def press(self, data: QueryDict) -> None:
        """Do what the button that was pressed says."""
        if "paste" in data:
            self.boxes = read_pasted_boxes(self.pasted)
            return
        lists = [list(box.players) for box in self.boxes]
        pressed = {name: str(values[-1]) for name, values in data.lists() if values}
        if "move" in pressed:
            way, _, key = pressed["move"].partition(":")
            move_player(lists, read_key(key), way)
        elif "drop" in pressed:
            lists = [[player for player in one if player != read_key(pressed["drop"])] for one in lists]
        elif "add" in pressed and pressed.get("player", "").strip():
            lists = lists or [[]]
            lists[-1].append(find_player_by_name(pressed["player"]).pk)
        elif "box_more" in pressed:
            lists.append([])
        names = [(box.level, box.letter) for box in self.boxes]
        while len(names) < len(lists):
            names.append((names[-1][0] + 1 if names else 1, ""))
        self.boxes = [NewBox(*name, players) for name, players in zip(names, lists, strict=True)]

    @property
    def is_sent(self) -> bool:
        """Whether the boxes are to be made, and no button only moves somebody."""
        return self.is_bound and "make" in self.data and not self.problems

    @property
    def filled(self) -> list[NewBox]:
        """The boxes with players."""
        return [box for box in self.boxes if box.players]


class CycleForm(BoxesForm):
    """The boxes of the next cycle, with the name and the last day of its season."""

    name = TitleField(label="Name of the next season")
    ends_on = DayField(label="Last day", error_messages={"required": "Enter the last day."})

    def __init__(self, data: QueryDict | None, *, cycle: NextCycle) -> None:
        boxes = [NewBox(*one) for one in cycle.proposal.list_boxes()]
        super().__init__(data, boxes=boxes, moves=cycle.proposal.moves)
        self.fields["name"].initial, self.fields["ends_on"].initial = cycle.name, cycle.ends_on


class ShownSeat(NamedTuple):
    """A player in the boxes that are made, with the value of the field and why they are there."""

    player: Player
    move: BoxMove | None


def list_shown_boxes(form: BoxesForm) -> list[tuple[NewBox, str, list[ShownSeat]]]:
    """Return each box with the value of its field and its players; one query."""
    keys = [player for box in form.boxes for player in box.players]
    known = Player.objects.select_related("merged_into").in_bulk([*keys, *form.moves])
    return [
        (
            box,
            f"{box.level}{box.letter}:{','.join(map(str, box.players))}",
            [ShownSeat(known[key].itself, form.moves.get(key)) for key in box.players if key in known],
        )
        for box in form.boxes
    ]


def read_boxes(texts: Sequence[str], names: Sequence[str]) -> Iterator[NewBox]:
    """Yield the boxes of the fields, each by its name of today if the page sent one.

    Raises: ValidationError, "These boxes can’t be read. Load the page again." or "“2X” is no box. Name it 2 or 2A."
    """
    if len(texts) > MOST_BOXES:
        raise ValidationError(UNREADABLE_BOXES)
    for text, typed in zip_longest(texts, names[: len(texts)], fillvalue=""):
        name, colon, keys = text.partition(":")
        if not colon:
            raise ValidationError(UNREADABLE_BOXES)
        yield build_new_box(read_box_name(typed or name), typed, [read_key(key) for key in keys.split(",") if key])


def build_new_box(name: BoxName | None, typed: str, players: Sequence[int]) -> NewBox:
    """Return a box of this name. Raises: ValidationError, "“2X” is no box. Name it 2, or 2A ..." """
    if name is None or name.letter not in BOX_LETTERS:
        raise ValidationError(NO_BOX_NAME.format(name=typed[:20]))
    return NewBox(name.level, name.letter, players)


def read_pasted_boxes(text: str) -> list[NewBox]:
    """Return the boxes of a pasted list, the highest first, each with its players in the order of the list.

    Raises: ValidationError, with a sentence for each of the first names that nobody has, or that are there twice.
    """
    try:
        listed = read_box_list(text)
    except FileError as error:
        raise ValidationError(str(error)) from error
    keys = [build_name_key(one.name) for one in listed]
    found = find_players(set(keys))
    unknown = {key: one.name for key, one in zip(keys, listed, strict=True) if key not in found}
    known = [(one.box, found[key]) for key, one in zip(keys, listed, strict=True) if key in found]
    times = Counter(player for _, player in known)
    problems = list(describe_unknown_names(unknown))
    problems += [TWICE_IN_LIST.format(player=isolate_direction(one.name)) for one in times if times[one] > 1]
    if problems:
        more = len(problems) - MOST_PROBLEMS
        raise ValidationError(problems[:MOST_PROBLEMS] + ([f"And {more:,} more."] if more > 0 else []))
    boxes: dict[BoxName, list[int]] = defaultdict(list)
    for box, player in known:
        boxes[box].append(player.pk)
    return [build_new_box(box, str(box), players) for box, players in sorted(boxes.items())]


def describe_unknown_names(unknown: Mapping[str, str]) -> Iterator[str]:
    """Yield that nobody has these names, given by key, with the players whom the first may mean; at most one query."""
    people = Player.objects.filter(merged_into=None, erased_at=None).order_by().values_list("key", "name")
    called = dict(people) if unknown else {}
    alike = find_similar_names(list(unknown)[:MOST_PROBLEMS], called)
    for key, name in unknown.items():
        meant = [isolate_direction(called[other]) for _, other in alike.get(key, ())]
        sentence = NO_SUCH_PLAYER_BUT if meant else NO_SUCH_PLAYER
        yield sentence.format(name=isolate_direction(shorten_cell(name)), others=join_alternatives(meant))


def read_key(text: str) -> int:
    """Return the key of a player. Raises: ValidationError, where the text is none."""
    if not text.isdecimal() or len(text) > 18:
        raise ValidationError(UNREADABLE_BOXES)
    return int(text)


def move_player(lists: list[list[int]], player: int, way: str) -> None:
    """Move a player up or down by a place, at the end of a box into the next one; at the very end nothing happens."""
    step = -1 if way == "up" else 1
    for number, one in enumerate(lists):
        if player not in one:
            continue
        place = one.index(player)
        if 0 <= place + step < len(one):
            one[place], one[place + step] = one[place + step], one[place]
        elif 0 <= number + step < len(lists):
            one.remove(player)
            lists[number + step].insert(len(lists[number + step]) if step < 0 else 0, player)
        return
