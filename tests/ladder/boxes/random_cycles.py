"""Cycles of boxes at random: what their members do, and what has to hold after each.

All comes from a seed, so cycles that fail are played again with its number.
"""

from collections import Counter, defaultdict
from datetime import UTC, datetime, time, timedelta
from itertools import combinations, pairwise
from random import Random
from typing import Any, NamedTuple

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError

from ladder import ledger
from ladder.access.permissions import NotAllowed
from ladder.boxes.actions import NewBox, end_cycle, make_boxes, return_to_box, withdraw_from_box
from ladder.boxes.queries.box_page import build_box_order, propose_next_boxes
from ladder.boxes.queries.box_proposal import STAYS, BoxProposal, cut_into_boxes
from ladder.boxes.queries.shown_boxes import load_boxes
from ladder.challenges.reports import record_walkover, report_challenge
from ladder.formats import ParticipantResult
from ladder.formats.games import parse_games
from ladder.matches.actions.corrections import MatchCorrection, MatchRestoration, MatchVoiding, change_match
from ladder.matches.actions.new_match import build_played_match
from ladder.models import Board, BoxPlace, Ladder, Match, Season
from ladder.people.actions.erasure import erase_player
from ladder.ratings import RatingError
from ladder.ratings.systems.match_points import VARIANTS
from ladder.seasons.actions.life_cycle import close_season, reopen_season
from players.models import Player
from tests.changes import merge_players, undo_merge
from tests.factories import enter_match, make_ladder, make_member, season_of, signed_in

FIRST = datetime(2026, 1, 5, 12, tzinfo=UTC)
MEMBERS, CYCLE_DAYS = 40, 28
REFUSALS = (ValidationError, NotAllowed, RatingError)
WON = ("11-0 11-5 11-9", "11-3 9-11 11-7 11-2", "11-9 8-11 11-6 4-11 11-4", "3-1 in games", "")
BROKEN_OFF = ("11-5 11-7", "11-5 7-11 11-3", "11-5", "11-5 5-11", "11-8 4-6", "")
RULES: dict[str, tuple[Any, ...]] = {
    "box_size": (4, 5, 6),
    "box_parallel": (1, 2, 3),
    "box_up": (1, 2),
    "box_down": (1, 2),
    "box_least": (None, 2),
    "box_stay": (None, 1),
}


