"""A night on a bad network: four phones, the desk and the screen, while requests are lost, slow, doubled and late.

Meanwhile the site is killed and started again, pages are loaded again, and the workers of phones are stopped. The seed
says who does what, and what happens to which request.
"""

from contextlib import ExitStack
from dataclasses import dataclass, field
from datetime import timedelta
from itertools import permutations
from random import Random
from urllib.parse import urlsplit

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.db import connection
from django.utils import timezone
from playwright.sync_api import Error, Page, expect

from ladder import ledger
from ladder.models import Fixture, Ladder, Match, Visit
from ladder.nights.actions import NewCourt, begin_night, come_to_night
from ladder.scene import Scene
from tests import IS_DRILL
from tests.browser.conftest import WINDOW, session
from tests.browser.disturbance import FindSite, Network, open_network
from tests.browser.server import serving, url_of
from tests.factories import make_ladder, make_member, make_player, season_of
from tests.faults.kills import kill_processes

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
URL = "/club/tonight"
KILL_EVERY = 20 if IS_DRILL else 5  # games
GAMES, SEED = (60, 0) if IS_DRILL else (8, 1)
MEMBERS = ("Ana", "Ben", "Cy", "Di")
OTHERS = ("Eve", "Flo", "Gus", "Hal", "Ivy", "Jo")
COURTS = ("One", "Two", "Three", "Four")
MOST_STEPS = 60  # a game
LONGEST_TRY = 21  # seconds; static/js/queue.js gives a form up after 20, so none is longer on its way

FIND = """kind => document.readyState !== "complete" ? [] : [...document.querySelectorAll(`[id^=${kind}-]`)]
  .filter((one) => one.getAttribute("aria-disabled") !== "true").map((one) => one.id)"""
TAP = "id => { const one = document.getElementById(id), at = Date.now(); one?.click(); return one ? at : 0 }"
WAITING = """() => { try { return JSON.parse(localStorage.getItem("queue") ?? "[]") } catch { return [] } }"""
IS_THERE = "() => Boolean(document.getElementById('night'))"
REFRESH = "() => { if (window.htmx) htmx.trigger(document.body, 'sent') }"
RECONNECT = "() => { dispatchEvent(new Event('online')) }"
UNREGISTER = """() => navigator.serviceWorker.getRegistrations()
  .then((all) => Promise.all(all.map((one) => one.unregister())))"""


@dataclass
class Device:
    """A phone or the desk: its page, its network, and what was tapped on it: the winner of each game, in order."""

    name: str
    page: Page
    network: Network
    tapped: dict[int, int] = field(default_factory=dict)
    moments: dict[int, float] = field(default_factory=dict)  # in seconds
    rests: bool = False

    def ask(self, script, *values):
        """Return what a script says on the page; an empty list while the page is being loaded, or could not be."""
        try:
            return self.page.evaluate(script, *values)
        except Error:
            return []

    def load(self):
        """Load the page; without a network it may come from the store, or not at all."""
        try:
            self.page.goto(URL)
        except Error:
            return False
        return True

    def tap_one(self, kind, luck):
        """Tap a button of this kind, if the page has one."""
        found = self.ask(FIND, kind)
        return bool(found) and bool(self.ask(TAP, luck.choice(found)))

    def tap_winner(self, luck, game=None):
        """Tap who won a game that was not tapped here yet, and return it; None where the page has none."""
        found = [tuple(map(int, one.split("-")[1:])) for one in self.ask(FIND, "won")]
        open_ones = [one for one in found if one[0] not in self.tapped and game in (None, one[0])]
        if not open_ones:
            return None
        key, side = luck.choice(open_ones)
        moment = self.ask(TAP, f"won-{key}-{side}")
        if not moment:
            return None
        self.tapped[key], self.moments[key] = side, moment / 1000
        self.network.journal.append(f"{key} is tapped: {side} won")
        return key

    def tick(self):
        """Let whoever has this phone rest, or play again."""
        if self.ask(TAP, "come-me" if self.rests else "rest-me"):
            self.rests = not self.rests

    def connect(self):
        """Let the network be there again, which the browser hears of."""
        self.network.is_cut = False
        if not self.ask(IS_THERE):
            self.load()
        self.ask(RECONNECT)

    def stop_worker(self, luck):
        """Stop the worker that keeps the page, or take it away."""
        if luck.random() < 0.5:
            self.ask(UNREGISTER)
            return
        browser = self.page.context.new_cdp_session(self.page)
        browser.send("ServiceWorker.enable")
        browser.send("ServiceWorker.stopAllWorkers")
        browser.detach()


