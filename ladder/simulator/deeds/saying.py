"""Members say that something is wrong with a match; organisers say that it is right."""

from django.urls import reverse

from ladder.models import Match
from ladder.selectors.disputes import open_disputes

from ..browser import Browser
from ..club import Person
from .changing import counted
from .done import Done, took, typist
from .reporting import record


def dispute(person: Person) -> Done:
    """A member disputes a match that they played and somebody else reported."""
    played = counted().filter(participants__player=person.player)
    others = played.exclude(reported_by=person.player.user_id).exclude(pk__in=open_disputes().values("match"))
    return said(person, person.member, "match_dispute", others.order_by("-pk").first())


def uphold(person: Person) -> Done:
    """An organiser says that a disputed match is right."""
    disputed = counted().filter(pk__in=open_disputes().values("match"))
    return said(person, person.organiser, "match_uphold", disputed.order_by("-pk").first())


def said(person: Person, browser: Browser, page: str, match: Match | None) -> Done:
    """Say it on its page; where there is nothing to say it of, record a match."""
    if match is None:
        return record(person)
    url, what = reverse(f"ladder:{page}", args=[match.pk]), f"{page} of match {match.pk}"
    form = browser.form(url, "reason")
    return Done(what, form is not None and took(browser.send(url, form, typist(person).reason())))
