"""A season of a few people, written down match by match, for tests of the story and of honours."""

from datetime import UTC, date, datetime, timedelta
from itertools import count

from ladder.ratings import BoardRules, Rating, build_duel, create_system
from ladder.story.moments import tell_moments
from ladder.story.queries.moved_honours import count_honours
from ladder.story.walk import LadderWalk, RatedMatch, StorySeason

ANA, BEN, CEM, DEA, EVA = 1, 2, 3, 4, 5
NAMES = {ANA: "Ana", BEN: "Ben", CEM: "Cem", DEA: "Dea", EVA: "Eva"}
START = date(2026, 1, 1)


class History:
    """A season of Elo, K 32 from 1,500, in which every match is written down by who won it."""

    def __init__(self, **season):
        rules = BoardRules(create_system("elo"))
        usual = {"find_absent": lambda day, played: (), "is_steady": True, "opening": {}}
        self.season = StorySeason(1, rules, **(usual | season))
        self.ratings, self.matches, self.keys = {}, [], count(1)

    def play(self, winner, loser, *, day=0, score=1.0, challenger=None):
        """Add a match on the day with this number; a score of 0.5 is a draw. `challenger` asked for it."""
        day = START + timedelta(day)
        ended = datetime(day.year, day.month, day.day, 20, tzinfo=UTC)
        result = build_duel(winner, loser, ended=ended)._replace(scores=(score, 1 - score))
        before = tuple(self.ratings.get(player, Rating(1500)) for player in (winner, loser))
        after = self.season.rules.rate(result, before)
        self.ratings |= zip((winner, loser), after, strict=True)
        self.matches.append(RatedMatch(next(self.keys), self.season, day, result, before, after, challenger))
        return self

    def give(self, **points):
        """Give players a rating, by name."""
        keys = {name: key for key, name in NAMES.items()}
        self.ratings |= {keys[name]: Rating(rating) for name, rating in points.items()}
        return self

    def tell(self, label):
        """Return the sentences of this kind, with the number of their match."""
        return [
            (told.match.key, moment.telling.fill(lambda player: NAMES.get(player, str(player))))
            for told in LadderWalk().follow(self.matches)
            for moment in tell_moments(told)
            if moment.label == label
        ]

    def earn(self):
        """Return the honours of all these matches."""
        return count_honours(self.matches)


def play_often(history, winner, loser, times, **how):
    for _ in range(times):
        history.play(winner, loser, **how)
    return history
