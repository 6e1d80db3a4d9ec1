"""Members read."""

from django.urls import reverse

from ladder.models import Match
from ladder.simulator.club import SimulatedPerson, pick_open_season
from ladder.simulator.deeds.done import DeedResult

LADDER_PAGES = ("log", "venue", "feed")


def do_look(person: SimulatedPerson) -> DeedResult:
    """Read the pages of a ladder, of its last match and of a player."""
    season = pick_open_season(person.luck)
    pages = [
        season.get_absolute_url(),
        *(reverse(f"ladder:{page}", args=[season.ladder.slug]) for page in LADDER_PAGES),
    ]
    match = Match.objects.filter(season=season).order_by("-pk").first()
    if match:
        pages += [match.get_absolute_url(), *(one.player.get_absolute_url() for one in match.participants.all())]
    return DeedResult(f"a look at {season}", all(person.member.get(url).status_code == 200 for url in pages))
