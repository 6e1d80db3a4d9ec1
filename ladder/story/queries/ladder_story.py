"""A page of a ladder's story: its days, the newest first, each with what is worth telling, in the reader's names."""

import logging
from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import date, tzinfo
from threading import Lock, Thread
from typing import NamedTuple

from django.core.cache import caches
from django.db import DatabaseError, connection, connections
from django.utils import timezone

from ladder.boxes.queries.ended_boxes import EndedBox
from ladder.ledger.storage.tables import OrderPlace
from ladder.models import Ladder, Match
from ladder.pages.figures import find_direction, format_match_worth
from ladder.pages.locks import hold_lock
from ladder.pages.unfinished import note_unfinished
from ladder.ratings import RatingSystem, find_match_worth
from ladder.story.honours.ledger import Honours
from ladder.story.moments import Moment, Telling, tell_moments
from ladder.story.moments.boxes import tell_box
from ladder.story.queries.history import Chapter, load_chapter
from ladder.story.walk import LadderWalk, StoryMatch
from players.people.queries import load_player_names

logger = logging.getLogger(__name__)
STORY_SECONDS = 60 * 60
MOST_TOLD = 50_000  # matches of a ladder
FEW_MATCHES = 2_000  # of which the story is told at once, in a third of a second
TELLING: dict[str, Thread] = {}  # what is worked out just now, by the key of the story
ONE_AT_A_TIME = Lock()
STORY_LOCKS = tuple(Lock() for _ in range(16))  # after a result many ask at once: one thread goes on
LONGEST_WAIT = 2.0  # seconds that the others wait for it
MOST_DAYS_KEPT = 200  # club days with something to tell, which is years for most clubs
DAYS_ON_A_PAGE = 8
MOST_A_DAY = 6  # matches that are told of one day
MOST_KEPT_A_DAY = 60  # matches among which are those of the people whom a member follows
MOST_OF_A_MATCH = 3  # sentences


class Tale(NamedTuple):
    """What is told of one match, the greatest first, and what it was worth to the player who is named first.

    Of a box that ended there is no match, but the address of its page.
    """

    match: int | None
    moments: tuple[Moment, ...]
    player: int
    worth: str
    direction: str
    url: str = ""

    def names_any(self, players: Collection[int]) -> bool:
        """Return whether one of these players is named in it."""
        return any(player in players for moment in self.moments for player in moment.telling.list_players())


class StoryDay(NamedTuple):
    """A club day with the matches that are worth telling, the greatest first."""

    day: date
    tales: tuple[Tale, ...]


class StoryTeller:
    """Tells the story and the honours of a ladder so far, and goes on where matches came after all others."""

    def __init__(self) -> None:
        self.walk, self.honours = LadderWalk(), Honours()
        self.tales: dict[date, list[Tale]] = {}
        self.days: list[StoryDay] = []
        self.version, self.read = -1, 0
        self.has_too_many = False
        self.last: OrderPlace | None = None
        self.system: RatingSystem | None = None  # of the last match

    @property
    def is_pending(self) -> bool:
        """Whether nothing is told yet since it is being worked out."""
        return self.version < 0

    def go_on(self, chapter: Chapter, version: int) -> None:
        """Tell these matches, which were read after the ladder had this version."""
        for match in chapter.matches:
            told = self.walk.build_story_match(match)
            self.add_tale(told.match.day, build_tale(told))
            self.walk.remember(told)
            self.honours.note(told)
            self.system = told.system
        for box in chapter.boxes:
            self.add_tale(box.ended_on, build_box_tale(box))
        self.honours.boxes += chapter.boxes
        newest = sorted(self.tales, reverse=True)[:MOST_DAYS_KEPT]
        self.days = [StoryDay(day, tuple(self.tales[day])) for day in newest]
        self.version, self.read, self.last = version, self.read + chapter.read, chapter.last

    def add_tale(self, day: date, tale: Tale | None) -> None:
        """Put what is told, if anything, among the greatest of a day."""
        if tale:
            tales = self.tales.setdefault(day, [])
            tales.append(tale)
            tales.sort(key=lambda one: -one.moments[0].weight)
            del tales[MOST_KEPT_A_DAY:]


def load_story(ladder: Ladder, *, wait: bool = False) -> StoryTeller:
    """Return the story of a ladder, worked out once for each version of its past, and carried on after a result.

    The version was read with the ladder, before its matches are: what comes in between is newer than the key says.
    Of very many matches nothing is told. Of more than a few the story is worked out beside requests, in a thread of
    this process: until it is there, the teller has nothing to tell and the page is noted as unfinished. With `wait`,
    and within a transaction, nobody gets such a teller.
    """
    cache, key = caches["rows"], build_story_key(ladder)
    if wait and (thread := TELLING.get(key)):
        thread.join()
    with hold_lock(STORY_LOCKS[ladder.pk % len(STORY_LOCKS)], LONGEST_WAIT) as is_ours:
        teller: StoryTeller | None = cache.get(key)
        if is_ours and key not in TELLING and (teller is None or teller.version < ladder.version):
            cache.delete(key)  # if it stops half way, nobody goes on from there
            if not (teller and carry_on(ladder, teller)):
                teller = tell_anew(ladder, key, wait=wait)
            if teller:
                cache.set(key, teller, STORY_SECONDS)
    if teller is None:
        note_unfinished()
    return teller or StoryTeller()


def build_story_key(ladder: Ladder) -> str:
    """Return the key under which the story of a ladder is kept."""
    zone = timezone.get_current_timezone_name()
    return f"story-{ladder.pk}-{ladder.past_version}-{ladder.inactive_after}-{zone}"


