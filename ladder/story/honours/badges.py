"""The badges of a ladder. None can be had by playing one willing opponent again and again."""

from collections.abc import Container, Iterable, Iterator

from ladder.story.walk import PlayerPast, StoryMatch, StorySeat

KNOWN_MATCHES = 6  # with this one, before which a rating says little


class Badge:
    """A badge. `list_earners` looks at a match after its players have been through it.

    `wanted` and `count` tell how far somebody is, where a badge is earned by a number; `wanted` is 0 elsewhere.
    """

    key: str
    name: str
    rule: str
    wanted = 0

    def list_earners(self, told: StoryMatch, had: Container[int]) -> Iterator[int]:
        """Yield who has what the badge asks for after this match, without those who had it."""
        for seat in told.seats:
            if seat.player not in had and self.is_earned(told, seat):
                yield seat.player

    def is_earned(self, told: StoryMatch, seat: StorySeat) -> bool:
        """Return whether a player has what the badge asks for."""
        return bool(self.wanted) and self.count(seat.past) >= self.wanted

    def count(self, past: PlayerPast) -> int:
        """Return how much a player has of what the badge counts."""
        return 0


class GiantKiller(Badge):
    key, name = "giant-killer", "Giant-killer"
    rule = "Win a match with a chance of 20% or less, when everybody in it has played at least five matches before."

    def is_earned(self, told: StoryMatch, seat: StorySeat) -> bool:
        if seat not in told.winners or min(one.past.matches for one in told.seats) < KNOWN_MATCHES:
            return False
        chance = told.calculate_chance()
        return chance is not None and chance <= 0.2


class Unstoppable(Badge):
    key, name = "unstoppable", "Unstoppable"
    rule = "Win ten matches in a row against at least four opponents."
    wanted = 10

    def count(self, past: PlayerPast) -> int:
        return past.run if len(past.run_over) >= 4 else min(past.run, self.wanted - 1)


class Summit(Badge):
    key, name = "summit", "Summit"
    rule = "Be the sole leader among eight or more players."

    def is_earned(self, told: StoryMatch, seat: StorySeat) -> bool:
        return told.reign is not None and told.reign.player == seat.player and told.reign.among >= 8


class LongReign(Badge):
    key, name = "long-reign", "Long reign"
    rule = "Lead eight or more players for 30 days, then play again."

    def is_earned(self, told: StoryMatch, seat: StorySeat) -> bool:
        reign = told.reign
        if reign is None or reign.player != seat.player or reign.among < 8:
            return False
        return (told.match.day - reign.since).days >= 30


class Sociable(Badge):
    key, name = "sociable", "Sociable"
    rule = "Play against ten different opponents."
    wanted = 10

    def count(self, past: PlayerPast) -> int:
        return len(past.opponents)


class WholeClub(Sociable):
    key, name = "whole-club", "The whole club"
    rule = "Play against 25 different opponents."
    wanted = 25


class HalfCentury(Badge):
    key, name = "half-century", "Half century"
    rule = "Play 50 matches against at least five opponents."
    wanted = 50
    wanted_opponents = 5

    def count(self, past: PlayerPast) -> int:
        is_varied = len(past.opponents) >= self.wanted_opponents
        return past.matches if is_varied else min(past.matches, self.wanted - 1)


class Century(HalfCentury):
    key, name = "century", "Century"
    rule = "Play 100 matches against at least ten opponents."
    wanted = 100
    wanted_opponents = 10


class AtLast(Badge):
    key, name = "at-last", "At last"
    rule = "Beat an opponent for the first time, in your sixth match against them or later."

    def is_earned(self, told: StoryMatch, seat: StorySeat) -> bool:
        if not told.is_duel or seat not in told.winners:
            return False
        count, won = seat.past.met[told.losers[0].player]
        return won == 1 and count >= 6


class Regular(Badge):
    key, name = "regular", "Regular"
    rule = "Play in ten different weeks."
    wanted = 10

    def count(self, past: PlayerPast) -> int:
        return past.weeks


class Evergreen(Regular):
    key, name = "evergreen", "Evergreen"
    rule = "Play in 50 different weeks."
    wanted = 50


class Leap(Badge):
    key, name = "leap", "Leap"
    rule = "Pass five players with one match, after ten or more matches on the ladder."

    def is_earned(self, told: StoryMatch, seat: StorySeat) -> bool:
        return len(seat.passed) >= 5 and seat.past.matches > 10


ALL_BADGES: tuple[Badge, ...] = (
    Summit(),
    LongReign(),
    GiantKiller(),
    Unstoppable(),
    Leap(),
    AtLast(),
    Century(),
    HalfCentury(),
    WholeClub(),
    Sociable(),
    Evergreen(),
    Regular(),
)


def list_in_reach(past: PlayerPast, earned: Iterable[Badge]) -> list[tuple[Badge, int]]:
    """Return the counted badges that a player has not earned, with how much they have of each, the nearest first."""
    had = set(earned)
    missing = [(badge, badge.count(past)) for badge in ALL_BADGES if badge.wanted and badge not in had]
    return sorted(missing, key=lambda one: one[1] / one[0].wanted, reverse=True)
