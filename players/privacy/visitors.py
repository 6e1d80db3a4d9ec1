"""What visitors read: names as the club shows them, and "Hidden player" for hidden players; members read full names."""

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache, wraps
from hashlib import sha256
from typing import Any, NamedTuple

from django.db.models import Exists, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase

from players.compiled_query import CompiledQuery
from players.models import Club, FormerName, Player
from players.people.names import build_name_key, remove_joiners
from players.privacy.abbreviation import NamedPerson, abbreviate_names
from players.privacy.erasure import build_name_pattern, list_name_parts, may_begin_name
from players.privacy.redaction import HIDDEN_MEMBER, HIDDEN_PLAYER, Redaction, use_redaction

REDACTING_CLUBS = Club.objects.exclude(names=Club.Names.FULL)
REDACTED_COLUMNS = ("pk", "name", "nickname", "merged_into", "merged_into__name")
FIRST_MARK = 0xE000  # code point of the first letter for private use
SHORTEST_REDACTED_WORD = 3  # letters of a part of a name that is looked for in what somebody typed


class RedactedPlayer(NamedTuple):
    """A player whose name visitors don't read as it is stored."""

    pk: int
    name: str
    nickname: str
    into: int | None
    into_name: str | None
    hidden: bool
    names: str | None


def select_redacted_players() -> QuerySet[Player, Any]:
    """Return all players in a club that shortens names, else the hidden ones, with the columns of a redacted player."""
    hidden = Coalesce("merged_into__hidden", "hidden")
    rows = Player.objects.filter(Q(hidden=True) | Q(merged_into__hidden=True) | Exists(REDACTING_CLUBS)).order_by("pk")
    return rows.values_list(*REDACTED_COLUMNS, hidden, Subquery(REDACTING_CLUBS.values("names")[:1]))


REDACTED_PLAYERS = CompiledQuery(select_redacted_players)  # its names come as they are stored


class VisitorRedaction:
    """The redaction of visitors. It reads the players who need it once, when the first name is read."""

    is_on = True

    @cached_property
    def rows(self) -> tuple[RedactedPlayer, ...]:
        """All players in a club that shortens names, else the hidden ones; one query."""
        return tuple(RedactedPlayer(*row) for row in REDACTED_PLAYERS.fetch_rows())

    @cached_property
    def names(self) -> dict[str, str]:
        """What these players are called, by their stored name."""
        return build_visitor_names(self.rows).names

    @cached_property
    def key(self) -> str:
        """A digest of what these players are called; empty where all names are whole."""
        return build_visitor_names(self.rows).key

    @cached_property
    def shortens(self) -> bool:
        """Whether the club shows no full names."""
        return shows_short_names(self.rows)

    def redact_name(self, name: str) -> str:
        """Return what a player is called; a new one, who is not in the rows yet, is shortened by the same rule."""
        if name in self.names or not self.shortens:
            return self.names.get(name, name)
        return abbreviate_names([NamedPerson(0, name)])[name]

    def redact_account(self, name: str) -> str:
        """Return what an account without a player is called: "A member", if its name may tell a player's."""
        folded = name.casefold()
        return HIDDEN_MEMBER if self.shortens or any(part.casefold() in folded for part in self.parts) else name

    def find_meant_key(self, key: str) -> str:
        return self.keys.get(key, "")

    @cached_property
    def keys(self) -> dict[str, str]:
        """The name keys of players, by the keys of the names that are shown for them."""
        return {
            build_name_key(shown): build_name_key(name) for name, shown in self.names.items() if shown != HIDDEN_PLAYER
        }

    def list_shown_keys(self) -> Mapping[int, str]:
        return build_shown_keys(self.rows)

    def redact_text(self, text: str) -> str:
        """Return a sentence with the names of these players replaced, also a surname alone.

        A mark stands for each name until the end, so that what is read instead is not looked through again.
        """
        text = unicodedata.normalize("NFC", text)
        new = plain = remove_joiners(text)
        marks: dict[str, str] = {}
        for told, shown in self.told:
            mark = chr(FIRST_MARK + len(marks))
            if (marked := replace_words(new, remove_joiners(told), mark)) != new:
                new, marks[mark] = marked, shown
        for part in self.parts:
            new = replace_words(new, part, "…", may_begin_name)
        for mark, shown in marks.items():
            new = new.replace(f"{mark}.", f"{shown.removesuffix('.')}.").replace(mark, shown)
        return text if new == plain else new

    @cached_property
    def told(self) -> list[tuple[str, str]]:
        """The names of these players, former ones too, with what visitors read instead; the longest first."""
        return sorted((self.names | self.former).items(), key=lambda one: -len(one[0]))

    @cached_property
    def parts(self) -> list[str]:
        """The words of names that visitors may not read; the longest first."""
        found = ((word, shown) for name, shown in self.told for word in list_name_parts(name))
        hidden = {
            word
            for word, shown in found
            if len(word) >= SHORTEST_REDACTED_WORD
            and may_begin_name(word)
            and word.casefold() not in list_name_parts(shown.casefold())
        }
        return sorted(hidden, key=lambda word: (-len(word), word))

    @cached_property
    def former(self) -> dict[str, str]:
        """What these players are called, by their former names."""
        called = {row.pk: self.names[row.name] for row in self.rows if row.name in self.names}
        with use_redaction(None):
            rows = FormerName.objects.filter(player__in=called).values_list("name", "player")
            return {name: called[player] for name, player in rows}


