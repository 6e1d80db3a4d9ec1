"""The club that plays: its ladders, and people who are signed in."""

import random
from collections.abc import Sequence
from typing import NamedTuple

from django.contrib.auth.models import User

from ladder.devtools.demonstration.members import DEMO_NAMES
from players.models import Player
from players.people.actions import find_or_create_players
from tests.simulator.browser import SimulatedBrowser
from tests.simulator.ladders import LADDERS, create_ladders

PASSWORD = "scratch"
FIRST = 12  # players at the start; the other names join while they play


class SimulatedPerson(NamedTuple):
    """One person at the site: a member who plays, a rival and an organiser, each with a browser; luck decides."""

    player: Player
    member: SimulatedBrowser
    rival: Player
    answers: SimulatedBrowser  # of the rival
    organiser: SimulatedBrowser
    luck: random.Random


class SimulatedClub:
    """The people, and the ladders that they play on: some of `LADDERS`, or all."""

    def __init__(self, seed: int, clients: int, ladders: Sequence[str] = tuple(LADDERS)) -> None:
        create_ladders(ladders)
        self.people = [self.make_person(seed, number) for number in range(clients)]

    def make_person(self, seed: int, number: int) -> SimulatedPerson:
        """Create the accounts of one person, and sign them in."""
        luck = random.Random(f"{seed} {number}")
        people = (
            create_member(DEMO_NAMES[number], f"member-{number}"),
            create_member(f"Rival {number}", f"rival-{number}"),
        )
        User.objects.create_user(f"organiser-{number}", password=PASSWORD, is_staff=True, is_superuser=True)
        own, rivals, organiser = (open_signed_in(f"{who}-{number}") for who in ("member", "rival", "organiser"))
        return SimulatedPerson(people[0], own, people[1], rivals, organiser, luck)


def create_member(name: str, account: str) -> Player:
    """Return the player with this name, who gets an account."""
    player = next(iter(find_or_create_players([name]).values()))
    player.user = User.objects.create_user(account, password=PASSWORD)
    player.save()
    return player


def open_signed_in(name: str) -> SimulatedBrowser:
    """Return a browser in which this account is signed in."""
    browser = SimulatedBrowser()
    browser.sign_in(name, PASSWORD)
    return browser
