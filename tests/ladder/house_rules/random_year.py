"""A year on a house ladder at random: its rules, what its members do, and what has to hold after each day.

All comes from a seed, so a year that fails is played again with its number.
"""

from collections import Counter
from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from random import Random
from typing import Any

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.utils import timezone

from ladder import ledger
from ladder.access.permissions import NotAllowed
from ladder.challenges.actions import (
    accept_challenge,
    challenge_side,
    decline_challenge,
    postpone_challenge,
    request_call_off,
    withdraw_challenge,
)
from ladder.challenges.due import decide_due_challenges
from ladder.challenges.reminders import send_challenge_reminders
from ladder.challenges.reports import record_walkover, report_challenge
from ladder.formats import ParticipantResult
from ladder.ledger.calendar import load_board_breaks
from ladder.ledger.ladder_lock import Overtaken
from ladder.ledger.storage.match_record import load_played_match
from ladder.ledger.storage.rating_rows import normalise_rating
from ladder.matches.actions.corrections import MatchCorrection, MatchRestoration, MatchVoiding, change_match
from ladder.matches.actions.new_match import build_played_match
from ladder.models import Board, Fixture, Ladder, Match, Night, RatingShift, Season, Standing, State
from ladder.nights.actions import come_to_night, leave_night
from ladder.people.actions.breaks import take_break
from ladder.people.actions.players import change_player
from ladder.ratings import Rating, RatingError
from ladder.ratings.idle_calendar import find_period
from ladder.ratings.idle_table import PERIOD_WORDS, SAT_OUT, read_memory
from ladder.scene import Scene
from ladder.seasons.idle_players import move_idle_players
from players.models import Club, Notice, Player
from players.people.breaks import load_breaks
from tests.factories import enter_match, make_ladder, make_member, play_all, season_of
from tests.threads import together

FIRST = date(2026, 1, 5)
MEMBERS = 10
DAY = timedelta(1)
REFUSALS = (ValidationError, NotAllowed, RatingError)
REACHES: tuple[dict[str, Any], ...] = (
    {},
    {"challenge_reach": 3},
    {"challenge_reach": 2, "reach_down": 2, "top_places": 3, "top_reach": 1},
    {"challenge_measure": "share", "challenge_reach": 30},
    {"challenge_measure": "rows", "challenge_reach": 1},
    {"challenge_measure": "above"},
    {"challenge_measure": "rating", "challenge_reach": 3},
)
REMATCHES = ({}, {"rematch_days": 5}, {"rematch_matches": 1}, {"rematch_matches": 2, "rematch_spared": 2})
PERIODS = ({}, {"period_challenges": 1, "period_days": 7}, {"period_challenges": 2, "period_days": 3})
ZONES = ("Europe/London", "Pacific/Auckland", "America/Los_Angeles")
RULES: dict[str, tuple[Any, ...]] = {
    "challenge_among": ("everybody", "here"),
    "free_challenges": (0, 1, 2),
    "free_for": ("newcomers", "everybody"),
    "answer_days": (1, 3, 7),
    "if_unanswered": ("lost", "free"),
    "play_days": (3, 7, 14),
    "if_unplayed": ("lost", "off", "claim"),
    "grace_days": (0, 3, None),
    "postpone_days": (None, 4),
    "most_challenges": (None, 1, 2),
    "exempt_accepted": (None, 1),
    "exempt_days": (None, 2),
    "exempt_minutes": (None, 20),
    "break_days": (None, 10, 30, 0),
    "most_breaks": (None, 1, 3),
    "break_challenges": ("kept", "off"),
}
OPTIONS: dict[str, tuple[Any, ...]] = {
    "move": ("take", "swap", "morning"),
    "draws": (True, False),
    "draw_move": ("stay", "below", "up", "pass"),
    "defence": ("stay", "up"),
    "rates_walkovers": (True, False),
    "forfeit": ("match", "below"),
    "idle_days": (14, 5, 0),
    "idle_by": ("matches", "days", "week", "fortnight", "month"),
    "idle_matches": (1, 2),
    "idle_rungs": (1, 3),
    "idle_spares_first": (False, True),
    "newcomers": ("bottom", "half"),
    "sitting_days": (0, 6, 20),
}


