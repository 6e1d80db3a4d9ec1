"""Members and organisers report matches; a member fixes or undoes a report."""

from collections.abc import Iterator

from django.db.models import QuerySet
from django.urls import reverse

from ladder.models import Match, Season
from ladder.services.permissions import shapes_of

from ..browser import Browser
from ..club import Person, day_in, open_season
from .done import Done, took, typist

DUEL, BATTLE, TOURNAMENT = "match_record", "battle_record", "tournament_record"


def record(person: Person) -> Done:
    """Report a match of some shape; what is asked is answered with yes."""
    season = open_season(person.luck)
    page, browser = person.luck.choice(list(doors(season, person)))
    url = reverse(f"ladder:{page}", args=[season.ladder.slug, season.slug])
    form, what = browser.form(url, "form_key"), f"{page} in {season}"
    if form is None:
        return Done(what, accepted=False)
    typed = typist(person).match(form, day_in(season, person.luck))
    return Done(what, took(browser.insist(url, form, typed)))


def doors(season: Season, person: Person) -> Iterator[tuple[str, Browser]]:
    """Yield the report pages of the season's shapes, with who may use them."""
    shapes = shapes_of(season)
    for page, shape in ((DUEL, "duel"), (DUEL, "battle"), (BATTLE, "battle")):
        if shape in shapes:
            yield from ((page, person.member), (page, person.organiser))
    if "tournament" in shapes:
        yield from [(TOURNAMENT, person.organiser)] * 2  # as often as the other shape of its ladder


def fix(person: Person) -> Done:
    """A member says of an own report that it ended in another way."""
    match = own(person).order_by("-pk").first()
    if match is None:
        return record(person)
    url, what = reverse("ladder:match_fix", args=[match.pk]), f"match_fix of match {match.pk} in {match.season}"
    form = person.member.form(url, "revision")
    if form is None:
        return Done(what, accepted=False)
    said = [name for name in ("winner", "length") if name in form.choices]
    typed = {str(name): person.luck.choice(form.choices[name]) for name in said}
    return Done(what, took(person.member.insist(url, form, typed)))


def undo(person: Person) -> Done:
    """A member takes an own report back, on the page of the match."""
    match = own(person).order_by("-pk").first()
    if match is None:
        return record(person)
    form, what = person.member.form(match.get_absolute_url(), "revision"), f"match_undo of match {match.pk}"
    if form is None:  # an organiser has touched it
        return Done(what, accepted=False)
    return Done(what, took(person.member.send(reverse("ladder:match_undo", args=[match.pk]), form, {})))


def own(person: Person) -> QuerySet[Match]:
    """Return what the member reported and what is not void."""
    standing = Match.objects.filter(season__closed_at__isnull=True).exclude(status=Match.Status.VOID)
    return standing.filter(reported_by=person.player.user_id).select_related("season__ladder")
