"""Random years of a ladder of places: members challenge, refuse, forget, sit out, draw and correct, under every rule.

After each day the ladder is what its rules say, whatever was done: stored equals replayed, nothing stays open beyond
its last date, what the site does by itself is explained and done once, and no day of a break costs anything.
"""

import random
from contextlib import suppress
from datetime import timedelta

import pytest
from django.core.exceptions import ValidationError
from django.utils import timezone

from ladder import ledger
from ladder.challenges.actions import accept_challenge, challenge_side, decline_challenge, postpone_challenge
from ladder.challenges.due import decide_due_challenges
from ladder.challenges.reminders import send_challenge_reminders
from ladder.challenges.reports import BY_THE_RULES, report_challenge
from ladder.formats import ParticipantResult
from ladder.matches.actions.corrections import restore_match, void_match
from ladder.matches.actions.new_match import build_played_match
from ladder.models import Board, Challenge, Ladder, Match, MatchRevision, RatingShift, Standing, State
from ladder.people.actions.breaks import take_break
from ladder.ratings import RatingError, TableSystem, list_options
from ladder.ratings.systems.rungs import Rungs
from ladder.seasons.idle_players import move_idle_players
from players.models import PlayerBreak
from tests import IS_DRILL
from tests.factories import enter_match, make_ladder, make_member, season_of
from tests.ladder.challenges.rungs import read_rungs
from tests.threads import together

SEEDS, DAYS = (range(10), 365) if IS_DRILL else (range(3), 45)
pytestmark = pytest.mark.django_db(transaction=True)
MEMBERS = "ABCDEFGH"
RULES: dict[str, tuple] = {
    "challenge_reach": (None, 2, 3),
    "challenge_measure": ("places", "rows", "above", "share"),
    "free_challenges": (0, 2),
    "free_for": ("newcomers", "everybody"),
    "rematch_days": (None, 5),
    "rematch_matches": (None, 1),
    "most_challenges": (None, 2),
    "exempt_accepted": (None, 2),
    "answer_days": (2, 5),
    "if_unanswered": ("free", "lost"),
    "play_days": (3, 7),
    "if_unplayed": ("claim", "lost", "off"),
    "grace_days": (None, 0, 2),
    "postpone_days": (None, 4),
    "break_days": (None, 10),
    "most_breaks": (None, 3),
    "break_challenges": ("kept", "off"),
}
NUMBERS = {"idle_days": (0, 4, 9), "idle_matches": (1, 2), "idle_rungs": (1, 3), "sitting_days": (0, 5)}


def choose(seed, name, values):
    """Return a value for a year; ten years have each of up to ten."""
    return values[(seed + random.Random(name).randrange(len(values))) % len(values)]


def choose_options(seed):
    """Return a value of each option of rungs, such as organisers may choose."""
    found = {}
    for one in list_options(Rungs()):
        usual = [key for key, _ in one.choices] if one.choices else [False, True]
        found[one.name] = choose(seed, one.name, NUMBERS.get(one.name, usual))
    return found


def choose_rules(seed):
    """Return a choice of every setting on challenges and breaks."""
    rules = {name: choose(seed, name, values) for name, values in RULES.items()}
    if rules["challenge_measure"] == "share" and rules["challenge_reach"]:
        rules["challenge_reach"] = 40
    return rules


