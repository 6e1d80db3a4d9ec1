"""Seasons end and begin, are reached back into, and open in another way."""

from collections.abc import Callable

from django.core.exceptions import ValidationError
from django.urls import reverse

from ladder.models import Match, Season
from ladder.services import seasons

from ..club import Person, open_season
from .changing import changed, standing
from .done import SEE_OTHER, Done, typist
from .reporting import record
from .saying import silence


def turn(person: Person) -> Done:
    """The season ends with its last match, and the next begins on the day after."""
    season = open_season(person.luck)
    last = Match.objects.filter(season=season).order_by("-played_at").first()
    if last is None:
        return record(person)
    rule = person.luck.choice(Season.Rule.values)
    slug = f"season-{Season.objects.filter(ladder=season.ladder).count() + 1}"
    return attempted(
        f"close {season} and open the next",
        silence,
        lambda: seasons.close(season, on=last.played_at.date()),
        lambda: seasons.open_next(season, slug=slug, name=slug.capitalize(), rule=rule),
    )


def reach_back(person: Person) -> Done:
    """A closed season is reopened for a correction, which those after it feel, and closed again."""
    closed = list(Season.objects.select_related("ladder").filter(closed_at__isnull=False).order_by("pk"))
    if not closed:
        return turn(person)
    season, inside = person.luck.choice(closed), []
    url = reverse("ladder:reopen", args=[season.ladder.slug, season.slug])
    form = person.organiser.form(url, "reason")
    if form:
        person.organiser.send(url, form, typist(person).reason())
    done = attempted(
        f"a correction of {season}, which was closed",
        lambda: inside.append(changed(person, "match_correct", standing().filter(season=season))),
        lambda: seasons.close(season),
    )
    return Done(done.what, done.accepted and inside[0].accepted)


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


def attempted(what: str, *steps: Callable[[], object]) -> Done:
    """Do these one after the other, up to one that is refused."""
    try:
        for step in steps:
            step()
    except ValidationError:
        return Done(what, accepted=False)
    return Done(what, accepted=True)
