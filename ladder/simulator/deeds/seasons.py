"""Seasons end and begin, are reached back into, open in another way, and are rated in another."""

from collections.abc import Mapping
from datetime import date

from django.urls import reverse
from django.utils import timezone

from ladder.models import Board, Match, Season
from ladder.ratings import Option, list_options

from ..club import Person, open_season
from ..html import Form
from .changing import changed, standing
from .done import SEE_OTHER, Done, took, typist
from .reporting import record
from .saying import silence

PARTS = (0.5, 1, 2)  # of an option's usual value


def turn(person: Person) -> Done:
    """The season ends with its last match, and the next begins on the day after."""
    season = open_season(person.luck)
    last = Match.objects.filter(season=season).order_by("-played_at").first()
    if last is None:
        return record(person)
    silence()
    count = Season.objects.filter(ladder=season.ladder).count() + 1
    rule, boards = person.luck.choice(Season.Rule.values), [board.system for board in season.boards.all()]
    done = closed(person, season, last.played_at.date()) and sent(
        person, "season_next", season, "rule", {"name": f"Season {count}", "rule": rule, "boards": boards}
    )
    return Done(f"close {season} and open the next", done)


def closed(person: Person, season: Season, on: date) -> bool:
    return sent(person, "season_close", season, "on", {"on": f"{on}"})


def sent(person: Person, page: str, season: Season, field: str, typed: Mapping[str, str | list[str]]) -> bool:
    """Fill in a form of the season; say whether the site took it."""
    url = reverse(f"ladder:{page}", args=[season.ladder.slug, season.slug])
    form = person.organiser.form(url, field)
    return form is not None and took(person.organiser.send(url, form, typed))


def reach_back(person: Person) -> Done:
    """A closed season is reopened for a correction, which those after it feel, and closed again."""
    over = list(Season.objects.select_related("ladder").filter(closed_at__isnull=False).order_by("pk"))
    if not over:
        return turn(person)
    season = person.luck.choice(over)
    sent(person, "reopen", season, "reason", typist(person).reason())
    inside = changed(person, "match_correct", standing().filter(season=season))
    done = closed(person, season, season.ends_on or timezone.localdate())
    return Done(f"a correction of {season}, which was closed", inside.accepted and done)


def open_otherwise(person: Person) -> Done:
    """What players bring into a season is decided anew."""
    after = Season.objects.select_related("ladder").filter(opens_from__isnull=False, closed_at__isnull=True)
    if not after:
        return turn(person)
    season, browser = person.luck.choice(list(after.order_by("pk"))), person.organiser
    url = reverse("ladder:opening_change", args=[season.ladder.slug, season.slug])
    form = browser.form(url, "rule")
    if form is None:
        return Done(f"another opening of {season}", accepted=False)
    typed = typist(person).reason() | {"rule": person.luck.choice(form.choices["rule"])}
    return Done(f"another opening of {season}", browser.applied(url, form, typed) == SEE_OTHER)


def rate_otherwise(person: Person) -> Done:
    """A board gets another value of an option."""
    board = person.luck.choice(list(Board.objects.filter(season__closed_at__isnull=True).order_by("pk")))
    season, option = board.season, person.luck.choice(list_options(board.rating_system))
    url, what = reverse("ladder:board_change", args=[season.ladder.slug, season.slug, board.system]), f"{board} with"
    form = person.organiser.form(url, option.name)
    if form is None:
        return Done(f"{what} another {option.name}", accepted=False)
    value = person.luck.choice(values(option, form))
    typed = typist(person).reason() | {option.name: value}
    return Done(f"{what} {option.name} {value}", person.organiser.applied(url, form, typed) == SEE_OTHER)


def values(option: Option, form: Form) -> list[str]:
    """Return what an option may be given: what the form lets choose, or numbers near its usual one."""
    return form.choices.get(option.name) or [f"{option.default * part:.6g}" for part in PARTS]