class RandomYear:
    """A ladder of eight members under rules that a seed chooses, and what they do by day."""

    def __init__(self, seed, clock):
        self.rng, self.clock = random.Random(seed), clock
        self.now = timezone.now().replace(year=2026, month=1, day=5, hour=7)
        self.move_to(self.now)
        self.season = season_of(make_ladder("rungs"))
        self.people = {name: make_member(name) for name in MEMBERS}
        Ladder.objects.update(**choose_rules(seed))
        Board.objects.update(options=choose_options(seed))
        self.draws = Board.objects.get().rating_system.draws
        for name in MEMBERS[:4]:  # the others are newcomers
            self.play(self.people[name], self.people["ABCD"["ABCD".index(name) - 1]], 1.0)

    def move_to(self, moment):
        self.now = moment
        self.clock.move_to(moment, tick=False)

    def play(self, winner, loser, score, challenge=None):
        """Report a match, from a challenge or not."""
        sides = [ParticipantResult(winner, score), ParticipantResult(loser, 1 - score)]
        if challenge is None:
            at = self.now - timedelta(minutes=self.rng.randrange(1, 300))
            return enter_match(season=self.season, participants=sides, by=None, kind="rated", played_at=at)
        entry = build_played_match("rated", sides, played_at=self.now)
        return report_challenge(challenge=challenge, by=winner.user, entry=entry)

    def do_something(self):
        """Do one deed at random; what the rules refuse is not done."""
        deed = self.rng.choice(
            [self.challenge] * 4
            + [self.answer] * 4
            + [self.report] * 3
            + [self.sit_out, self.postpone, self.void_or_restore, self.meet]
        )
        with suppress(ValidationError, RatingError):
            deed()

    def challenge(self):
        who, whom = self.rng.sample(list(self.people.values()), 2)
        challenge_side(season=self.season, by=who.user, opponents=[whom])

    def pick(self, *states):
        found = [one for one in Challenge.objects.order_by("pk") if one.state in states]
        return self.rng.choice(found) if found else None

    def answer(self):
        if one := self.pick(State.OPEN):
            other = one.list_side(2)[0].itself
            (accept_challenge if self.rng.random() < 0.7 else decline_challenge)(challenge=one, by=other.user)

    def report(self):
        if one := self.pick(State.ACCEPTED, State.OVERDUE):
            pair = [one.list_side(1)[0].itself, one.list_side(2)[0].itself]
            self.rng.shuffle(pair)
            self.play(*pair, 0.5 if self.draws and self.rng.random() < 0.3 else 1.0, one)

    def meet(self):
        self.play(*self.rng.sample(list(self.people.values()), 2), 1.0)

    def sit_out(self):
        who = self.rng.choice(list(self.people.values()))
        until = timezone.localdate() + timedelta(self.rng.randrange(1, 11)) if self.rng.random() < 0.7 else None
        take_break(player=who, until=until)

    def postpone(self):
        if one := self.pick(State.ACCEPTED):
            postpone_challenge(challenge=one, by=self.rng.choice([one.list_side(1)[0], one.list_side(2)[0]]).user)

    def void_or_restore(self):
        match = self.rng.choice(list(self.season.matches.order_by("pk")))
        number = match.revisions.count()
        act = restore_match if match.status == Match.Status.VOID else void_match
        act(match=match, by=None, reason="At random.", revision=number)

    def run_clocks(self):
        """Let two machines do what is due, at the same moment."""
        for work in (decide_due_challenges, move_idle_players, send_challenge_reminders):
            for done in together([work, work]):
                assert isinstance(done, int), done

    def check(self):
        """Check what holds after every day."""
        assert ledger.verify(self.season.ladder) == []
        rungs = [-row.points for row in Standing.objects.all()]
        assert sorted(rungs) == list(range(1, len(rungs) + 1))
        late = [one for one in Challenge.objects.all() if one.state == State.OPEN and one.answer_by <= self.now]
        late += [one for one in Challenge.objects.all() if one.state == State.ACCEPTED and one.decide_at <= self.now]
        assert late == []
        self.check_walkovers()
        self.check_moves()

    def check_walkovers(self):
        """Each walkover of the site has its rule, and whoever lost by it did not sit out."""
        for match in Match.objects.filter(kind="walkover", reported_by=None):
            first = MatchRevision.objects.get(match=match, number=1)
            assert BY_THE_RULES in first.reason
            assert Challenge.objects.filter(match=match).count() <= 1
            day = timezone.localdate(first.at)
            losers = [one.player.itself.pk for one in match.participants.all() if not one.score]
            away = PlayerBreak.objects.filter(player__in=losers, since__lt=day, until__gt=day)
            assert not away.exists(), (match, first.reason)

    def check_moves(self):
        """What the calendar did has a reason, and cost nobody a rung who sat out then."""
        system = Board.objects.get().rating_system
        assert isinstance(system, TableSystem)
        moves = [(one.player_id, one.before, one.after) for one in RatingShift.objects.all()]
        for row in Standing.objects.filter(written__isnull=False):
            moves.append((row.player_id, type(row.rating)(*row.written), row.rating))
        for player, before, after in moves:
            was, now = (rating.memory[1] if rating.memory else None for rating in (before, after))
            if not was or was == now or after.points >= before.points:
                continue
            why = system.explain_shift(before, after)
            assert why
            breaks = PlayerBreak.objects.filter(player=player, since__lte=now, until__gt=now)
            assert why.startswith("sat out for more than") or not breaks.exists(), (player, why, now)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_random_year_adds_up_every_day(seed, time_machine):
    year = RandomYear(seed, time_machine)
    end = year.now + timedelta(DAYS)
    while year.now < end:
        for _ in range(year.rng.randrange(4)):
            year.do_something()
        year.move_to(year.now + timedelta(days=year.rng.choice([0, 1, 1, 2]), hours=1))
        year.run_clocks()
        year.check()
    assert len(read_rungs(year.season)) >= 4


def test_the_long_years_have_each_value_of_each_option_and_setting():
    seen = {}
    for seed in range(10):
        chosen = {**choose_rules(seed), **choose_options(seed)}
        for name, value in chosen.items():
            seen.setdefault(name, set()).add(value)
    for name, values in {**RULES, **NUMBERS}.items():
        assert seen[name] >= set(values)
    for one in list_options(Rungs()):
        if one.choices:
            assert seen[one.name] == {key for key, _ in one.choices}
