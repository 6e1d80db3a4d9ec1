"""Members and organisers report matches; a member fixes or undoes a report."""

from collections.abc import Iterator

from django.db.models import QuerySet
from django.urls import reverse

from ladder.models import Match, Season
from ladder.services.permissions import list_season_shapes
from ladder.simulator.browser import SimulatedBrowser
from ladder.simulator.club import SimulatedPerson, pick_day_in_season, pick_open_season
from ladder.simulator.deeds.done import DeedResult, make_typist, was_stored

DUEL, BATTLE, TOURNAMENT = "match_record", "battle_record", "tournament_record"


def do_report(person: SimulatedPerson) -> DeedResult:
    """Report a match of some shape; what is asked is answered with yes."""
    season = pick_open_season(person.luck)
    page, browser = person.luck.choice(list(list_report_pages(season, person)))
    url = reverse(f"ladder:{page}", args=[season.ladder.slug, season.slug])
    form, what = browser.form(url, "form_key"), f"{page} in {season}"
    if form is None:
        return DeedResult(what, accepted=False)
    typed = make_typist(person).match(form, pick_day_in_season(season, person.luck))
    return DeedResult(what, was_stored(browser.insist(url, form, typed)))


def list_report_pages(season: Season, person: SimulatedPerson) -> Iterator[tuple[str, SimulatedBrowser]]:
    """Yield the report pages of the season's shapes, with who may use them."""
    shapes = list_season_shapes(season)
    for page, shape in ((DUEL, "duel"), (DUEL, "battle"), (BATTLE, "battle")):
        if shape in shapes:
            yield from ((page, person.member), (page, person.organiser))
    if "tournament" in shapes:
        yield from [(TOURNAMENT, person.organiser)] * 2  # as often as the other shape of its ladder


def do_fix(person: SimulatedPerson) -> DeedResult:
    """A member says of an own report that it ended in another way."""
    match = list_own_reports(person).order_by("-pk").first()
    if match is None:
        return do_report(person)
    url, what = reverse("ladder:match_fix", args=[match.pk]), f"match_fix of match {match.pk} in {match.season}"
    form = person.member.form(url, "revision")
    if form is None:
        return DeedResult(what, accepted=False)
    said = [name for name in ("winner", "length") if name in form.choices]
    typed = {str(name): person.luck.choice(form.choices[name]) for name in said}
    return DeedResult(what, was_stored(person.member.insist(url, form, typed)))


def do_undo(person: SimulatedPerson) -> DeedResult:
    """A member takes an own report back, on the page of the match."""
    match = list_own_reports(person).order_by("-pk").first()
    if match is None:
        return do_report(person)
    form, what = person.member.form(match.get_absolute_url(), "revision"), f"match_undo of match {match.pk}"
    if form is None:  # an organiser has touched it
        return DeedResult(what, accepted=False)
    return DeedResult(what, was_stored(person.member.send(reverse("ladder:match_undo", args=[match.pk]), form, {})))


def list_own_reports(person: SimulatedPerson) -> QuerySet[Match]:
    """Return what the member reported and what is not void."""
    standing = Match.objects.filter(season__closed_at__isnull=True).exclude(status=Match.Status.VOID)
    return standing.filter(reported_by=person.player.user_id).select_related("season__ladder")
