"""A ladder of boxes whose members report through the pages, and whose organiser ends the cycles, to play a sheet."""

from datetime import date
from typing import Any

from django.contrib.auth.models import User
from django.test import Client

from ladder import ledger
from ladder.models import Fixture, Ladder, Season
from ladder.pages.options import PRESET_FIELD
from players.models import Player
from tests.factories import make_ladder, make_member, season_of, signed_in
from tests.ladder.changes.previews import applied

FIRST, LAST = date(2026, 3, 2), date(2026, 3, 31)
MONDAY_EVENING = "2026-03-02T18:00Z"
BEST_OF_FIVE = "best of 5 games to 11, 2 clear"


class BoxScenario:
    """The members A, B, C … from the strongest to the weakest, and an organiser, each with a browser of their own."""

    def __init__(
        self,
        time_machine: Any,
        members: str,
        *,
        rule: str = BEST_OF_FIVE,
        last: date = LAST,
        variant: str = "",
        options: dict[str, Any] | None = None,
        **boxes: Any,
    ) -> None:
        self.time_machine, self.browsers = time_machine, dict[str, Client]()
        time_machine.move_to(MONDAY_EVENING, tick=False)
        make_ladder("elo", "match-points")
        self.organiser = User.objects.create_user("organiser", is_staff=True)
        self.keys = {name: make_member(name).pk for name in members}
        self.set_rules(scores="required", score_rule=rule, **boxes)
        self.set_options(variant, options or {})
        self.set_days(last)
        self.give_ratings(members)

    @property
    def season(self) -> Season:
        """The season that is played."""
        return season_of(Ladder.objects.get())

    @property
    def root(self) -> str:
        """The address of the season that is played."""
        return f"/club/{self.season.slug}"

    # ---- what the organiser does

    def set_rules(self, **rules: Any) -> None:
        """Set the settings of the ladder on their page."""
        browser = self.find_browser("organiser")
        form = browser.get("/club/settings").context["form"]
        shown = {one.html_name: one.value() for one in form} | rules
        sent = {name: value for name, value in shown.items() if value is not None and value is not False}
        assert browser.post("/club/settings", sent).status_code == 303

    def set_options(self, variant: str, options: dict[str, Any]) -> None:
        """Set the options of the board of match points: those of one of its usual sets, then others by hand."""
        browser, url = self.find_browser("organiser"), f"{self.root}/match-points/change"
        for changed in ({PRESET_FIELD: variant} if variant else {}, options):
            if changed:
                form = browser.get(url).context["form"]
                shown = {one.name: one.initial for one in form.option_fields()}
                sent = shown | changed | {"system": "match-points", "reason": "Our sheet."}
                assert applied(browser, url, sent).status_code == 303

    def set_days(self, last: date) -> None:
        """Set the first and the last day of the season."""
        sent = {"name": "March", "slug": "all-time", "starts_on": FIRST, "ends_on": last}
        assert self.find_browser("organiser").post(f"{self.root}/edit", sent).url == "/club/seasons"

    def give_ratings(self, members: str) -> None:
        """Give the members ratings in their order on the main board, from which the first boxes are proposed."""
        browser, url = self.find_browser("organiser"), f"{self.root}/ratings"
        rows = "\n".join(f"{name}, {2000 - 10 * place}" for place, name in enumerate(members))
        assert applied(browser, url, {"board": "elo", "text": rows, "reason": "As we know them."}).status_code == 303

    def make_boxes(self) -> None:
        """Make the boxes as the page proposes them."""
        url = f"{self.root}/boxes/make"
        assert self.send_boxes(url, {}).status_code == 303

    def list_next(self) -> dict[str, str]:
        """Return the next boxes as they are proposed, as letters."""
        page = self.find_browser("organiser").get(f"{self.root}/boxes/next")
        return {box.name: "".join(seat.player.name for seat in seats) for box, _, seats in page.context["shown"]}

    def list_reasons(self) -> dict[str, str]:
        """Return what the proposal says of each player: where they go, and why."""
        page = self.find_browser("organiser").get(f"{self.root}/boxes/next")
        moves = {str(Player.objects.get(pk=pk)): move for pk, move in page.context["form"].moves.items()}
        return {name: f"{move.how}: {move.reason}" for name, move in moves.items()}

    def end_cycle(self, *moves: str) -> None:
        """Begin the next cycle with the boxes as they are proposed, but for these presses of buttons: "up E"."""
        url, buttons = f"{self.root}/boxes/next", []
        for move in moves:
            way, name = move.split()
            buttons.append(f"{way}:{self.keys[name]}")
        assert self.send_boxes(url, {"name": "April", "ends_on": "2026-04-30"}, *buttons).status_code == 303
        assert self.season.name == "April"

    def send_boxes(self, url: str, more: dict[str, Any], *buttons: str) -> Any:
        """Press the buttons that move players, one after the other, and then the one that makes the boxes."""
        browser = self.find_browser("organiser")
        page = browser.get(url)
        for button in buttons:
            page = browser.post(url, more | self.read_fields(page) | {"move": button})
        return browser.post(url, more | self.read_fields(page) | {"make": "1"})

    def read_fields(self, page: Any) -> dict[str, list[str]]:
        """Return the hidden fields of the boxes on a page."""
        return {"box": [value for _, value, _ in page.context["shown"]]}

    def withdraw(self, name: str, how: str) -> None:
        """Take a player out of the box; what becomes of the matches is one of `BoxPlace.Withdrawal`."""
        sent = {"player": self.keys[name], "how": how}
        assert self.find_browser("organiser").post(f"{self.root}/boxes/withdraw", sent).status_code == 303

    def give_walkover(self, winner: str, loser: str) -> None:
        """Close the match of the two as a walkover, as an organiser."""
        url = f"/challenges/{self.find_fixture(winner, loser).pk}/walkover"
        assert self.find_browser("organiser").post(url, {"winner": self.keys[winner]}).status_code == 303

    def pause(self, name: str, until: date) -> None:
        """Let a player sit out until a day, as they told the organiser."""
        browser, url = self.find_browser("organiser"), f"/players/{self.keys[name]}/edit"
        form = browser.get(url).context["form"]
        sent = {one.html_name: one.value() or "" for one in form} | {"sits_out_until": until}
        assert browser.post(url, sent).status_code == 303

    # ---- what members do

    def play(self, *matches: str) -> None:
        """Report each match by its first player: "A 3-1 B", "A 2-1 B stopped", "A 2-1 B retired" or "A w/o B"."""
        for match in matches:
            first, score, other, ending = (*match.split(), "")[:4]
            sent = {"opponent": self.keys[other], "score": score.replace(",", " "), "ending": ending, "winner": "me"}
            if score == "w/o":
                sent |= {"score": "", "ending": "walkover"}
            if ending == "stopped":
                del sent["winner"]
            page = self.report(first, other, sent)
            assert page.status_code == 303, (match, page.context["form"].errors)

    def report(self, name: str, other: str, sent: dict[str, Any]) -> Any:
        """Report the match of the two by the first, from the page of the boxes."""
        fixture = self.find_fixture(name, other)
        return self.find_browser(name).post(f"{self.root}/report?challenge={fixture.pk}", sent | {"sure": ["again"]})

    def wait_until(self, day: date) -> None:
        """Let it be the evening of a day."""
        self.time_machine.move_to(f"{day}T18:00Z", tick=False)
        self.browsers.clear()  # by then they have to sign in again

    def claim(self, claimant: str, other: str) -> str:
        """Claim the match of the two as a walkover; return why that is refused, or nothing."""
        url = f"/challenges/{self.find_fixture(claimant, other).pk}/walkover"
        page = self.find_browser(claimant).post(url, {"winner": self.keys[claimant]})
        return "" if page.status_code == 303 else page.context["error"]

    # ---- what is read

    def read_boxes(self) -> dict[str, str]:
        """Return the tables on the page of the boxes, each as "A 10, B 8.5"."""
        ladder = Ladder.objects.get()
        assert ledger.verify(ladder) == []
        assert ledger.link_box_fixtures(self.season) == 0
        cards = self.find_browser("organiser").get(f"{self.root}/boxes").context["cards"]
        return {
            card.shown.box.name: ", ".join(f"{line.player.name} {line.points}" for line in card.lines) for card in cards
        }

    def read_zones(self, box: str) -> str:
        """Return who goes up and down as it stands, on the page of the boxes: "up E F, down G H"."""
        cards = self.find_browser("organiser").get(f"{self.root}/boxes").context["cards"]
        (lines,) = (card.lines for card in cards if card.shown.box.name == box)
        found = {zone: [line.player.name for line in lines if line.zone == zone] for zone in ("up", "down")}
        return ", ".join(f"{zone} {' '.join(names)}" for zone, names in found.items() if names)

    def find_fixture(self, one: str, other: str) -> Fixture:
        """Return the match that the two play in their box."""
        either = Fixture.objects.filter(season=self.season, parties__player=self.keys[one])
        return either.get(parties__player=self.keys[other])

    def find_browser(self, name: str) -> Client:
        """Return the browser in which somebody is signed in."""
        if name not in self.browsers:
            self.browsers[name] = signed_in(User.objects.get(username=name.lower()))
        return self.browsers[name]
