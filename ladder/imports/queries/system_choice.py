"""After the first import: the same matches under the systems that suit the ladder's game, side by side."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import date
from typing import NamedTuple

from django.utils import timezone

from ladder.formats import join_names
from ladder.games import SystemAdvice, find_game
from ladder.lab.queries.comparison import FEWEST_MATCHES_COMPARED, SystemFigures, compare_replays, replay_candidate
from ladder.lab.queries.variants import Candidate
from ladder.ledger.ladder_lock import one_moment
from ladder.ledger.ranking import RankRule, find_absences, find_standings_day, load_presences
from ladder.ledger.storage.season_matches import load_entries
from ladder.models import Board, Match, Season
from ladder.pages.figures import use_minus_sign
from ladder.ratings import Result, format_fixed
from ladder.systems.queries.advice import list_advised_systems
from players.people.queries import load_player_names

MOST_SYSTEMS = 3
MOST_COMPARED_MATCHES = 6_000  # beyond them the comparison would take more than some seconds
PLAYERS_SHOWN = 10


class PlayerLine(NamedTuple):
    """A player in one of the standings."""

    rank: str
    name: str
    rating: str


class ComparedSystem(NamedTuple):
    """A system as the page compares it: for whom it is, how well it predicts, and its standings; "" for no figure."""

    key: str
    label: str
    summary: str
    sentence: str
    is_in_use: bool
    rating_label: str
    named: str
    log_loss: str
    players: list[PlayerLine]
    more: int


class ComparisonWords(NamedTuple):
    """What the comparison of each system needs: names, who has no rank, and why a system suits the game."""

    names: Mapping[int, str]
    absent: Collection[int]
    sentences: Mapping[str, str]


class SystemChoice(NamedTuple):
    """The systems that rate these matches, the one in use first, and what the figures tell."""

    board: Board
    systems: list[ComparedSystem]
    verdict: str
    matches: int
    is_fresh: bool  # one tap changes the system
    advised: list[SystemAdvice]

    @property
    def is_offered(self) -> bool:
        """Whether there is anything to choose from."""
        return len(self.systems) > 1


def is_first_import(season: Season) -> bool:
    """Return whether all matches of an open ladder came with one import, so that it can still begin otherwise."""
    matches = Match.objects.filter(season__ladder=season.ladder_id).order_by()
    sources = list(matches.values_list("imported_in", flat=True).distinct()[:2])
    return season.closed_at is None and len(sources) == 1 and sources[0] is not None


def is_choice_offered(season: Season) -> bool:
    """Return whether the page is worth showing after an import: the game is known, and the matches are not too many."""
    few = Match.objects.filter(season=season).count() <= MOST_COMPARED_MATCHES
    return bool(find_game(season.ladder.game)) and is_first_import(season) and few


@one_moment()
def load_system_choice(season: Season) -> SystemChoice:
    """Return the main board's system and others that suit the game, over the season's matches."""
    results = [one.result for one in load_entries(season, None)][-MOST_COMPARED_MATCHES:]
    boards, day = list(season.boards.all()), find_standings_day(season)
    advised = list(list_choosable_advice(season, boards))[: MOST_SYSTEMS + len(boards) - 1]
    replays = [replay_candidate(name_candidate(one), results, as_of=day) for one in advised]
    able = {one.candidate.key: one for one in compare_replays(replays).systems}
    words = load_comparison_words(season, results, day)
    systems = [build_compared_system(one, able[one.key], boards[0], words) for one in advised if one.key in able]
    verdict = describe_verdict([able[one.key] for one in systems])
    return SystemChoice(boards[0], systems[:MOST_SYSTEMS], verdict, len(results), is_first_import(season), advised)


def load_comparison_words(season: Season, results: Sequence[Result], day: date) -> ComparisonWords:
    """Return the names of everybody in these results, who of them has no rank on this day, and the game's advice."""
    last_played = {int(player): result.ended for result in results for player in result.players}
    rule = RankRule(day, season.ladder.inactive_after, {}, day >= timezone.localdate())
    game = find_game(season.ladder.game)
    sentences = {one.card.key: one.sentence for one in list_advised_systems(game)} if game else {}
    absent = find_absences(rule, load_presences(last_played))
    return ComparisonWords(load_player_names(last_played), set(absent), sentences)


def list_choosable_advice(season: Season, boards: Sequence[Board]) -> Iterator[SystemAdvice]:
    """Yield the system in use, and then what suits the game and has no board yet."""
    game = find_game(season.ladder.game)
    advised = {one.key: one for one in game.systems} if game else {}
    main, taken = boards[0], {one.system for one in boards}
    yield SystemAdvice(main.system, advised[main.system].why if main.system in advised else "", main.options)
    yield from (one for one in advised.values() if one.key not in taken)


def name_candidate(advice: SystemAdvice) -> Candidate:
    """Return a system as the lab compares it."""
    system = advice.create()
    return Candidate(advice.key, system.about.label, system)


def build_compared_system(
    advice: SystemAdvice, figures: SystemFigures, board: Board, page: ComparisonWords
) -> ComparedSystem:
    """Return a system with its figures and the top of its standings."""
    about, ranked = figures.candidate.system.about, figures.replay.rank_players(page.absent)
    return ComparedSystem(
        advice.key,
        about.label,
        about.summary,
        page.sentences.get(advice.key, ""),
        advice.key == board.system,
        about.rating_label,
        f"{format_fixed(figures.named.value * 100, 0)}%" if figures.named else "",
        format_fixed(figures.log_loss.value, 3) if figures.log_loss else "",
        [
            PlayerLine(str(one.rank), page.names.get(int(one.player), "?"), use_minus_sign(one.shown))
            for one in ranked[:PLAYERS_SHOWN]
        ],
        max(len(ranked) - PLAYERS_SHOWN, 0),
    )


def describe_verdict(systems: Sequence[SystemFigures]) -> str:
    """Return what the figures tell in one sentence."""
    judged = [one for one in systems if one.is_enough]
    best = [one.candidate.label for one in judged if one.is_level_in_names]
    if len(judged) < len(systems) or not best:
        return (
            f"There are too few matches to tell which predicts better: at least {FEWEST_MATCHES_COMPARED} are needed."
        )
    if len(best) == 1:
        return f"{best[0]} predicts your results best."
    return f"{join_names(best)} predict your results about equally well: choose the one that members understand."
