"""Members say that something is wrong with a match, or that it is right; organisers too; or nobody says anything."""

from datetime import timedelta

from django.urls import reverse
from django.utils import timezone

from ladder.models import Match
from ladder.selectors.disputes import open_disputes
from ladder.services.reports.silence import confirm_due

from ..browser import Browser
from ..club import HOURS, Person
from .changing import standing
from .done import Done, took, typist
from .reporting import record


def dispute(person: Person) -> Done:
    """A member disputes a match that they played and somebody else reported."""
    played = standing().filter(participants__player=person.player)
    others = played.exclude(reported_by=person.player.user_id).exclude(pk__in=open_disputes().values("match"))
    return said(person, person.member, "match_dispute", others.order_by("-pk").first())


def uphold(person: Person) -> Done:
    """An organiser says that a disputed match is right."""
    disputed = standing().filter(pk__in=open_disputes().values("match"))
    return said(person, person.organiser, "match_uphold", disputed.order_by("-pk").first())


def confirm(person: Person) -> Done:
    """A member confirms what waits for them, or else an organiser what is pending."""
    pending = standing().filter(status=Match.Status.PENDING).exclude(pk__in=open_disputes().values("match"))
    theirs = pending.filter(participants__player=person.player).exclude(reported_by=person.player.user_id).first()
    match, browser = (theirs, person.member) if theirs else (pending.order_by("pk").first(), person.organiser)
    if match is None:
        return record(person)
    url, what = reverse("ladder:match_confirm", args=[match.pk]), f"match_confirm of match {match.pk}"
    form = browser.form(match.get_absolute_url(), "revision")
    return Done(what, form is not None and took(browser.send(url, form, {})))


def say_nothing(person: Person) -> Done:
    """The hours go by, and silence confirms."""
    count = silence()
    return Done(f"silence on {count} pending matches", accepted=True) if count else record(person)


def silence() -> int:
    """Let the hours of everything pending be over; return how many matches that made count."""
    return confirm_due(timezone.now() + timedelta(hours=HOURS))


def said(person: Person, browser: Browser, page: str, match: Match | None) -> Done:
    """Say it on its page; where there is nothing to say it of, record a match."""
    if match is None:
        return record(person)
    url, what = reverse(f"ladder:{page}", args=[match.pk]), f"{page} of match {match.pk}"
    form = browser.form(url, "reason")
    return Done(what, form is not None and took(browser.send(url, form, typist(person).reason())))
