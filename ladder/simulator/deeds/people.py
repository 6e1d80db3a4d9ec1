"""Organisers merge players who are one person, undo it, and rename them."""

from urllib.parse import urlencode

from django.urls import reverse

from ladder.models import Match
from ladder.simulator.club import SimulatedPerson
from ladder.simulator.deeds.done import DeedResult, was_stored
from ladder.simulator.deeds.reporting import do_report
from players.models import Player


def do_merge(person: SimulatedPerson) -> DeedResult:
    """Two players without accounts who never met are one person."""
    players = list(Player.objects.filter(user=None, merged_into=None).order_by("pk"))
    if len(players) < 2:
        return do_report(person)
    player, into = person.luck.sample(players, 2)
    if Match.objects.filter(participants__player=player).filter(participants__player=into).exists():
        return do_report(person)
    url = reverse("players:merge", args=[player.pk])
    form = person.organiser.form(f"{url}?{urlencode({'into': into.name})}", "token")
    what = f"merge {player} into {into}"
    return DeedResult(what, form is not None and was_stored(person.organiser.send(url, form, {})))


def do_undo_merge(person: SimulatedPerson) -> DeedResult:
    """A merged player counts for themselves again."""
    merged = list(Player.objects.filter(merged_into__isnull=False).order_by("pk"))
    if not merged:
        return do_report(person)
    player = person.luck.choice(merged)
    url = reverse("players:undo_merge", args=[player.pk])
    form = person.organiser.form(url, "token")
    return DeedResult(
        f"undo the merge of {player}", form is not None and was_stored(person.organiser.send(url, form, {}))
    )


def do_rename(person: SimulatedPerson) -> DeedResult:
    """A player without an account is called another name; the old one still finds them."""
    players = list(Player.objects.filter(user=None, merged_into=None).order_by("pk"))
    if not players:
        return do_report(person)
    player = person.luck.choice(players)
    url, name = reverse("players:edit", args=[player.pk]), f"{player.name.split()[0]} {person.luck.choice('ABCDEF')}."
    form = person.organiser.form(url, "name")
    what = f"rename {player} to {name}"
    return DeedResult(what, form is not None and was_stored(person.organiser.send(url, form, {"name": name})))
