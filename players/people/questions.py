"""What a form is asked before it is stored, as about a new name that is like a known one; each can be answered yes."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from typing import Any, NamedTuple

from django import forms
from django.http import QueryDict

from players.models import Player
from players.people.actions import find_players
from players.people.names import build_name_key
from players.people.queries import match_name
from players.people.similar_names import (
    MOST_SIMILAR_NAMES,
    find_closest_names,
    find_similar_names,
    find_similar_players,
)

ABOUT_NAME = "name:"  # how the keys of questions about a name begin


class Question(NamedTuple):
    """A question beside a field; `key` says what a yes is about, and the names in `meant` are the other answers."""

    key: str
    field: str
    text: str
    yes: str  # empty where nobody can be new
    meant: Sequence[str] = ()
    match: Any = None  # the stored match that it is about


class AskedForm(forms.Form):
    """A form that may be asked something before what it says is stored."""

    question: Question | None = None  # the open one
    sure: tuple[str, ...] = ()  # the keys of what was asked and answered with yes

    def ask(self, questions: Iterable[Question], answered: Collection[str]) -> bool:
        """Keep the first question that is not answered with yes, and return whether there is one."""
        self.question, self.sure = None, ()
        for question in questions:
            if question.key not in answered:
                self.question = question
                return True
            self.sure = (*self.sure, question.key)
        return False


def read_answers(sent: QueryDict) -> QueryDict:
    """Return the sent values, with the name in its field that the button of a question stands for.

    The answer to a question about another name than the field now has is none.
    """
    data = sent.copy()
    field, _, name = data.get("meant", "").partition("=")
    asked = data.get("asked", "")
    is_stale = asked.startswith(ABOUT_NAME) and asked != build_question_key(data.get(field, ""))
    if field in data and not is_stale:
        data[field] = name
    return data


def build_question_key(name: str) -> str:
    """Return the key of the question about a name."""
    return f"{ABOUT_NAME}{build_name_key(name)}"


def ask_about_names(newcomers: Mapping[str, Player]) -> Iterator[Question]:
    """Yield questions about new names, by field, that are like those of known players, who may be in the match too.

    New names that are like each other are asked about as well.
    """
    others: list[tuple[int, str]] = []
    for field, player in newcomers.items():
        alike = [one.name for one in find_similar_players(player.name)]
        if alike:
            yes = f"No, {player.name} is new"
            text = f"Did you mean {join_alternatives(alike)}?"
            yield Question(build_question_key(player.name), field, text, yes, alike)
        elif near := find_closest_names(player.name, others):
            pair = f"{player.name} and {newcomers[list(newcomers)[near[0]]].name}"
            yield Question(f"names:{build_name_key(pair)}", field, f"Are {pair} two new players?", "Yes, they are two")
        others.append((len(others), build_name_key(player.name)))


def ask_about_part(name: str, field: str) -> Iterator[Question]:
    """Yield a question about a name that nobody has, but that is like those of players or a part of them."""
    parts = Player.objects.filter(match_name(name), merged_into=None).distinct()[:MOST_SIMILAR_NAMES]
    if alike := find_similar_players(name) or list(parts):
        names = [one.name for one in alike]
        yield Question(build_question_key(name), field, f"Did you mean {join_alternatives(names)}?", "", names)


def ask_about_listed_names(names: Iterable[str], field: str) -> Iterator[Question]:
    """Yield a question about the new names of a list, in one field, that are like those of players not on the list.

    Those like another new name above them are asked about as well.
    """
    typed = {build_name_key(name): name for name in names}
    known = find_players(typed)
    new = {key: name for key, name in typed.items() if key not in known}
    listed = {player.key for player in known.values()}
    people = Player.objects.filter(merged_into=None).order_by().values_list("key", "name") if new else ()
    stored = {key: name for key, name in people if key not in listed}
    order, called = {key: place for place, key in enumerate(new)}, stored | new
    found = {
        key: [called[other] for _, other in close if order.get(other, -1) < order[key]]
        for key, close in find_similar_names(new, called).items()
    }
    alike = {new[key]: meant for key, meant in found.items() if meant}
    if alike:
        asked = "; ".join(f"{join_alternatives(meant)} by “{name}”" for name, meant in alike.items())
        key = sha256(" ".join(sorted(map(build_name_key, alike))).encode()).hexdigest()[:16]
        yes = f"No, {'this player is' if len(alike) == 1 else 'these players are'} new"
        yield Question(f"names:{key}", field, f"Did you mean {asked}? If so, change the name.", yes)


def join_alternatives(names: Sequence[str]) -> str:
    """Return "Ann", "Ann or Bob" or "Ann, Bob or Cy"."""
    return " or ".join(names) if len(names) < 3 else f"{', '.join(names[:-1])} or {names[-1]}"