def choose_one(seed: int, name: str, values: tuple[Any, ...]) -> Any:
    """Return one of the values, at random, but so that of as many seeds as there are values each has another one."""
    order = Random(f"{name} {seed // len(values)}").sample(values, len(values))
    return order[seed % len(values)]


def choose_rules(seed: int) -> dict[str, Any]:
    """Return what the ladder of a seed says about challenges and breaks."""
    several = (("reach", REACHES), ("rematch", REMATCHES), ("period", PERIODS))
    rules = {key: value for name, sets in several for key, value in choose_one(seed, name, sets).items()}
    return rules | {name: choose_one(seed, name, values) for name, values in RULES.items()}


def choose_options(seed: int) -> dict[str, Any]:
    """Return the options of the board of a seed."""
    return {name: choose_one(seed, name, values) for name, values in OPTIONS.items()}


class RandomYear:
    """A ladder with the rules of a seed, on which members do at random what they may, with two clocks at once."""

    def __init__(self, seed: int, time_machine: Any) -> None:
        self.dice, self.time_machine = Random(seed), time_machine
        self.counted = Counter[str]()
        zone = choose_one(seed, "zone", ZONES)
        Club(pk=Club.ONLY, time_zone=zone).save()
        timezone.activate(zone)  # until the end of the test
        self.now = datetime(FIRST.year, FIRST.month, FIRST.day, 12, tzinfo=UTC)
        self.set_clock()
        ladder = make_ladder("rungs", nights="recorders", **choose_rules(seed))
        ladder.clean()
        Board.objects.update(options=choose_options(seed))
        self.organiser = User.objects.create_user("organiser", is_staff=True)
        self.names = [f"P{number}" for number in range(1, MEMBERS + 1)]
        for name in self.names:
            make_member(name)
        present = self.names[: MEMBERS - 2]
        play_all(season_of(ladder), list(zip(present[::2], present[1::2], strict=True)), on=FIRST)
        ends = self.now + 400 * DAY  # it runs all year
        self.night = Night.objects.create(season=season_of(ladder), starts_at=self.now, ends_at=ends)
        for _ in self.names:
            self.come_or_go()

    @property
    def season(self) -> Season:
        return season_of(Ladder.objects.get())

    @property
    def board(self) -> Board:
        return Board.objects.select_related("season__ladder").get()

    def set_clock(self) -> None:
        self.time_machine.move_to(self.now, tick=False)

    def choose_player(self) -> Player:
        return Player.objects.get(name=self.dice.choice(self.names))

    def choose_challenge(self, *states: State) -> Fixture | None:
        """Return a challenge that is in one of these states now."""
        chosen = [one for one in Fixture.objects.select_related("match").order_by("pk") if one.state in states]
        return self.dice.choice(chosen) if chosen else None

    def run(self, days: int) -> None:
        """Let so many days pass, in steps of up to three, with all that is done and checked on them."""
        last = self.now + days * DAY
        while self.now < last:
            self.do_deeds()
            day = self.now + self.dice.randrange(4) * DAY
            later = day.replace(hour=self.dice.randrange(24), minute=self.dice.randrange(60))
            self.now = max(later, self.now + timedelta(minutes=1))
            self.set_clock()
            self.run_clocks()
            self.check_day()

    def do_deeds(self) -> None:
        """Let members do up to six things; what is refused is tried no further."""
        deeds = (
            *[self.challenge] * 5,
            *[self.answer] * 4,
            *[self.report] * 3,
            self.postpone,
            self.call_off,
            self.claim,
            self.come_or_go,
            self.play_freely,
            self.sit_out,
            self.play_again,
            self.sit_out_by_organiser,
            self.change_old_match,
        )
        for _ in range(self.dice.randrange(7)):
            deed = self.dice.choice(deeds)
            try:
                done = deed()
            except REFUSALS:
                self.counted[f"{deed.__name__} refused"] += 1
            else:
                self.counted[deed.__name__] += done is not None

    def challenge(self) -> Any:
        one, other = self.choose_player(), self.choose_player()
        return challenge_side(season=self.season, by=one.user, opponents=[other])

    def answer(self) -> Any:
        if not (challenge := self.choose_challenge(State.OPEN)):
            return None
        asked = challenge.list_side(2)[0]
        deed = self.dice.choice([accept_challenge, accept_challenge, accept_challenge, decline_challenge])
        if self.dice.random() < 0.1:
            return withdraw_challenge(challenge=challenge, by=challenge.by.user)
        return deed(challenge=challenge, by=asked.user)

    def report(self) -> Any:
        if not (challenge := self.choose_challenge(State.ACCEPTED, State.OVERDUE)):
            return None
        players = [one for side in challenge.sides for one in side]
        entry = build_played_match("rated", self.choose_results(players))
        return report_challenge(challenge=challenge, by=players[0].user, entry=entry)

    def choose_results(self, players: list[Player]) -> list[ParticipantResult]:
        scores = (0.5, 0.5) if self.dice.random() < 0.2 and choose_draws(self.board) else (1.0, 0.0)
        scores = scores if self.dice.random() < 0.5 else scores[::-1]
        return [ParticipantResult(player, score) for player, score in zip(players, scores, strict=True)]

    def postpone(self) -> Any:
        challenge = self.choose_challenge(State.ACCEPTED)
        return challenge and postpone_challenge(challenge=challenge, by=challenge.by.user)

    def call_off(self) -> Any:
        if not (challenge := self.choose_challenge(State.ACCEPTED, State.OVERDUE)):
            return None
        return [request_call_off(challenge=challenge, by=one.user) for side in challenge.sides for one in side]

    def claim(self) -> Any:
        if not (challenge := self.choose_challenge(State.ACCEPTED, State.OVERDUE)):
            return None
        winner = self.dice.choice(challenge.sides)[0]
        by = self.dice.choice([winner.user, winner.user, self.organiser])
        return record_walkover(challenge=challenge, winner=winner, by=by)

    def come_or_go(self) -> Any:
        """Let somebody come to the club night, or go home."""
        player, scene = self.choose_player(), Scene(self.season, self.organiser)
        is_here = self.night.visits.filter(player=player, left_at=None).exists()
        deed = leave_night if is_here else come_to_night
        deed(night=self.night, scene=scene, player=player)
        return player

    def play_freely(self) -> Any:
        """Report a match without a challenge, sometimes of a day that is over."""
        one, other = self.choose_player(), self.choose_player()
        if one == other:
            return None
        at = self.now - self.dice.choice([0, 0, 1, 3, 9]) * DAY
        results = self.choose_results([one, other])
        return enter_match(season=self.season, participants=results, by=None, kind="rated", played_at=at)

    def sit_out(self) -> Any:
        days = self.dice.choice([1, 3, 7, 10, 25])
        return take_break(player=self.choose_player(), until=timezone.localdate() + days * DAY)

    def play_again(self) -> Any:
        away = Player.objects.filter(sits_out_until__gt=timezone.localdate()).order_by("pk")
        return take_break(player=self.dice.choice(away), until=None) if away else None

    def sit_out_by_organiser(self) -> Any:
        until = timezone.localdate() + self.dice.choice([2, 8, 30]) * DAY
        return change_player(player=self.choose_player(), by=None, sits_out_until=until)

    def change_old_match(self) -> Any:
        """Void, restore, redate or turn round an old match: the plan that is shown is what is stored."""
        edit = self.choose_edit()
        [shown] = edit.plan()
        expected = {player: state.current for one in shown.boards for player, state in one.table.items()}
        change_match(edit, edit.match.revision, Ladder.objects.get().version)
        stored = {one.player_id: normalise_rating(one.rating) for one in Standing.objects.all()}
        assert {player: stored[player] for player in expected} == expected
        return edit

    def choose_edit(self) -> Any:
        match = self.dice.choice(Match.objects.select_related("season__ladder").order_by("pk"))
        if match.is_void:
            return MatchRestoration(match)
        if self.dice.random() < 0.4:
            return MatchVoiding(match)
        if match.kind == "rated" and self.dice.random() < 0.5:
            played = load_played_match(match).participants
            turned = [one._replace(score=1 - (one.score or 0)) for one in played]
            return MatchCorrection(match, participants=turned)
        return MatchCorrection(match, played_at=min(match.played_at + self.dice.choice([-6, -1, 2]) * DAY, self.now))

    def run_clocks(self) -> None:
        """Do what the server's clock does, by two at once, and check what it did to whom."""
        before, running = load_ratings(), {one.pk: one for one in Fixture.objects.all()}
        settled = self.board.settled_on
        decided = run_two_clocks(decide_due_challenges)
        self.check_decisions(running, sum(decided))
        between = load_ratings()
        moved = run_two_clocks(move_idle_players)
        self.counted["moved by the calendar"] += sum(moved)
        after = load_ratings()
        if settled and settled < timezone.localdate() and between == before:
            self.check_calendar(settled, before, after)
        run_two_clocks(send_challenge_reminders)
        assert (decide_due_challenges(), move_idle_players(), send_challenge_reminders()) == (0, 0, 0)

    def check_decisions(self, running: dict[int, Fixture], count: int) -> None:
        """Check that each decision says its rule, is there once, was told once, and costs nobody who sits out."""
        breaks, seen = load_breaks(None, {}), 0
        for challenge in Fixture.objects.select_related("match"):
            old = running[challenge.pk]
            is_decided = challenge.match_id != old.match_id or challenge.status != old.status
            if not is_decided:
                continue
            seen += 1
            last = old.decide_at if old.status == State.ACCEPTED else old.answer_by
            assert last
            assert last <= self.now
            players = [one for side in challenge.sides for one in side]
            notices = Notice.objects.filter(url__endswith=f"#challenge-{challenge.pk}", player__in=players)
            told = [one for one in notices if "counts as" in one.text or "called off" in one.text]
            self.check_told_once(challenge, [one for one in told if one.at == self.now])
            if challenge.match:
                self.check_walkover(challenge, old)
            self.check_nobody_away(old, players, timezone.localdate(last), breaks)
        assert seen == count
        self.counted["decided by the clock"] += count

    def check_told_once(self, challenge: Fixture, told: list[Notice]) -> None:
        assert sorted(one.player_id for one in told) == sorted(challenge.player_keys()), told

    def check_walkover(self, challenge: Fixture, old: Fixture) -> None:
        match = challenge.match
        assert match
        version = match.revisions.get()
        what = "Not played by " if old.status == State.ACCEPTED else "Not answered by "
        assert version.reason.startswith(what), version.reason
        assert version.reason.endswith("By the rules of the ladder that counts as lost.")
        assert (match.reported_by, match.kind, version.by) == (None, "walkover", None)
        winner = load_played_match(match).participants
        assert [one.player for one in winner if one.score] == [challenge.by]

    def check_nobody_away(self, old: Fixture, players: list[Player], last: date, breaks: Any) -> None:
        """Check that no player of a challenge whose last day is over sat out on that day, or since before it."""
        away = [(one, days) for one in players for days in breaks.get(one.pk, ()) if days[0] < last < days[1]]
        assert not away, (old.pk, old.made_at, old.accepted_at, last, away)

    def check_calendar(self, settled: date, before: dict[int, Rating], after: dict[int, Rating]) -> None:
        """Check that whoever the calendar moved down did not sit out then, and had too few matches."""
        system, breaks = self.board.rating_system, load_breaks(None, {})
        for player, rating in after.items():
            if rating.points >= before[player].points:
                continue
            why, memory = system.explain_shift(before[player], rating), read_memory(rating)
            assert why, (before[player], rating)
            self.counted["moved down"] += 1
            if memory.matches == SAT_OUT:
                continue
            over = date.fromisoformat(memory.since)
            assert settled <= over < timezone.localdate()
            away = breaks.get(player, ())
            first, last = find_period(system.idle_by, over) if system.idle_by in PERIOD_WORDS else (over, over)
            assert not [days for days in away if days[0] <= last and first < days[1]], (player, over, away)

    def check_day(self) -> None:
        """Check what has to hold on every day once the clock has run."""
        assert ledger.verify(self.season.ladder) == []
        rungs = sorted(-one.points for one in Standing.objects.all())
        assert rungs == [float(number) for number in range(1, len(rungs) + 1)]
        self.check_nothing_is_late()
        self.check_calendar_is_done()
        self.check_moves_are_explained()

    def check_nothing_is_late(self) -> None:
        for one in Fixture.objects.select_related("match", "season__ladder"):
            last = one.decide_at if one.status == State.ACCEPTED else one.answer_by
            assert one.state not in (State.OPEN, State.ACCEPTED, State.OVERDUE) or (last and last > self.now)
            assert one.status != State.OPEN or not one.counts_unanswered or one.answer_by > self.now
            is_left = one.status == State.ACCEPTED and one.match is None and not one.may_be_claimed
            assert not is_left or (one.decide_at and one.decide_at > self.now)
            ladder = one.season.ladder
            assert (one.if_unanswered, one.if_unplayed) == (ladder.if_unanswered, ladder.if_unplayed)

    def check_calendar_is_done(self) -> None:
        """Check that days that were looked at once move nobody again, as after a walkover that is no match."""
        board = self.board
        if board.settled_on:
            ratings = load_ratings()
            moved = board.rating_system.advance_table(ratings, board.settled_on, load_board_breaks(board))
            assert moved == {}, [(ratings[player], moved[player]) for player in moved]

    def check_moves_are_explained(self) -> None:
        system = self.board.rating_system
        for one in Standing.objects.filter(written__isnull=False):
            written = Rating(*one.written)
            assert written.points == one.points or system.explain_shift(written, one.rating), (written, one.rating)
        for one in RatingShift.objects.order_by("pk"):
            old, new = read_memory(one.before), read_memory(one.after)
            if one.before.points > one.after.points and (old.since and old.since != new.since):
                assert system.explain_shift(one.before, one.after), (one.before, one.after)


