"""Organisers correct, void, restore and revert matches, each after its preview."""

from django.db.models import QuerySet
from django.urls import reverse

from ladder.models import Match
from ladder.simulator.club import SimulatedPerson, pick_day_in_season
from ladder.simulator.deeds.done import SEE_OTHER, DeedResult, make_typist
from ladder.simulator.deeds.reporting import do_report


def do_correct(person: SimulatedPerson) -> DeedResult:
    """Change one thing of a match."""
    return change_on_page(person, "match_correct", list_unvoided_matches())


def do_void(person: SimulatedPerson) -> DeedResult:
    return change_on_page(person, "match_void", list_unvoided_matches())


def do_restore(person: SimulatedPerson) -> DeedResult:
    return change_on_page(person, "match_restore", list_open_season_matches().filter(status=Match.Status.VOID))


def do_revert(person: SimulatedPerson) -> DeedResult:
    """Let a match say again what it first said."""
    return change_on_page(person, "match_revert", list_open_season_matches().filter(revision__gt=1), 1)


def list_unvoided_matches() -> QuerySet[Match]:
    """Return what counts or is pending."""
    return list_open_season_matches().exclude(status=Match.Status.VOID)


def list_open_season_matches() -> QuerySet[Match]:
    return Match.objects.filter(season__closed_at__isnull=True)


def change_on_page(person: SimulatedPerson, page: str, matches: QuerySet[Match], *more: int) -> DeedResult:
    """Change one of these matches on its page, after its preview; where there is none yet, record one."""
    found = list(matches.select_related("season__ladder").order_by("pk"))
    if not found:
        return do_report(person)
    match, browser, hand = person.luck.choice(found), person.organiser, make_typist(person)
    url, what = reverse(f"ladder:{page}", args=[match.pk, *more]), f"{page} of match {match.pk} in {match.season}"
    form = browser.form(url, "reason")
    if form is None:
        return DeedResult(what, accepted=False)
    typed = hand.reason()
    if page == "match_correct":
        typed |= hand.correction(form, pick_day_in_season(match.season, person.luck))
    return DeedResult(what, browser.applied(url, form, typed) == SEE_OTHER)