def carry_on(ladder: Ladder, teller: StoryTeller) -> bool:
    """Let a teller come to the last match of the ladder; return whether it knows all before it.

    It does not where a match came into another season before the last one that it knows.
    """
    if teller.has_too_many:
        return False
    chapter = load_chapter(ladder, teller.last)
    if teller.read + chapter.read < chapter.counted:
        return False
    teller.go_on(chapter, ladder.version)
    return True


def tell_anew(ladder: Ladder, key: str, *, wait: bool) -> StoryTeller | None:
    """Return a teller who has come from the first match of a ladder to the last; None while it is on its way."""
    teller, matches = StoryTeller(), count_matches_to_tell(ladder)
    if matches > MOST_TOLD:
        teller.has_too_many, teller.version = True, ladder.version
    elif wait or matches <= FEW_MATCHES or connection.in_atomic_block:  # a thread sees nothing of a transaction
        teller.go_on(load_chapter(ladder), ladder.version)
    else:
        zone = timezone.get_current_timezone()
        TELLING[key] = Thread(target=tell_beside_requests, args=(ladder, key, zone), name="story", daemon=True)
        TELLING[key].start()
        return None
    return teller


def tell_beside_requests(ladder: Ladder, key: str, zone: tzinfo) -> None:
    """Tell the story of a ladder in days of this zone, and keep it for those who look next."""
    try:
        with ONE_AT_A_TIME, timezone.override(zone):
            teller = StoryTeller()
            teller.go_on(load_chapter(ladder), ladder.version)
            caches["rows"].set(key, teller, STORY_SECONDS)
    except DatabaseError:
        logger.exception("The story of %s could not be worked out. It is tried again when somebody looks.", ladder)
    finally:
        TELLING.pop(key, None)
        connections.close_all()


def count_matches_to_tell(ladder: Ladder) -> int:
    """Return how many counted matches a ladder has, or one more than are told where it has very many."""
    counted = Match.objects.filter(season__ladder=ladder, status=Match.Status.COUNTED)
    return counted.order_by()[: MOST_TOLD + 1].count()


def build_tale(told: StoryMatch) -> Tale | None:
    """Return what is told of a match; None where it is a match as any other."""
    moments = tell_moments(told)[:MOST_OF_A_MATCH]
    if not moments:
        return None
    player = moments[0].telling.list_players()[0]
    seat = next((one for one in told.seats if one.player == player), None)
    if seat is None:  # who takes first place need not play
        return Tale(told.match.key, tuple(moments), player, "", "")
    worth = find_direction(find_match_worth(told.system, seat.before, seat.after))
    text = format_match_worth(told.system, seat.before, seat.after)
    return Tale(told.match.key, tuple(moments), player, text, worth)


def build_box_tale(ended: EndedBox) -> Tale | None:
    """Return what is told of a box that ended; None where nobody played in it and nobody goes up."""
    moments = tuple(tell_box(ended))
    return Tale(None, moments, moments[0].telling.list_players()[0], "", "", ended.url) if moments else None


def pick_days(days: Sequence[StoryDay], players: Collection[int]) -> list[StoryDay]:
    """Return these days with what names one of these players, by key; days without it are left out."""
    picked = [StoryDay(day, tuple(tale for tale in tales if tale.names_any(players))) for day, tales in days]
    return [one for one in picked if one.tales]


def cut_days(days: Iterable[StoryDay]) -> list[StoryDay]:
    """Return these days with the greatest of each alone."""
    return [StoryDay(one.day, one.tales[:MOST_A_DAY]) for one in days]


class NamedWord(NamedTuple):
    """A piece of a sentence: a text, or the name of a player with the key that their page is found by."""

    text: str
    player: int | None = None


class Sentence(NamedTuple):
    """What is told, in the reader's names, with what stands before it."""

    label: str
    words: tuple[NamedWord, ...]

    @property
    def text(self) -> str:
        """The sentence without links."""
        return "".join(word.text for word in self.words)


class NamedTale(NamedTuple):
    """What is told of one match, or of none, in the reader's names; `name` is whose it is first of all.

    `moment` is the match whose moments these are, to which members react; a note of a correction has none.
    """

    match: int | None
    name: str
    sentences: tuple[Sentence, ...]
    worth: str
    direction: str
    moment: int | None = None
    url: str = ""


class NamedDay(NamedTuple):
    """A club day of the story in the reader's names."""

    day: date
    tales: list[NamedTale]


def name_days(days: Sequence[StoryDay]) -> list[NamedDay]:
    """Return these days with the names as the reader sees them; one query."""
    moments = (moment for day in days for tale in day.tales for moment in tale.moments)
    names = load_player_names({player for moment in moments for player in moment.telling.list_players()})
    return [NamedDay(one.day, [name_tale(tale, names) for tale in one.tales]) for one in days]


def name_tale(tale: Tale, names: Mapping[int, str]) -> NamedTale:
    """Return what is told of a match or a box in these names."""
    sentences = tuple(Sentence(moment.label, name_players(moment.telling, names)) for moment in tale.moments)
    name = names.get(tale.player, "")
    return NamedTale(tale.match, name, sentences, tale.worth, tale.direction, tale.match, tale.url)


def name_players(telling: Telling, names: Mapping[int, str]) -> tuple[NamedWord, ...]:
    """Return the pieces of a sentence with names for keys."""
    return tuple(
        NamedWord(piece) if isinstance(piece, str) else NamedWord(names.get(piece, ""), piece)
        for piece in telling.split()
    )
