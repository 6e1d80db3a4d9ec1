"""The figures of the compared systems as printed, and sentences on what follows from them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ladder.formats import format_count, join_names
from ladder.lab.queries.comparison import FEWEST_MATCHES_COMPARED, CandidateReplay, Comparison, SystemFigures
from ladder.lab.queries.figures import Figure
from ladder.ratings import RatingSystem, format_fixed

COIN_CHANCE = 0.5
LEVEL_MARGIN = 0.02  # of the drawn ranges, at either end
MOST_SYSTEMS_NAMED = 4  # systems in a sentence


class FigureRow(NamedTuple):
    """The figures of one system as printed; an empty text where it has none. Places are in per cent of the width."""

    key: str
    label: str
    is_in_use: bool
    has_chances: bool
    is_level: bool
    named: str
    said: str
    dot: str
    line: tuple[str, str]
    log_loss: str
    log_loss_range: str
    brier: str
    brier_range: str
    remarks: list[str]


class RangeScale(NamedTuple):
    """The shares at the left and at the right end of the drawn ranges."""

    low: float
    high: float

    def x(self, share: float) -> str:
        """Return where a share is drawn."""
        return f"{(share - self.low) / (self.high - self.low) * 100:.1f}%"


class UnableSystem(NamedTuple):
    """A system that rates none of these matches, and why."""

    label: str
    reason: str


def build_range_scale(systems: Sequence[SystemFigures]) -> RangeScale:
    """Return a scale that holds all ranges and a coin toss."""
    found = [one.named for one in systems if one.named]
    low = min((one.low for one in found), default=COIN_CHANCE)
    high = max((one.high for one in found), default=COIN_CHANCE)
    return RangeScale(max(min(low, COIN_CHANCE) - LEVEL_MARGIN, 0), min(max(high, COIN_CHANCE) + LEVEL_MARGIN, 1))


def build_figure_row(one: SystemFigures, scale: RangeScale, *, is_in_use: bool) -> FigureRow:
    """Return the figures of a system as printed."""
    named = one.named
    return FigureRow(
        one.candidate.key,
        one.candidate.label,
        is_in_use,
        one.replay.has_chances,
        one.is_level_in_chances if one.replay.has_chances else one.is_level_in_names,
        format_share(named.value) if named else "",
        f"{format_share(named.value)} per cent, likely between {format_whole_share(named.low)} and"
        f" {format_whole_share(named.high)}"
        if named
        else "",
        scale.x(named.value) if named else "",
        (scale.x(named.low), scale.x(named.high)) if named else ("", ""),
        format_loss(one.log_loss),
        format_loss_range(one.log_loss),
        format_loss(one.brier),
        format_loss_range(one.brier),
        list(list_remarks(one.replay)),
    )


def format_share(share: float) -> str:
    """Return a share in per cent with one decimal, without the sign: 60.4."""
    return format_fixed(share * 100, 1)


def format_whole_share(share: float) -> str:
    return format_fixed(share * 100, 0)


def format_loss(figure: Figure | None) -> str:
    """Return a log loss or a Brier score with three decimals; an empty text where there is none."""
    return format_fixed(figure.value, 3) if figure else ""


def format_loss_range(figure: Figure | None) -> str:
    return f"{format_fixed(figure.low, 3)}–{format_fixed(figure.high, 3)}" if figure else ""


def list_remarks(replay: CandidateReplay) -> Iterator[str]:
    """Yield what must be known about the matches behind the figures of a system."""
    yield f"{format_count(replay.predicted, 'match', 'matches')} predicted."
    if replay.of_newcomers:
        yield f"In {replay.of_newcomers:,} nobody had played before."
    if replay.level:
        yield f"In {replay.level:,} it put all players level and named nobody, which counts half."
    if replay.drawn:
        yield f"{replay.drawn:,} drawn: no winner to name."
    for reason, count in replay.refused.items():
        yield f"{format_count(count, 'match', 'matches')} left out: {reason}"


def explain_inability(replay: CandidateReplay) -> str:
    """Return why a system rates none of these matches."""
    if replay.refused:
        return " ".join(replay.refused)
    kinds = dict.fromkeys(kind.label.lower() for kind in replay.candidate.system.kinds)
    return f"It rates matches of other kinds: {join_names(list(kinds))}."


def list_verdicts(comparison: Comparison, in_use: RatingSystem | None = None) -> Iterator[str]:
    """Yield sentences on which systems predict best, and on the one in use, as far as these matches tell."""
    judged = [one for one in comparison.systems if one.is_enough]
    most = max((one.replay.predicted - one.replay.drawn for one in comparison.systems), default=0)
    if not judged:
        yield (
            f"Too few matches to tell: {format_count(most, 'match', 'matches')} with a winner."
            f" From {FEWEST_MATCHES_COMPARED} on the lab says which system predicts better."
        )
        return
    level = [one for one in judged if one.is_level_in_names]
    yield describe_leaders(level, "name", "the most winners", most)
    chances = sorted((one for one in judged if one.log_loss), key=lambda one: one.log_loss or ())
    level_too = [one for one in chances if one.is_level_in_chances]
    if len(chances) > 1:
        yield describe_leaders(level_too, "give", "the best chances", most)
    ours = next((one for one in judged if one.candidate.system == in_use), None)
    if ours and ours not in level:
        yield f"“{ours.candidate.label}”, in use, names fewer winners than the best."
    if ours and ours in chances and ours not in level_too:
        yield f"“{ours.candidate.label}”, in use, gives worse chances than the best."
    if len(level) > 1 and (len(chances) < 2 or len(level_too) > 1):
        yield "Choose the one that members understand best."
    if not any(one.named and one.named.low > COIN_CHANCE for one in judged):
        yield "None is shown to be better than a coin toss."


def describe_leaders(systems: Sequence[SystemFigures], verb: str, what: str, matches: int) -> str:
    """Return the sentence that one system is best, or that several can't be told apart."""
    labels, on = [f"“{one.candidate.label}”" for one in systems], f"on {format_count(matches, 'match', 'matches')}"
    if len(labels) == 1:
        return f"{labels[0]} {verb}s {what} {on}."
    if len(labels) > MOST_SYSTEMS_NAMED:
        labels = [*labels[: MOST_SYSTEMS_NAMED - 1], f"{len(labels) - MOST_SYSTEMS_NAMED + 1} others"]
    return f"{join_names(labels)} {verb} {what} and can’t be told apart {on}."
