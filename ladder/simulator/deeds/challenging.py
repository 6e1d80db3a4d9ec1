"""A member challenges another, who accepts, and then they play: one of these at a time."""

from datetime import datetime, time

from django.urls import reverse
from django.utils import timezone

from ladder.models import Challenge, State
from ladder.simulator.club import SimulatedPerson, pick_day_in_season, pick_open_season
from ladder.simulator.deeds.done import DeedResult, was_stored


def do_challenge(person: SimulatedPerson) -> DeedResult:
    """Report what was accepted, or else accept what was made, or else make a challenge."""
    mine = Challenge.objects.filter(by=person.player, season__closed_at=None).select_related("season__ladder")
    waiting = mine.filter(status__in=(State.OPEN, State.ACCEPTED), match=None).first()
    if waiting is None:
        return send_challenge(person)
    return (
        report_challenged_match(person, waiting)
        if waiting.status == State.ACCEPTED
        else accept_as_rival(person, waiting)
    )


def send_challenge(person: SimulatedPerson) -> DeedResult:
    season = pick_open_season(person.luck)
    url, what = reverse("ladder:challenges", args=[season.ladder.slug]), f"a challenge in {season}"
    form = person.member.form(url, "kind")
    return DeedResult(
        what, form is not None and was_stored(person.member.send(url, form, {"opponent": f"{person.rival.pk}"}))
    )


def accept_as_rival(person: SimulatedPerson, found: Challenge) -> DeedResult:
    """The rival accepts, on a day on which matches of the season are played."""
    season, what = found.season, f"an answer to {found}"
    form = person.answers.form(reverse("ladder:challenges", args=[season.ladder.slug]), "csrfmiddlewaretoken")
    if form is None or not was_stored(
        person.answers.send(reverse("ladder:challenge_accept", args=[found.pk]), form, {})
    ):
        return DeedResult(what, accepted=False)
    then = datetime.combine(pick_day_in_season(season, person.luck), time(), timezone.get_current_timezone())
    Challenge.objects.filter(pk=found.pk, status=State.ACCEPTED).update(accepted_at=then)
    return DeedResult(what, accepted=True)


def report_challenged_match(person: SimulatedPerson, found: Challenge) -> DeedResult:
    """The member reports how it ended, some hours after it was accepted."""
    season, what = found.season, f"the match of {found}"
    url = reverse("ladder:match_record", args=[season.ladder.slug, season.slug])
    form = person.member.form(f"{url}?challenge={found.pk}", "form_key")
    if form is None or found.accepted_at is None:
        return DeedResult(what, accepted=False)
    typed = {"day": "other", "date": f"{timezone.localdate(found.accepted_at)}", "time": "23:00"}
    typed["winner"] = person.luck.choice(form.choices["winner"])
    return DeedResult(what, was_stored(person.member.insist(url, form, typed)))
