"""Members say that something is wrong with a match, or that it is right; organisers too; or nobody says anything."""

from datetime import timedelta

from django.urls import reverse
from django.utils import timezone

from ladder.models import Match
from ladder.selectors.disputes import find_open_disputes
from ladder.services.reports.silence import confirm_due_matches
from ladder.simulator.browser import SimulatedBrowser
from ladder.simulator.club import HOURS, SimulatedPerson
from ladder.simulator.deeds.changing import list_unvoided_matches
from ladder.simulator.deeds.done import DeedResult, make_typist, was_stored
from ladder.simulator.deeds.reporting import do_report


def do_dispute(person: SimulatedPerson) -> DeedResult:
    """A member disputes a match that they played and somebody else reported."""
    played = list_unvoided_matches().filter(participants__player=person.player)
    others = played.exclude(reported_by=person.player.user_id).exclude(pk__in=find_open_disputes().values("match"))
    return send_reason(person, person.member, "match_dispute", others.order_by("-pk").first())


def do_uphold(person: SimulatedPerson) -> DeedResult:
    """An organiser says that a disputed match is right."""
    disputed = list_unvoided_matches().filter(pk__in=find_open_disputes().values("match"))
    return send_reason(person, person.organiser, "match_uphold", disputed.order_by("-pk").first())


def do_confirm(person: SimulatedPerson) -> DeedResult:
    """A member confirms what waits for them, or else an organiser what is pending."""
    pending = (
        list_unvoided_matches().filter(status=Match.Status.PENDING).exclude(pk__in=find_open_disputes().values("match"))
    )
    theirs = pending.filter(participants__player=person.player).exclude(reported_by=person.player.user_id).first()
    match, browser = (theirs, person.member) if theirs else (pending.order_by("pk").first(), person.organiser)
    if match is None:
        return do_report(person)
    url, what = reverse("ladder:match_confirm", args=[match.pk]), f"match_confirm of match {match.pk}"
    form = browser.form(match.get_absolute_url(), "revision")
    return DeedResult(what, form is not None and was_stored(browser.send(url, form, {})))


def do_nothing(person: SimulatedPerson) -> DeedResult:
    """The hours go by, and silence confirms."""
    count = confirm_all_pending()
    return DeedResult(f"silence on {count} pending matches", accepted=True) if count else do_report(person)


def confirm_all_pending() -> int:
    """Let the hours of everything pending be over; return how many matches that made count."""
    return confirm_due_matches(timezone.now() + timedelta(hours=HOURS))


def send_reason(person: SimulatedPerson, browser: SimulatedBrowser, page: str, match: Match | None) -> DeedResult:
    """Say it on its page; where there is nothing to say it of, record a match."""
    if match is None:
        return do_report(person)
    url, what = reverse(f"ladder:{page}", args=[match.pk]), f"{page} of match {match.pk}"
    form = browser.form(url, "reason")
    return DeedResult(what, form is not None and was_stored(browser.send(url, form, make_typist(person).reason())))
