"""What organisers do with seasons, boards and players, and how often each deed is done."""

from collections.abc import Callable, Mapping
from datetime import date
from urllib.parse import urlencode

from django.urls import reverse
from django.utils import timezone

from ladder.models import Board, Match, Season
from ladder.ratings import Option, list_options
from players.models import Player
from tests.simulator.browser import PageForm
from tests.simulator.club import SimulatedPerson
from tests.simulator.ladders import pick_open_season
from tests.simulator.match_deeds import (
    SEE_OTHER,
    DeedResult,
    change_on_page,
    confirm_all_pending,
    do_challenge,
    do_confirm,
    do_correct,
    do_dispute,
    do_fix,
    do_look,
    do_nothing,
    do_report,
    do_restore,
    do_revert,
    do_undo,
    do_uphold,
    do_void,
    list_unvoided_matches,
    make_typist,
    was_stored,
)

PARTS = (0.5, 1, 2)  # of an option's usual value

Deed = Callable[[SimulatedPerson], DeedResult]

__all__ = ["PACK", "Deed", "DeedResult"]


def do_next_season(person: SimulatedPerson) -> DeedResult:
    """Close a season on the day of its last match, and open the next."""
    season = pick_open_season(person.luck)
    last = Match.objects.filter(season=season).order_by("-played_at").first()
    if last is None:
        return do_report(person)
    confirm_all_pending()
    count = Season.objects.filter(ladder=season.ladder).count() + 1
    rule, boards = person.luck.choice(Season.Rule.values), [board.key for board in season.boards.all()]
    done = close_season_on(person, season, last.played_at.date()) and send_season_form(
        person, "season_next", season, "rule", {"name": f"Season {count}", "rule": rule, "boards": boards}
    )
    return DeedResult(f"close {season} and open the next", done)


def close_season_on(person: SimulatedPerson, season: Season, on: date) -> bool:
    """Close a season on this day; say whether the site accepted it."""
    return send_season_form(person, "season_close", season, "on", {"on": f"{on}"})


def send_season_form(
    person: SimulatedPerson, page: str, season: Season, field: str, typed: Mapping[str, str | list[str]]
) -> bool:
    """Send a form of a season as the organiser; say whether the site accepted it."""
    url = reverse(f"ladder:{page}", args=[season.ladder.slug, season.slug])
    form = person.organiser.form(url, field)
    return form is not None and was_stored(person.organiser.send(url, form, typed))


def do_late_correction(person: SimulatedPerson) -> DeedResult:
    """Reopen a closed season, correct a match in it, which changes later seasons, and close it again."""
    over = list(Season.objects.select_related("ladder").filter(closed_at__isnull=False).order_by("pk"))
    if not over:
        return do_next_season(person)
    season = person.luck.choice(over)
    send_season_form(person, "reopen", season, "reason", make_typist(person).reason())
    inside = change_on_page(person, "match_correct", list_unvoided_matches().filter(season=season))
    done = close_season_on(person, season, season.ends_on or timezone.localdate())
    return DeedResult(f"a correction of {season}, which was closed", inside.accepted and done)


def do_other_opening(person: SimulatedPerson) -> DeedResult:
    """Change how ratings come into a season."""
    after = Season.objects.select_related("ladder").filter(opens_from__isnull=False, closed_at__isnull=True)
    if not after:
        return do_next_season(person)
    season, browser = person.luck.choice(list(after.order_by("pk"))), person.organiser
    url = reverse("ladder:opening_change", args=[season.ladder.slug, season.slug])
    form = browser.form(url, "rule")
    if form is None:
        return DeedResult(f"another opening of {season}", accepted=False)
    typed = make_typist(person).reason() | {"rule": person.luck.choice(form.choices["rule"])}
    return DeedResult(f"another opening of {season}", browser.preview_and_apply(url, form, typed) == SEE_OTHER)


def do_other_option(person: SimulatedPerson) -> DeedResult:
    """Change an option of a board."""
    board = person.luck.choice(list(Board.objects.filter(season__closed_at__isnull=True).order_by("pk")))
    season, option = board.season, person.luck.choice(list_options(board.rating_system))
    url, what = reverse("ladder:board_change", args=[season.ladder.slug, season.slug, board.key]), f"{board} with"
    form = person.organiser.form(url, option.name)
    if form is None:
        return DeedResult(f"{what} another {option.name}", accepted=False)
    value = person.luck.choice(list_option_values(option, form))
    typed = make_typist(person).reason() | {option.name: value}
    return DeedResult(
        f"{what} {option.name} {value}", person.organiser.preview_and_apply(url, form, typed) == SEE_OTHER
    )


def list_option_values(option: Option, form: PageForm) -> list[str]:
    """Return values for an option: the choices in the form, or numbers near its default."""
    return form.choices.get(option.name) or [f"{option.default * part:.6g}" for part in PARTS]


def do_merge(person: SimulatedPerson) -> DeedResult:
    """Merge two players without accounts who never met."""
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
    """Undo a merge."""
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
    """Give a player without an account another name."""
    players = list(Player.objects.filter(user=None, merged_into=None).order_by("pk"))
    if not players:
        return do_report(person)
    player = person.luck.choice(players)
    url, name = reverse("players:edit", args=[player.pk]), f"{player.name.split()[0]} {person.luck.choice('ABCDEF')}."
    form = person.organiser.form(url, "name")
    what = f"rename {player} to {name}"
    return DeedResult(what, form is not None and was_stored(person.organiser.send(url, form, {"name": name})))


PACK: list[Deed] = [
    *[do_report] * 10,
    *[do_correct] * 3,
    *[do_void, do_restore] * 2,
    *[do_revert, do_fix, do_undo, do_dispute, do_uphold],
    *[do_confirm, do_nothing],
    *[do_merge, do_undo_merge, do_rename],
    *[do_challenge] * 3,
    *[do_next_season, do_late_correction, do_other_opening, do_other_option, do_look],
]
"""The deeds, each as often as it is done before the pack is shuffled again."""