class CrowdedYear(RandomYear):
    """The same, where two members act at the moment at which two clocks run: who comes second is told so, or waits."""

    def run_clocks(self) -> None:
        deeds = (self.answer, self.report, self.postpone, self.claim, self.sit_out, self.play_again, self.change_match)
        works = [decide_due_challenges, move_idle_players]
        done = together([in_club_time(work) for work in (*works, *works, *self.dice.sample(deeds, 2))])
        failed = [one for one in done if isinstance(one, Exception)]
        assert not [one for one in failed if not isinstance(one, (*REFUSALS, Overtaken))], failed
        self.counted["refused at once"] += len(failed)
        for work in works:
            run_two_clocks(work)

    def change_match(self) -> Any:
        edit = self.choose_edit()
        return change_match(edit, edit.match.revision)


def in_club_time(work: Callable[[], Any]) -> Callable[[], Any]:
    """Return what does this in the club's time, in a thread of its own."""

    def run() -> Any:
        with timezone.override(Club.current().zone):
            return work()

    return run


def run_two_clocks(work: Callable[[], int]) -> list[int]:
    """Let two clocks do this at once, in the club's time, and return how much each did."""
    done = together([in_club_time(work)] * 2)
    assert not [one for one in done if isinstance(one, Exception)], done
    return done


def choose_draws(board: Board) -> bool:
    return bool(board.rating_system.draws)


def load_ratings() -> dict[int, Rating]:
    return {one.player_id: one.rating for one in Standing.objects.all()}