class RandomCycles:
    """A ladder with boxes whose members do at random what they may, cycle after cycle."""

    def __init__(self, seed: int, time_machine: Any) -> None:
        self.dice, self.time_machine, self.now = Random(seed), time_machine, FIRST
        self.counted = Counter[str]()
        self.set_clock()
        rules = {name: values[(seed + number) % len(values)] for number, (name, values) in enumerate(RULES.items())}
        self.variant = VARIANTS[seed % (len(VARIANTS) - 1)]  # the last one is for ladders, and counts in order
        ladder = make_ladder("match-points", "elo", **rules)
        ladder.full_clean()
        Board.objects.filter(system="match-points").update(options=dict(self.variant.options))
        self.organiser = User.objects.create_superuser("organiser")
        keys = [make_member(f"P{number}").pk for number in range(1, MEMBERS + 1)]
        season = self.season
        season.starts_on, season.ends_on = FIRST.date(), FIRST.date() + timedelta(CYCLE_DAYS - 1)
        season.save()
        make_boxes(season=season, boxes=self.list_new(cut_into_boxes([keys], build_box_order(ladder))))

    @property
    def season(self) -> Season:
        return season_of(Ladder.objects.get())

    def set_clock(self) -> None:
        self.time_machine.move_to(self.now, tick=False)

    def list_new(self, levels: list[list[list[int]]]) -> list[NewBox]:
        return [NewBox(*one) for one in BoxProposal(levels, []).list_boxes()]

    def run(self, cycles: int, deeds: int) -> None:
        for _ in range(cycles):
            self.play_cycle(deeds)
            self.check_everything()
            self.begin_next()
            self.check_everything()

    # ---- what is done

    def play_cycle(self, deeds: int) -> None:
        """Let members and the organiser do so many things; what is refused is tried no further."""
        often = (*[self.report] * 14, *[self.forfeit] * 2, *[self.play_freely] * 2, *[self.change_match] * 2)
        seldom = (self.give_walkover, self.withdraw, self.come_back, self.change_old_cycle, self.merge, self.undo_merge)
        for number in range(deeds):
            self.now += timedelta(days=CYCLE_DAYS - 2) / deeds
            self.set_clock()
            deed = self.erase if number == deeds // 2 else self.dice.choice((*often, *seldom))
            try:
                done = deed()
            except REFUSALS as error:
                if "already sent" in str(error) or "at this moment" in str(error):
                    raise
                self.counted[f"{deed.__name__} refused"] += 1
            else:
                self.counted[deed.__name__] += done is not None

    def choose_open(self) -> Any:
        """Return a match that is to be played."""
        found = [one for box in load_boxes(self.season) for one in box.open_fixtures]
        return self.dice.choice(found) if found else None

    def choose_match(self, season: Season) -> Match | None:
        found = Match.objects.filter(season=season).select_related("season__ladder").order_by("pk")
        return self.dice.choice(found) if found else None

    def choose_player(self) -> Player:
        chosen = Player.objects.filter(merged_into=None, erased_at=None, user__isnull=False).order_by("pk")
        return self.dice.choice(chosen)

    def report(self) -> Any:
        if not (fixture := self.choose_open()):
            return None
        players = [one for side in fixture.sides for one in side]
        self.dice.shuffle(players)
        by = players[0].user or self.organiser
        return report_challenge(challenge=fixture, by=by, entry=build_played_match(*self.choose_result(players)))

    def choose_result(self, players: list[Player]) -> Any:
        """Return kind, participants, and what else `build_played_match` takes."""
        ending = self.dice.choice(["", "", "", "", "stopped", "retired"])
        scores = (0.5, 0.5) if ending == "stopped" else (1.0, 0.0)
        results = [ParticipantResult(player, score) for player, score in zip(players, scores, strict=True)]
        games = parse_games(self.dice.choice(BROKEN_OFF if ending else WON))
        return "rated", results, None, None, None, games, ending

    def forfeit(self) -> Any:
        """Report a walkover, as the form of a report does."""
        if not (fixture := self.choose_open()):
            return None
        players = [one for side in fixture.sides for one in side]
        results = [ParticipantResult(player, score) for player, score in zip(players, (1.0, 0.0), strict=True)]
        return report_challenge(challenge=fixture, by=self.organiser, entry=build_played_match("walkover", results))

    def give_walkover(self) -> Any:
        fixture = self.choose_open()
        return fixture and record_walkover(challenge=fixture, winner=fixture.sides[1][0], by=self.organiser)

    def play_freely(self) -> Any:
        """Enter a match of any two, often of two who are in no box together, or who played already."""
        one, other = self.choose_player(), self.choose_player()
        if one == other:
            return None
        results = [ParticipantResult(one, 1.0), ParticipantResult(other, 0.0)]
        at = self.now - timedelta(self.dice.choice([0, 0, 3]))
        games = parse_games(self.dice.choice(WON))
        return enter_match(season=self.season, participants=results, by=None, kind="rated", games=games, played_at=at)

    def change_match(self) -> Any:
        """Void, restore, turn round, redate or score anew a match of this cycle."""
        match = self.choose_match(self.season)
        return match and self.change(match)

    def change(self, match: Match) -> Any:
        if match.is_void:
            return change_match(MatchRestoration(match), match.revision)
        results = [
            ParticipantResult(one.player.itself, 1 - (one.score or 0.0))
            for one in match.participants.select_related("player__merged_into").order_by("seat")
        ]
        edits = (
            lambda: MatchVoiding(match),
            lambda: MatchCorrection(match, participants=results, games=()),
            lambda: MatchCorrection(match, played_at=match.played_at - timedelta(hours=30)),
        )
        return change_match(self.dice.choice(edits)(), match.revision)

    def change_old_cycle(self) -> Any:
        """Reopen a cycle that is over, change a match of it, and close it again."""
        old = Season.objects.filter(closed_at__isnull=False).order_by("pk")
        if not old:
            return None
        season = self.dice.choice(old)
        opened = reopen_season(season, by=self.organiser, reason="Put right.")
        match = self.choose_match(opened)
        try:
            return match and self.change(match)
        finally:
            close_season(opened, on=opened.ends_on, by=self.organiser)

    def withdraw(self) -> Any:
        places = list(BoxPlace.objects.filter(season=self.season, withdrawal="").select_related("player__merged_into"))
        player, how = self.dice.choice(places).player.itself, self.dice.choice(BoxPlace.Withdrawal.values)
        withdraw_from_box(season=self.season, player=player, how=how, by=self.organiser)
        return player

    def come_back(self) -> Any:
        places = list(BoxPlace.objects.filter(season=self.season).exclude(withdrawal="").select_related("player"))
        if places:
            return_to_box(season=self.season, player=self.dice.choice(places).player.itself, by=self.organiser)
        return places or None

    def merge(self) -> Any:
        """Let two who stand in boxes be one."""
        one, into = self.choose_player(), self.choose_player()
        return one != into and merge_players(player=one, into=into, by=self.organiser, stays=into.user)

    def undo_merge(self) -> Any:
        merged = list(Player.objects.filter(merged_into__isnull=False).order_by("pk"))
        return undo_merge(player=self.dice.choice(merged), by=self.organiser) if merged else None

    def erase(self) -> Any:
        return erase_player(player=self.choose_player(), by=self.organiser)

    def begin_next(self) -> None:
        """End the cycle with the next boxes as they are proposed, and with some newcomers."""
        old = self.season
        self.now = datetime.combine(old.ends_on, time(20), tzinfo=UTC)
        self.set_clock()
        number = Season.objects.count() + 1
        newcomers = [make_member(f"N{number} {one}").pk for one in range(self.dice.randrange(6))]
        boxes = load_boxes(old)
        erased = dict.fromkeys(Player.objects.exclude(erased_at=None).values_list("pk", flat=True), "erased")
        proposal = propose_next_boxes(old.ladder, boxes, newcomers, erased)
        check_proposal(proposal, boxes, newcomers)
        end_cycle(
            season=old,
            boxes=[NewBox(*one) for one in proposal.list_boxes()],
            name=f"Cycle {number}",
            ends_on=old.ends_on + timedelta(CYCLE_DAYS),
            by=self.organiser,
        )
        self.now += timedelta(hours=1)
        self.set_clock()
        self.check_full(proposal)

    # ---- what has to hold

    def check_everything(self) -> None:
        ladder = Ladder.objects.get()
        assert ledger.verify(ladder) == []
        for season in Season.objects.select_related("ladder").order_by("pk"):
            assert ledger.link_box_fixtures(season) == 0
            self.check_points(season)
        page = signed_in(self.organiser).get(f"/club/{self.season.slug}/boxes")
        assert page.status_code == 200

    def check_points(self, season: Season) -> None:
        """Check that nobody stands twice, and that each has the points that the printed rule gives."""
        boxes = load_boxes(season)
        seen = Counter(player for box in boxes for player in box.players)
        assert [player for player, count in seen.items() if count > 1] == []
        first = find_first_matches(season)
        for box in boxes:
            struck = {key for key, place in box.players.items() if place.withdrawal == "struck"}
            points: dict[int, float] = defaultdict(float)
            for one, other in combinations(sorted(box.players), 2):
                if (match := first.get(frozenset((one, other)))) and not struck & {one, other}:
                    for player in (one, other):
                        points[player] += count_by_rule(self.variant.options, match, player)
            assert {row.player: row.points for row in box.rows} == {player: points[player] for player in box.players}
            staying = [row for row in box.rows if not box.players[row.player].withdrawal]
            is_by_wins = self.variant.options.get("first_by") == "wins"
            values = [(row.won, row.points) if is_by_wins else (row.points,) for row in staying]
            assert values == sorted(values, reverse=True)

    def check_full(self, proposal: BoxProposal) -> None:
        """Check that each level is full, but for the last one, and where all who were under it have come up."""
        order, how = build_box_order(Ladder.objects.get()), {move.player: move.how for move in proposal.moves}
        levels = defaultdict(list)
        for box in load_boxes(self.season):
            levels[box.box.level].append([place.player_id for place in box.places])
        for level, boxes in levels.items():
            sizes = [len(box) for box in boxes]
            assert max(sizes) - min(sizes) <= 1
            below = {how[player] for box in levels.get(level + 1, []) for player in box}
            if STAYS in below and not order.least:
                assert sum(sizes) == order.count_places(level - 1), (level, sizes)
            assert len(boxes) <= order.count_boxes(level - 1)


