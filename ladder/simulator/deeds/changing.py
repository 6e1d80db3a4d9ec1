"""Organisers correct, void, restore and revert matches, each after its preview."""

from django.db.models import QuerySet
from django.urls import reverse

from ladder.models import Match

from ..club import Person, day_in
from .done import SEE_OTHER, Done, typist
from .reporting import record


def correct(person: Person) -> Done:
    """Change one thing of a match."""
    return changed(person, "match_correct", standing())


def void(person: Person) -> Done:
    return changed(person, "match_void", standing())


def restore(person: Person) -> Done:
    return changed(person, "match_restore", in_open_seasons().filter(status=Match.Status.VOID))


def revert(person: Person) -> Done:
    """Let a match say again what it first said."""
    return changed(person, "match_revert", in_open_seasons().filter(revision__gt=1), 1)


def standing() -> QuerySet[Match]:
    """Return what counts or is pending."""
    return in_open_seasons().exclude(status=Match.Status.VOID)


def in_open_seasons() -> QuerySet[Match]:
    return Match.objects.filter(season__closed_at__isnull=True)


def changed(person: Person, page: str, matches: QuerySet[Match], *more: int) -> Done:
    """Change one of these matches on its page, after its preview; where there is none yet, record one."""
    found = list(matches.select_related("season__ladder").order_by("pk"))
    if not found:
        return record(person)
    match, browser, hand = person.luck.choice(found), person.organiser, typist(person)
    url, what = reverse(f"ladder:{page}", args=[match.pk, *more]), f"{page} of match {match.pk} in {match.season}"
    form = browser.form(url, "reason")
    if form is None:
        return Done(what, accepted=False)
    typed = hand.reason()
    if page == "match_correct":
        typed |= hand.correction(form, day_in(match.season, person.luck))
    return Done(what, browser.applied(url, form, typed) == SEE_OTHER)