@pytest.fixture
def places(transactional_db, browser, tmp_path):
    """The site, which can be started again; the desk and the phones, each on a network of its own; and the screen."""
    season = season_of(make_ladder("elo", nights="recorders"))
    season.boards.update(options={"draws": False})  # so that each button of a game says who won
    owner = User.objects.create_user("desk", is_staff=True)
    scene = Scene(season, owner)
    night = begin_night(
        scene=scene, ends_at=timezone.now() + timedelta(hours=3), courts=[NewCourt(name, 2) for name in COURTS]
    )
    members = [make_member(name) for name in MEMBERS]
    for player in (*members, *map(make_player, OTHERS)):
        come_to_night(night=night, scene=scene, player=player)
    with ExitStack() as stack:

        def start(number):
            folder = tmp_path / str(number)
            folder.mkdir()
            shared = {"STATIC_FOLDER": str(tmp_path / "static")}
            return stack.enter_context(serving(url_of(connection.settings_dict), folder, **shared))

        def join(name, user, luck):
            network = stack.enter_context(open_network(site, luck))
            context = browser.new_context(base_url=network.url, **WINDOW)
            stack.callback(context.close)
            if user:
                key = {"name": settings.SESSION_COOKIE_NAME, "value": session(user), "url": network.url}
                context.add_cookies([key])
            page = context.new_page()
            page.on("pageerror", lambda error: problems.append(f"{name}: {error}"))
            return Device(name, page, network)

        problems: list[str] = []
        site = FindSite(start(0))
        yield site, start, join, owner, members
    assert problems == []


def play_night(site, start, devices, luck, games):
    """Let a night go on until so many games were tapped; now and then the site is killed in the middle, and starts."""
    kills = [*range(KILL_EVERY, games, KILL_EVERY)]
    for _ in range(games * MOST_STEPS):
        tapped = {game for device in devices for game in device.tapped}
        if len(tapped) >= games:
            return
        device = luck.choice(devices)
        act = luck.choices(("begin", "won", "tick", "network", "load", "worker"), (30, 40, 5, 12, 5, 3))[0]
        if act == "begin" and not device.network.is_cut:
            device.tap_one("play", luck)
            for one in devices:
                one.ask(REFRESH)
        elif act == "won" and (game := device.tap_winner(luck)):
            if luck.random() < 0.3:
                luck.choice(devices).tap_winner(luck, game)
            if kills and len(tapped) >= kills[0]:
                kills.pop(0)
                kill_processes(urlsplit(site.url).port, "group")
                luck.choice(devices).tap_winner(luck)
                site.url = start(len(tapped))
        elif act == "tick":
            device.tick()
        elif act == "network" and device.network.is_cut:
            device.connect()
        elif act == "network" and sum(one.network.is_cut for one in devices) < 2:
            device.network.is_cut = True
        elif act == "load":
            device.load()
        elif act == "worker":
            device.stop_worker(luck)
        device.page.wait_for_timeout(20)
    raise AssertionError("too few games were begun and tapped")


def settle(device):
    """Let a device have a good network, until nothing waits any more; return the lines of what was refused."""
    device.network.is_rough = device.network.is_cut = False
    device.load()
    for _ in range(600):
        if all(one["refused"] for one in device.ask(WAITING)):
            break
        device.page.wait_for_timeout(100)
    lines = device.page.locator("#queue li")
    expect(lines).to_have_count(sum(bool(one["refused"]) for one in device.ask(WAITING)))
    return lines.all_inner_texts()


def find_tappers(devices, game):
    return [one for one in devices if game in one.tapped]


def find_own_games(devices, device):
    """Return the games that were tapped on this device alone, in order."""
    return [key for key in device.tapped if find_tappers(devices, key) == [device]]


def test_every_game_that_was_tapped_has_one_match_in_order(places):
    site, start, join, owner, members = places
    luck = Random(SEED)
    devices = [join("desk", owner, Random(f"{SEED} desk"))]
    devices += [join(str(one), one.user, Random(f"{SEED} {one}")) for one in members]
    screen = join("screen", None, Random(f"{SEED} screen"))
    for device in devices:
        while not device.load():
            pass
    screen.page.goto("/club/tonight/screen")

    play_night(site, start, devices, luck, GAMES)
    refused = {device.name: settle(device) for device in devices}

    for one in devices:
        print(one.name, *one.network.journal, *refused[one.name], sep="\n")  # noqa: T201  # of a run that fails
    games = {one.pk: one for one in Fixture.objects.exclude(match=None).select_related("match")}
    assert sorted(games) == sorted({key for device in devices for key in device.tapped})
    assert Match.objects.count() == len(games)
    for key, game in games.items():
        winner = game.find_side(game.match.participants.get(score=1).player_id)
        assert winner in {one.tapped[key] for one in find_tappers(devices, key)}
    for device in devices:
        assert all("The result is in already: " in line for line in refused[device.name])
        alone = [games[key].match for key in find_own_games(devices, device)]
        assert alone == sorted(alone, key=lambda one: (one.played_at, one.sequence))
    moments = [(one.moments[key], games[key].match) for one in devices for key in find_own_games(devices, one)]
    for (first, match), (second, other) in permutations(moments, 2):
        assert second - first < LONGEST_TRY or match.played_at < other.played_at
    for player, phone in zip(members, devices[1:], strict=True):
        assert Visit.objects.get(player=player).is_resting == phone.rests
    ladder = Ladder.objects.get()
    assert ledger.verify(ladder) == []
    expect(screen.page.locator("#night .tag").last).to_have_text(str(len(games)))