class StoredMatch(NamedTuple):
    """A match as it is stored, with the score of each of its two players, in their order."""

    kind: str
    games: str
    ending: str
    scores: dict[int, float]
    first: int


def find_first_matches(season: Season) -> dict[frozenset[int], StoredMatch]:
    """Return the first match of each two players in a season, read from what is stored, row by row."""
    merged = {one.pk: one.itself.pk for one in Player.objects.select_related("merged_into")}
    found: dict[frozenset[int], StoredMatch] = {}
    matches = Match.objects.filter(season=season).order_by("played_at", "sequence")
    for match in matches.prefetch_related("participants"):
        rows = sorted(match.participants.all(), key=lambda row: row.seat)
        keys = [merged[row.player_id] for row in rows]
        if match.is_void or len(rows) != 2 or len(set(keys)) != 2 or match.kind not in ("rated", "walkover"):
            continue
        scores = {key: row.score or 0.0 for key, row in zip(keys, rows, strict=True)}
        found.setdefault(frozenset(keys), StoredMatch(match.kind, match.games, match.ending, scores, keys[0]))
    return found


def count_games(match: StoredMatch, player: int) -> tuple[int, int]:
    """Return the games that a player won and lost: whoever leads in one has won it."""
    text = match.games.removesuffix(" in games")
    pairs = [tuple(map(int, game.split("-"))) for game in text.split()]
    if match.games.endswith(" in games"):
        won, lost = pairs[0]
    else:
        won, lost = sum(one > other for one, other in pairs), sum(one < other for one, other in pairs)
    return (won, lost) if player == match.first else (lost, won)