class VisitorNames(NamedTuple):
    """What players are called, by their stored name, and the digest of it."""

    names: dict[str, str]
    key: str


@lru_cache(2)
def build_visitor_names(rows: tuple[RedactedPlayer, ...]) -> VisitorNames:
    """Return what these players are called; merged ones as the player they count as. Kept for the same rows."""
    seen = [row for row in rows if shows_short_names(rows) and not row.hidden]
    found = abbreviate_names(
        NamedPerson(row.pk, row.name, row.nickname if row.names == Club.Names.NICKNAME else "")
        for row in seen
        if row.into is None
    )
    merged = {row.name: found[row.into_name] for row in seen if row.into_name}
    names = {row.name: HIDDEN_PLAYER for row in rows if row.hidden} | merged | found
    return VisitorNames(names, sha256(repr(names).encode()).hexdigest() if rows else "")


@lru_cache(2)
def build_shown_keys(rows: tuple[RedactedPlayer, ...]) -> dict[int, str]:
    """Return the name keys of what these players are called, by player. Kept for the same rows."""
    names = build_visitor_names(rows).names
    return {row.pk: build_name_key(names[row.name]) for row in rows if row.name in names}


def shows_short_names(rows: Sequence[RedactedPlayer]) -> bool:
    """Return whether the club shows no full names; every row holds this setting of the club."""
    return bool(rows and rows[0].names)


def replace_words(text: str, words: str, by: str, meant: Callable[[str], bool] = bool) -> str:
    """Return the text with these words replaced, in any letter case, where they stand alone and `meant` says so."""
    if words.casefold() not in text.casefold():
        return text
    found = re.compile(build_name_pattern(words), re.IGNORECASE)
    return found.sub(lambda match: by if meant(match[0]) else match[0], text)


class ReaderRedaction:
    """The redaction of one request: on for visitors, and off once somebody signs in while it is answered."""

    def __init__(self, request: HttpRequest) -> None:
        self.request = request

    @cached_property
    def visitors(self) -> VisitorRedaction:
        return VisitorRedaction()

    @property
    def is_on(self) -> bool:
        return getattr(self.request, "for_everybody", False) or not self.request.user.is_authenticated

    @property
    def shortens(self) -> bool:
        return self.is_on and self.visitors.shortens

    @property
    def key(self) -> str:
        return self.visitors.key if self.is_on else ""

    def redact_name(self, name: str) -> str:
        return self.visitors.redact_name(name) if self.is_on else name

    def redact_text(self, text: str) -> str:
        return self.visitors.redact_text(text) if self.is_on else text

    def redact_account(self, name: str) -> str:
        return self.visitors.redact_account(name) if self.is_on else name

    def find_meant_key(self, key: str) -> str:
        return self.visitors.find_meant_key(key)

    def list_shown_keys(self) -> Mapping[int, str]:
        return self.visitors.list_shown_keys()


class RedactionMiddleware:
    """Redacts names in the answer to every request, also in what is streamed after the view has returned."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        redaction = ReaderRedaction(request)
        with use_redaction(redaction):
            response = self.get_response(request)
        if response.streaming:
            response.streaming_content = stream_redacted_chunks(response.streaming_content, redaction)  # type: ignore[attr-defined]
        return response


def stream_redacted_chunks(chunks: Iterable[bytes], redaction: Redaction) -> Iterator[bytes]:
    """Yield the chunks, each of them made with this redaction."""
    source = iter(chunks)
    while True:
        with use_redaction(redaction):
            chunk = next(source, None)
        if chunk is None:
            return
        yield chunk


def for_everybody[**P](view: Callable[P, HttpResponse]) -> Callable[P, HttpResponse]:
    """Show names as visitors read them, whoever asks: for the screen, the printed page, other sites and feeds."""

    @wraps(view)
    def shown(*args: Any, **kwargs: Any) -> HttpResponse:
        args[0].for_everybody = True
        return view(*args, **kwargs)

    return shown
