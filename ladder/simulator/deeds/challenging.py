"""A member challenges another, who accepts, and then they play: one of these at a time."""

from datetime import datetime, time

from django.urls import reverse
from django.utils import timezone

from ladder.models import Challenge, State

from ..club import Person, day_in, open_season
from .done import Done, took


def challenge(person: Person) -> Done:
    """Report what was accepted, or else accept what was made, or else make a challenge."""
    mine = Challenge.objects.filter(by=person.player, season__closed_at=None).select_related("season__ladder")
    waiting = mine.filter(status__in=(State.OPEN, State.ACCEPTED), match=None).first()
    if waiting is None:
        return made(person)
    return played(person, waiting) if waiting.status == State.ACCEPTED else accepted(person, waiting)


def made(person: Person) -> Done:
    season = open_season(person.luck)
    url, what = reverse("ladder:challenges", args=[season.ladder.slug]), f"a challenge in {season}"
    form = person.member.form(url, "kind")
    return Done(what, form is not None and took(person.member.send(url, form, {"opponent": f"{person.rival.pk}"})))


def accepted(person: Person, found: Challenge) -> Done:
    """The rival accepts, on a day on which matches of the season are played."""
    season, what = found.season, f"an answer to {found}"
    form = person.answers.form(reverse("ladder:challenges", args=[season.ladder.slug]), "csrfmiddlewaretoken")
    if form is None or not took(person.answers.send(reverse("ladder:challenge_accept", args=[found.pk]), form, {})):
        return Done(what, accepted=False)
    then = datetime.combine(day_in(season, person.luck), time(), timezone.get_current_timezone())
    Challenge.objects.filter(pk=found.pk, status=State.ACCEPTED).update(accepted_at=then)
    return Done(what, accepted=True)


def played(person: Person, found: Challenge) -> Done:
    """The member reports how it ended, some hours after it was accepted."""
    season, what = found.season, f"the match of {found}"
    url = reverse("ladder:match_record", args=[season.ladder.slug, season.slug])
    form = person.member.form(f"{url}?challenge={found.pk}", "form_key")
    if form is None or found.accepted_at is None:
        return Done(what, accepted=False)
    typed = {"day": "other", "date": f"{timezone.localdate(found.accepted_at)}", "time": "23:00"}
    typed["winner"] = person.luck.choice(form.choices["winner"])
    return Done(what, took(person.member.insist(url, form, typed)))