def count_by_rule(options: Any, match: StoredMatch, player: int) -> float:
    """Return the points of a match by the printed rules: those of B1 and B2 where these options say nothing."""
    has_won, (won, lost) = match.scores[player] == 1, count_games(match, player)
    if match.kind == "walkover":
        return options.get("forfeit_winner", 5) if has_won else 0
    if match.ending == "stopped" and options.get("stopped") == "each":
        return 1
    as_it_stood = match.ending == "stopped" or (match.ending == "retired" and options.get("retired") == "stood")
    if options.get("counting") == "table":
        rows = (
            (options.get("winner_none", 6), options.get("loser_none", 1)),
            (options.get("winner_one", 5), options.get("loser_one", 2)),
            (options.get("winner_two", 4), options.get("loser_two", 3)),
        )
        if as_it_stood and won == lost:
            return sum(rows[2]) / 2
        if as_it_stood:
            return rows[1 if abs(won - lost) >= 2 else 2][won < lost]
        of_loser = 2 if not match.games else min(lost if has_won else won, 2)
        return rows[of_loser][not has_won]
    points = options.get("playing", 1) + options.get("game", 1) * won
    return points + (options.get("win", 1) if has_won and not as_it_stood else 0)


def check_proposal(proposal: BoxProposal, boxes: Any, newcomers: list[int]) -> None:
    """Check that nobody is lost or twice, and that whoever was better in a box is not below, unless they may not."""
    level_of = {player: level for level, _, box in proposal.list_boxes() for player in box}
    placed = [player for _, _, box in proposal.list_boxes() for player in box]
    assert len(placed) == len(set(placed)) == len(level_of)
    everybody = {row.player for box in boxes for row in box.rows} | set(newcomers)
    out = [move.player for move in proposal.moves if move.how == "out"]
    assert {*placed, *out} == everybody
    assert not {*placed} & {*out}
    for box in boxes:
        staying = [row for row in box.rows if row.player in level_of]
        least = box.box.season.ladder.box_least or 0
        for better, worse in pairwise(staying):
            assert level_of[better.player] <= level_of[worse.player] or better.played < least
