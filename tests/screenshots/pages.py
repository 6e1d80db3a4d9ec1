"""The pages of the demonstration club, by name."""

from typing import NamedTuple

MEMBER, ORGANISER = "Noor", "Vesna"  # as they sign in


class Shot(NamedTuple):
    """A page: its address, who looks at it, and the selector of what is pressed first."""

    url: str
    who: str | None = None
    press: str = ""


def pages():
    """Every page by name."""
    from ladder.models import Ladder, Match  # after django.setup()
    from players.models import Player

    noor, vesna = (Player.objects.get(user__username=name) for name in (MEMBER, ORGANISER))
    void = Match.objects.filter(status=Match.Status.VOID).latest("played_at")
    home = Ladder.objects.get(slug="backgammon").seasons.get()
    match, gone = newest(home).get_absolute_url(), void.get_absolute_url()
    season = home.get_absolute_url()
    found = {
        "home": Shot("/", MEMBER),
        "standings-own-row": Shot(season, MEMBER),
        "no-hit": Shot(f"{season}?q=Zacharias"),
        "player": Shot(noor.get_absolute_url()),
        "player-statement": Shot(f"{noor.get_absolute_url()}statement/"),
        "player-against": Shot(f"{noor.get_absolute_url()}against/{vesna.pk}/"),
        "systems": Shot("/systems/"),
        "report": Shot(f"{season}report", MEMBER),
        "report-with-errors": Shot(f"{season}report", MEMBER, "button:has-text('Report result')"),
        "report-battle": Shot("/warlocks/season-2/report/battle", MEMBER),
        "report-tournament": Shot("/backgammon-online/season-2/report/tournament", ORGANISER),
        "match-for-organiser": Shot(match, ORGANISER),
        "match-void": Shot(gone, ORGANISER),
        "correct": Shot(f"{match}correct", ORGANISER),
        "correct-preview": Shot(f"{match}correct", ORGANISER, "#id_winner label:not(:has(:checked))"),
        "void": Shot(f"{match}void", ORGANISER),
        "restore": Shot(f"{gone}restore", ORGANISER),
        "challenges": Shot("/backgammon/challenges", MEMBER),
        "notices": Shot("/players/notices", MEMBER),
        "privacy": Shot(f"{noor.get_absolute_url()}privacy", MEMBER),
        "record": Shot(f"{season}record", ORGANISER),
        "import": Shot(f"{season}import", ORGANISER),
        "desk": Shot("/desk", ORGANISER),
        "disputes": Shot("/disputes/", ORGANISER),
        "settings": Shot("/backgammon/settings", ORGANISER),
        "seasons": Shot("/backgammon-online/seasons", ORGANISER),
        "people": Shot("/backgammon/people", ORGANISER),
        "players": Shot("/players/", ORGANISER),
        "invitations": Shot("/accounts/invitations", ORGANISER),
        "poster": Shot("/backgammon/poster", ORGANISER),
        "venue-code": Shot("/backgammon/venue-code", ORGANISER),
        "backup": Shot("/backup", ORGANISER),
        "sign-in": Shot("/accounts/login/"),
        "password": Shot("/accounts/password/change/", MEMBER),
        "forbidden": Shot(f"{match}void", MEMBER),
        "not-found": Shot("/no-such-page/"),
    }
    for ladder in Ladder.objects.all():
        found |= pages_of(ladder)
    return found


def pages_of(ladder):
    """A ladder's pages by name: each season's boards, its log and screen, and the last match of each kind."""
    found = {}
    for season in ladder.seasons.all():
        for number, board in enumerate(season.boards.all()):
            url = f"{season.get_absolute_url()}{board.system}/"
            found[f"{ladder.slug}-{season.slug}-{board.system}"] = Shot(url if number else season.get_absolute_url())
            found[f"{ladder.slug}-{season.slug}-{board.system}-rules"] = Shot(f"{url}rules")
    found[f"{ladder.slug}-log"] = Shot(f"{ladder.get_absolute_url()}log")
    found[f"{ladder.slug}-venue"] = Shot(f"{ladder.get_absolute_url()}venue")
    season = ladder.seasons.first()
    for kind in season.matches.order_by().values_list("kind", flat=True).distinct():
        found[f"{ladder.slug}-match-{kind}"] = Shot(newest(season, kind=kind).get_absolute_url())
    return found


def newest(season, **fields):
    return season.matches.filter(status="counted", **fields).latest("played_at", "sequence")
