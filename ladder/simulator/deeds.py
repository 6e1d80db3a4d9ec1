"""What people do: each deed is one visit to the site; `SEE_OTHER` is the answer to what was done."""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.urls import reverse

from ladder.models import Match, Season
from ladder.services import seasons
from ladder.services.demo.people import NAMES
from ladder.services.permissions import shapes_of

from .browser import Browser
from .club import FIRST, Person, day_in, open_season
from .filling import Typist

SEE_OTHER = 303
DUEL, BATTLE, TOURNAMENT = "match_record", "battle_record", "tournament_record"


class Done(NamedTuple):
    """What somebody did, and whether the site took it."""

    what: str
    accepted: bool


def record(person: Person) -> Done:
    """A member or an organiser reports a match of some shape."""
    season = open_season(person.luck)
    page, browser = person.luck.choice(list(doors(season, person)))
    url = reverse(f"ladder:{page}", args=[season.ladder.slug, season.slug])
    form = browser.form(url, "form_key")
    typed = typist(person).match(form, day_in(season, person.luck)) if form else {}
    return Done(f"{page} in {season}", form is not None and browser.send(url, form, typed).status_code == SEE_OTHER)


def doors(season: Season, person: Person) -> Iterator[tuple[str, Browser]]:
    """Yield the report pages of the season's shapes, with who may use them."""
    shapes = shapes_of(season)
    for page, shape in ((DUEL, "duel"), (DUEL, "battle"), (BATTLE, "battle")):
        if shape in shapes:
            yield from ((page, person.member), (page, person.organiser))
    if "tournament" in shapes:
        yield from [(TOURNAMENT, person.organiser)] * 2  # as often as the other shape of its ladder


def correct(person: Person) -> Done:
    """An organiser changes one thing of a match."""
    return changed(person, "match_correct", counted())


def void(person: Person) -> Done:
    return changed(person, "match_void", counted())


def restore(person: Person) -> Done:
    return changed(person, "match_restore", in_open_seasons().filter(status=Match.Status.VOID))


def counted() -> QuerySet[Match]:
    return in_open_seasons().filter(status=Match.Status.COUNTED)


def in_open_seasons() -> QuerySet[Match]:
    return Match.objects.filter(season__closed_at__isnull=True)


def changed(person: Person, page: str, matches: QuerySet[Match]) -> Done:
    """Change one of these matches on its page, after its preview; where there is none yet, record one."""
    found = list(matches.select_related("season__ladder").order_by("pk"))
    if not found:
        return record(person)
    match, browser, hand = person.luck.choice(found), person.organiser, typist(person)
    url, what = reverse(f"ladder:{page}", args=[match.pk]), f"{page} of match {match.pk} in {match.season}"
    form = browser.form(url, "reason")
    if form is None:
        return Done(what, accepted=False)
    typed = hand.reason()
    if page == "match_correct":
        typed |= hand.correction(form, day_in(match.season, person.luck))
    return Done(what, browser.applied(url, form, typed) == SEE_OTHER)


def turn(person: Person) -> Done:
    """The season ends with its last match, and the next begins on the day after."""
    season = open_season(person.luck)
    what = f"close {season} and open the next"
    last = Match.objects.filter(season=season).order_by("-played_at").first()
    if last is None:
        return record(person)
    rule = person.luck.choice(Season.Rule.values)
    slug = f"season-{Season.objects.filter(ladder=season.ladder).count() + 1}"
    return attempted(
        what,
        lambda: seasons.close(season, on=last.played_at.date()),
        lambda: seasons.open_next(season, slug=slug, name=slug.capitalize(), rule=rule),
    )


def reach_back(person: Person) -> Done:
    """A closed season is opened for a correction, which those after it feel, and closed again."""
    closed = list(Season.objects.select_related("ladder").filter(closed_at__isnull=False).order_by("pk"))
    if not closed:
        return turn(person)
    season, inside = person.luck.choice(closed), []
    done = attempted(
        f"a correction of {season}, which was closed",
        lambda: seasons.reopen(season),
        lambda: inside.append(changed(person, "match_correct", counted().filter(season=season))),
        lambda: seasons.close(season),
    )
    return Done(done.what, done.accepted and inside[0].accepted)


def attempted(what: str, *steps: Callable[[], object]) -> Done:
    """Do these one after the other, up to one that is refused."""
    try:
        for step in steps:
            step()
    except ValidationError:
        return Done(what, accepted=False)
    return Done(what, accepted=True)


def look(person: Person) -> Done:
    """A member reads the pages of a ladder and of a match."""
    season = open_season(person.luck)
    pages = [season.get_absolute_url(), *(reverse(f"ladder:{page}", args=[season.ladder.slug]) for page in READ)]
    match = Match.objects.filter(season=season).order_by("-pk").first()
    if match:
        player = match.participants.first()
        pages += [match.get_absolute_url(), *([player.player.get_absolute_url()] if player else [])]
    return Done(f"a look at {season}", all(person.member.get(url).status_code == 200 for url in pages))


READ = ("log", "venue", "feed")


def typist(person: Person) -> Typist:
    return Typist(person.luck, NAMES, FIRST)
