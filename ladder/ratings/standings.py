"""Ranks: who shares one and who has none; and the outcome of a replay as a list in order of rank."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from datetime import date
from operator import sub
from typing import NamedTuple

from .base import RatingSystem, advance_rating
from .columns import PlayerFigures
from .history import Fold
from .table_system import TableSystem
from .values import Counts, Key, Rating

INACTIVE_AFTER = 60  # days without a match, where nothing else is set


class Rank(NamedTuple):
    """A rank: one more than there are ranked players ahead. Players who are level in everything share it."""

    number: int
    is_shared: bool = False

    def __str__(self) -> str:
        return f"{self.number}=" if self.is_shared else f"{self.number}"


def number_ranks(keys: Sequence[Hashable], ranked: Sequence[bool]) -> list[Rank]:
    """Return the rank of each player, first place first; equal keys share one, and the next rank skips.

    Whoever is not ranked takes no number from the others, and gets the rank that they would have.
    """
    sizes: dict[Hashable, int] = {}
    for key, counts in zip(keys, ranked, strict=True):
        sizes[key] = sizes.get(key, 0) + counts
    found, ahead, last = [], 0, None
    for key, counts in zip(keys, ranked, strict=True):
        if last is not None and key != last:
            ahead += sizes[last]
        found.append(Rank(ahead + 1, bool(counts) and sizes[key] > 1))
        last = key
    return found


def find_last_counted_day(day: date, newest: date | None, limit: int) -> date:
    """Return the day up to which days without a match are counted.

    Where nobody has played for longer than the limit, ranks stand as on the day of the last match.
    """
    return newest if newest and (day - newest).days > limit else day


def explain_silence(last: date, counted: date, day: date, limit: int) -> str:
    """Return the words that a player's last match is too long ago; an empty text if it is not."""
    return f"no match for {(day - last).days:,} days" if (counted - last).days > limit else ""


class ReplayStanding(NamedTuple):
    """One player's line of the standings.

    `rank` is consecutive; `rank_shown` is what pages print, shared by players who are level and empty for whoever has
    none; `no_rank` says why.
    """

    rank: int
    name: str
    rating: float
    shown: str
    change: float | None  # by the most recent counting match, without what time alone did since
    change_shown: str
    provisional: bool
    played: int
    won: int
    drawn: int
    lost: int
    died: int
    experience: int
    rank_shown: str
    no_rank: str
    state: Rating
    brought: Counts = Counts()  # what of these counts is from before the first match

    @property
    def here(self) -> Counts:
        """The counts of the matches that were rated."""
        counts = Counts(self.played, self.won, self.drawn, self.lost, self.died)
        return Counts(*map(sub, counts, self.brought))

    @property
    def figures(self) -> PlayerFigures:
        """What the columns of the standings print; experience is that of all matches."""
        return PlayerFigures(self.state._replace(experience=self.experience), self.here, self.experience)


def rank_replay(
    system: RatingSystem,
    fold: Fold,
    as_of: date | None = None,
    brought: Mapping[Key, Counts] | None = None,
    absent: Mapping[Key, str] | None = None,
) -> list[ReplayStanding]:
    """Return everyone in the table of a replay, ranked by the unrounded rating as of the end of a day (G-4).

    Players are keyed by their names. The fold's counts hold what each player brought, as the ranking asks (W-10);
    `absent` says who has no rank, and why.
    """
    before, away = brought or {}, absent or {}
    rows = []
    for player, rating in find_final_table(system, fold, as_of).items():
        counts = fold.counts.get(player, Counts())
        rows.append((system.order(rating, counts), player.casefold(), player, rating, counts))
    rows.sort(key=lambda row: row[:3])
    ranks = number_ranks([row[0] for row in rows], [row[2] not in away for row in rows])
    return [
        build_replay_standing(
            system, number, "" if player in away else str(rank), player, rating, find_last_change(fold, player), counts
        )._replace(no_rank=away.get(player, ""), brought=before.get(player, Counts()))
        for number, (rank, (_, _, player, rating, counts)) in enumerate(zip(ranks, rows, strict=True), start=1)
    ]


def find_final_table(system: RatingSystem, fold: Fold, as_of: date | None) -> Mapping[Key, Rating]:
    """Return the table of a replay as it is read on a day, with what time alone did since the last match."""
    if as_of is None:
        return fold.table
    if isinstance(system, TableSystem):
        return {**fold.table, **system.advance_table(fold.table, as_of, fold.breaks)}
    return {player: advance_rating(system, rating, as_of) for player, rating in fold.table.items()}


def build_replay_standing(
    system: RatingSystem, number: int, rank: str, name: str, rating: Rating, change: float | None, counts: Counts
) -> ReplayStanding:
    """Return one line, with its figures as the system prints them."""
    provisional = system.provisional_left(rating) > 0
    shown = system.shown(rating) + ("?" if provisional else "")
    moved = "" if change is None else system.change_shown(change).replace("−", "-")
    gained = count_experience(system, rating, counts)
    figures = (
        number,
        name,
        system.entered(rating.points) + 0,
        shown,
        change,
        moved,
        provisional,
        *counts,
        gained,
        rank,
        "",
    )
    return ReplayStanding(*figures, rating)


def find_last_change(fold: Fold, player: str) -> float | None:
    """Return what the player's most recent counting match was worth; zero is never minus zero."""
    row = fold.last.get(player)
    if row is None:
        return None
    return fold.history.change(row) + 0


def count_experience(system: RatingSystem, rating: Rating, counts: Counts) -> int:
    """Return the experience, if it is more than a number of matches (B-8), or else the number of counted matches."""
    return rating.experience if system.about.experience.meaning else counts.played
