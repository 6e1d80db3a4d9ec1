"""A ladder of places whose members act through the pages while time passes, to play what a club's sheet says."""

from datetime import timedelta
from typing import Any

from django.contrib.auth.models import User
from django.core.management import call_command
from django.db.models import Q
from django.test import Client
from django.utils import timezone

from ladder import ledger
from ladder.challenges.due import decide_due_challenges
from ladder.models import Fixture, Ladder
from ladder.nights.actions import close_due_nights
from ladder.nights.forms import WEIGHTS
from ladder.seasons.idle_players import move_idle_players
from players.models import Notice, Player
from tests.factories import make_ladder, make_member, signed_in
from tests.ladder.house_rules.test_questions import save_rules
from tests.markup import flat

MONDAY_EVENING = "2026-03-02T18:00Z"


class Scenario:
    """The members A, B, C … on rungs 1, 2, 3 … of a ladder, and an organiser, each with a browser of their own."""

    def __init__(self, time_machine: Any, members: str, **rules: Any) -> None:
        self.time_machine, self.browsers = time_machine, dict[str, Client]()
        time_machine.move_to(MONDAY_EVENING, tick=False)
        self.ladder = make_ladder("rungs", nights="recorders")
        self.organiser = User.objects.create_user("organiser", is_staff=True)
        for name in members:
            make_member(name)
        self.set_rules(**rules)
        self.give_rungs(members)

    # ---- what the organiser does

    def set_rules(self, **rules: Any) -> None:
        """Answer questions of the sheet, each by the key of a usual answer, and set single fields by hand."""
        page = save_rules(self.find_browser("organiser"), **rules)
        assert "The rules were saved." in flat(page.text), page.context["form"].errors

    def give_rungs(self, members: str) -> None:
        """Put the members on the rungs from the first one on, in this order."""
        browser, url = self.find_browser("organiser"), "/club/all-time/ratings"
        rows = "\n".join(f"{name}, {rung}" for rung, name in enumerate(members, start=1))
        sent = {"board": "rungs", "text": rows, "reason": "Our old board."}
        shown = browser.post(url, sent | {"preview": "1"})
        assert browser.post(url, sent | {"token": shown.context["token"]}).status_code == 303

    def give_walkover(self, winner: str, loser: str) -> None:
        """Close the challenge of the two as a walkover, as an organiser."""
        self.answer("organiser", self.find_challenge(winner, loser), "walkover", winner=find_player(winner).pk)

    def call_off(self, one: str, other: str) -> None:
        """Call the challenge of the two off, as an organiser."""
        self.answer("organiser", self.find_challenge(one, other), "close")

    def begin_night(self, members: str) -> None:
        """Begin a club night until 23:00, to which these come."""
        sent = {"until": "23:00", "twos": "One, Two", "way": "board", "round_minutes": 15} | dict.fromkeys(WEIGHTS, 5)
        assert self.find_browser("organiser").post("/club/tonight/form", sent).status_code == 303
        self.tick_in(members)

    def tick_in(self, members: str) -> None:
        """Tick these in at the club night that runs."""
        for name in members:
            sent = {"player": find_player(name).pk}
            assert self.find_browser("organiser").post("/club/tonight/come", sent).status_code == 303

    def begin_next_season(self, rule: str) -> None:
        """Close the season as of yesterday, and open the next one, which starts by this rule."""
        browser = self.find_browser("organiser")
        day = timezone.localdate() - timedelta(1)
        assert browser.post("/club/all-time/close", {"on": day}).status_code == 303
        sent = {"name": "Next", "rule": rule, "boards": ["rungs"]}
        assert browser.post("/club/all-time/next", sent).url == "/club/next/"

    # ---- what members do

    def join(self, name: str) -> None:
        """Let somebody join the club, who has no place yet."""
        make_member(name)

    def challenge(self, challenger: str, other: str) -> str:
        """Challenge somebody; return why that is refused, or nothing."""
        return self.press(challenger, "/club/challenges", opponent=find_player(other).pk, kind="rated")

    def list_reached(self, challenger: str) -> str:
        """Return whom the page of challenges lets somebody challenge, as letters."""
        lines = self.find_browser(challenger).get("/club/challenges").context["lines"]
        return "".join(sorted(one.name for one in lines if one.can))

    def accept(self, challenger: str, other: str) -> str:
        """Accept the challenge of the first; return why that is refused, or nothing."""
        return self.answer(other, self.find_challenge(challenger, other), "accept")

    def decline(self, challenger: str, other: str) -> str:
        """Decline the challenge of the first."""
        return self.answer(other, self.find_challenge(challenger, other), "decline")

    def withdraw(self, challenger: str, other: str) -> str:
        """Withdraw the challenge that was made."""
        return self.answer(challenger, self.find_challenge(challenger, other), "withdraw")

    def postpone(self, one: str, other: str) -> str:
        """Move the last day of the challenge of the two, as the first; return why that is refused, or nothing."""
        return self.answer(one, self.find_challenge(one, other), "postpone")

    def claim_walkover(self, claimant: str, other: str) -> str:
        """Claim the challenge of the two as a walkover; return why that is refused, or nothing."""
        challenge = self.find_challenge(claimant, other)
        return self.answer(claimant, challenge, "walkover", winner=find_player(claimant).pk)

    def report(self, winner: str, loser: str, *, drawn: bool = False) -> None:
        """Report the match of the challenge of the two, as the first."""
        url = f"/club/all-time/report?challenge={self.find_challenge(winner, loser).pk}"
        sent = {"opponent": find_player(loser).pk, "winner": "draw" if drawn else "me"}
        assert self.find_browser(winner).post(url, sent).status_code == 303

    def play(self, challenger: str, other: str, *, winner: str = "", drawn: bool = False) -> None:
        """Challenge, accept and play within the hour; without another winner the challenger wins."""
        assert self.challenge(challenger, other) == ""
        assert self.accept(challenger, other) == ""
        won = winner or challenger
        self.report(won, other if won == challenger else challenger, drawn=drawn)
        self.wait(minutes=20)

    def sit_out(self, name: str, days: int) -> str:
        """Sit out from today for so many days; return why that is refused, or nothing."""
        until = timezone.localdate() + timedelta(days)
        page = self.find_browser(name).post("/players/break", {"until": until})
        return "" if page.status_code == 303 else flat(page.text)

    def answer(self, name: str, challenge: Fixture, verb: str, **sent: Any) -> str:
        """Press a button of a challenge; return why that is refused, or nothing."""
        return self.press(name, f"/challenges/{challenge.pk}/{verb}", **sent)

    def press(self, name: str, url: str, **sent: Any) -> str:
        """Send a form about challenges, which takes a minute; return why it is refused, or nothing."""
        page = self.find_browser(name).post(url, sent)
        self.time_machine.move_to(timezone.now() + timedelta(minutes=1), tick=False)
        return "" if page.status_code == 303 else page.context["error"]

    # ---- what time does

    def wait(self, days: int = 0, **more: int) -> None:
        """Let time pass, day by day, with what the site's clock does (config/background.py)."""
        for step in [timedelta(1)] * days + [timedelta(**more)]:
            self.time_machine.move_to(timezone.now() + step, tick=False)
            call_command("confirm_due", verbosity=0)
            decide_due_challenges()
            close_due_nights()
            move_idle_players()
            call_command("remind", verbosity=0)
        self.browsers.clear()  # by then they may have to sign in again

    # ---- what is read

    def read_order(self) -> str:
        """Return the order of the standings page with all who are on it, as letters."""
        assert ledger.verify(Ladder.objects.get()) == []
        page = self.find_browser("organiser").get("/club/?who=all")
        return "".join(row.name for row in page.context["table"].rows)

    def count_reminders(self, name: str) -> int:
        """Return how many notices have asked somebody to answer or to play in time."""
        due = Q(text__startswith="Answer ") | Q(text__contains=" has to be played by ")
        return Notice.objects.filter(due, player__name=name).count()

    def find_challenge(self, one: str, other: str) -> Fixture:
        """Return the latest challenge of the two."""
        either = Fixture.objects.filter(parties__player__name=one).filter(parties__player__name=other)
        return either.latest("pk")

    def find_browser(self, name: str) -> Client:
        """Return the browser in which somebody is signed in."""
        if name not in self.browsers:
            self.browsers[name] = signed_in(User.objects.get(username=name.lower()))
        return self.browsers[name]


def find_player(name: str) -> Player:
    """Return the member of this name."""
    return Player.objects.get(name=name)
