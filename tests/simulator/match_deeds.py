"""What people do with matches, one visit to the site each: report, fix, correct, dispute, confirm, challenge, look."""

from collections.abc import Iterator
from datetime import datetime, time, timedelta
from typing import Any, NamedTuple

from django.db.models import QuerySet
from django.urls import reverse
from django.utils import timezone

from ladder.devtools.demonstration.members import DEMO_NAMES
from ladder.formats import DUEL, TEAM, TEAMS, list_formats
from ladder.matches.actions.disputes import confirm_due_matches
from ladder.models import Fixture, Match, MatchRevision, Season, State
from ladder.pages.addresses import build_report_url
from ladder.scene import list_season_formats
from tests.simulator.browser import SimulatedBrowser
from tests.simulator.club import FIRST, SimulatedPerson
from tests.simulator.ladders import HOURS, pick_day_in_season, pick_open_season
from tests.simulator.typist import Typist

SEE_OTHER = 303

LADDER_PAGES = ("log", "venue", "feed")


class DeedResult(NamedTuple):
    """What somebody did, and whether the site accepted it."""

    what: str
    accepted: bool


def was_stored(answer: Any) -> bool:
    """Return whether a form was accepted: the site then redirects to another page."""
    return bool(answer.status_code == SEE_OTHER)


def make_typist(person: SimulatedPerson) -> Typist:
    """Return a typist with the luck of a person."""
    return Typist(person.luck, DEMO_NAMES, FIRST)


def do_report(person: SimulatedPerson) -> DeedResult:
    """Report a match, and answer every question with yes."""
    season = pick_open_season(person.luck)
    url, browser = person.luck.choice(list(list_report_pages(season, person)))
    form, what = browser.form(url, "form_key"), f"report at {url}"
    if form is None:
        return DeedResult(what, accepted=False)
    typed = make_typist(person).match(form, pick_day_in_season(season, person.luck), season.ladder)
    return DeedResult(what, was_stored(browser.insist(url, form, typed)))


def list_report_pages(season: Season, person: SimulatedPerson) -> Iterator[tuple[str, SimulatedBrowser]]:
    """Yield the addresses of the report pages of the season's formats, with who may use them."""
    known = list_season_formats(season)
    for one in (one for one in list_formats() if one in known):
        page, rows = build_report_url(season, DUEL), build_report_url(season, one)
        if not one.is_for_members:
            yield from [(rows, person.organiser)] * 2  # as often as the other format of its ladder
        elif one.has_sides:
            yield from ((rows, person.member), (rows, person.organiser))
        elif one.is_entered_as_pair:
            yield from ((page, person.member), (page, person.organiser))
            if one.is_entered_in_rows:
                yield from ((rows, person.member), (rows, person.organiser))


def do_fix(person: SimulatedPerson) -> DeedResult:
    """Fix a report as the member who made it: it ended in another way."""
    match = list_own_reports(person).order_by("-pk").first()
    if match is None:
        return do_report(person)
    url, what = reverse("ladder:match_fix", args=[match.pk]), f"match_fix of match {match.pk} in {match.season}"
    form = person.member.form(url, "revision")
    if form is None:
        return DeedResult(what, accepted=False)
    typed = make_typist(person).outcome(form, match.season.ladder)
    return DeedResult(what, was_stored(person.member.insist(url, form, typed)))


def do_undo(person: SimulatedPerson) -> DeedResult:
    """Undo a report as the member who made it, on the page of the match."""
    match = list_own_reports(person).order_by("-pk").first()
    if match is None:
        return do_report(person)
    form, what = person.member.form(match.get_absolute_url(), "revision"), f"match_undo of match {match.pk}"
    if form is None:  # an organiser has touched it
        return DeedResult(what, accepted=False)
    return DeedResult(what, was_stored(person.member.send(reverse("ladder:match_undo", args=[match.pk]), form, {})))


def list_own_reports(person: SimulatedPerson) -> QuerySet[Match]:
    """Return the matches that the member reported and that are not void."""
    standing = Match.objects.filter(season__closed_at__isnull=True).exclude(status=Match.Status.VOID)
    return standing.filter(reported_by=person.player.user_id).select_related("season__ladder")


def do_correct(person: SimulatedPerson) -> DeedResult:
    """Correct one field of a match as the organiser."""
    return change_on_page(person, "match_correct", list_unvoided_matches())


def do_void(person: SimulatedPerson) -> DeedResult:
    """Void a match as the organiser."""
    return change_on_page(person, "match_void", list_unvoided_matches())


def do_restore(person: SimulatedPerson) -> DeedResult:
    """Restore a void match as the organiser."""
    return change_on_page(person, "match_restore", list_open_season_matches().filter(status=Match.Status.VOID))


def do_revert(person: SimulatedPerson) -> DeedResult:
    """Revert a match to its first version as the organiser."""
    return change_on_page(person, "match_revert", list_open_season_matches().filter(revision__gt=1), 1)


def list_unvoided_matches() -> QuerySet[Match]:
    """Return the matches of open seasons that count or are pending."""
    return list_open_season_matches().exclude(status=Match.Status.VOID)


def list_open_season_matches() -> QuerySet[Match]:
    """Return the matches of all open seasons."""
    return Match.objects.filter(season__closed_at__isnull=True)


def change_on_page(person: SimulatedPerson, page: str, matches: QuerySet[Match], *more: int) -> DeedResult:
    """Change one of these matches on its page, after the preview; report one if there is none."""
    found = list(matches.select_related("season__ladder").order_by("pk"))
    if not found:
        return do_report(person)
    match, browser, hand = person.luck.choice(found), person.organiser, make_typist(person)
    url, what = reverse(f"ladder:{page}", args=[match.pk, *more]), f"{page} of match {match.pk} in {match.season}"
    form = browser.form(url, "reason")
    if form is None:
        return DeedResult(what, accepted=False)
    typed = hand.reason()
    if page == "match_correct":
        typed |= hand.correction(form, pick_day_in_season(match.season, person.luck), match.season.ladder)
    return DeedResult(what, browser.preview_and_apply(url, form, typed) == SEE_OTHER)


def do_dispute(person: SimulatedPerson) -> DeedResult:
    """Dispute a match as a member who played it and didn't report it, and mostly propose the right result."""
    played = list_unvoided_matches().filter(participants__player=person.player)
    others = played.exclude(reported_by=person.player.user_id).exclude(
        pk__in=MatchRevision.open_disputes().values("match")
    )
    return send_reason(person, person.member, "match_dispute", others.order_by("-pk").first())


def do_uphold(person: SimulatedPerson) -> DeedResult:
    """Keep a disputed match as the organiser."""
    disputed = list_unvoided_matches().filter(pk__in=MatchRevision.open_disputes().values("match"))
    return send_reason(person, person.organiser, "match_uphold", disputed.order_by("-pk").first())


def do_confirm(person: SimulatedPerson) -> DeedResult:
    """Confirm a report as the member whom it waits for, or else any pending one as the organiser."""
    pending = (
        list_unvoided_matches()
        .filter(status=Match.Status.PENDING)
        .exclude(pk__in=MatchRevision.open_disputes().values("match"))
    )
    theirs = pending.filter(participants__player=person.player).exclude(reported_by=person.player.user_id).first()
    match, browser = (theirs, person.member) if theirs else (pending.order_by("pk").first(), person.organiser)
    if match is None:
        return do_report(person)
    url, what = reverse("ladder:match_confirm", args=[match.pk]), f"match_confirm of match {match.pk}"
    form = browser.form(match.get_absolute_url(), "revision")
    return DeedResult(what, form is not None and was_stored(browser.send(url, form, {})))


def do_nothing(person: SimulatedPerson) -> DeedResult:
    """Let time pass until pending matches count by themselves."""
    count = confirm_all_pending()
    return DeedResult(f"silence on {count} pending matches", accepted=True) if count else do_report(person)


def confirm_all_pending() -> int:
    """Confirm every pending match as if its hours were over, and return how many."""
    return confirm_due_matches(timezone.now() + timedelta(hours=HOURS))


def send_reason(person: SimulatedPerson, browser: SimulatedBrowser, page: str, match: Match | None) -> DeedResult:
    """Send the form with a reason on a page of a match, with a correction where it takes one; without a match report
    one.
    """
    if match is None:
        return do_report(person)
    hand, day = make_typist(person), pick_day_in_season(match.season, person.luck)
    url, what = reverse(f"ladder:{page}", args=[match.pk]), f"{page} of match {match.pk}"
    form = browser.form(url, "reason")
    if form is None:
        return DeedResult(what, accepted=False)
    typed = hand.reason() | hand.correction(form, day, match.season.ladder)
    return DeedResult(what, was_stored(browser.send(url, form, typed)))


def do_challenge(person: SimulatedPerson) -> DeedResult:
    """Report the match of an accepted challenge, or else accept a challenge, or else make one."""
    mine = Fixture.objects.filter(by=person.player, season__closed_at=None).select_related("season__ladder")
    waiting = mine.filter(status__in=(State.OPEN, State.ACCEPTED), match=None).first()
    if waiting is None:
        return send_challenge(person)
    return (
        report_challenged_match(person, waiting)
        if waiting.status == State.ACCEPTED
        else accept_as_rival(person, waiting)
    )


def send_challenge(person: SimulatedPerson) -> DeedResult:
    """Challenge the rival as the member; where sides play, sometimes or always with partners on both sides."""
    season = pick_open_season(person.luck)
    url, what = reverse("ladder:challenges", args=[season.ladder.slug]), f"a challenge in {season}"
    kind = person.luck.choice(["", f"?kind={TEAM.key}"]) if TEAMS in list_season_formats(season) else ""
    form = person.member.form(f"{url}{kind}", "kind")
    if form is None:
        return DeedResult(what, accepted=False)
    typed = {"opponent": f"{person.rival.pk}"}
    if "player_1" in form.values:
        first_opponent = f"player_{season.ladder.most_a_side}"
        typed = make_typist(person).sides(form, season.ladder) | {first_opponent: person.rival.name}
    return DeedResult(what, was_stored(person.member.send(url, form, typed)))


def accept_as_rival(person: SimulatedPerson, found: Fixture) -> DeedResult:
    """Accept a challenge as the rival; the moment is moved to a day on which the season is played."""
    season, what = found.season, f"an answer to {found}"
    form = person.answers.form(reverse("ladder:challenges", args=[season.ladder.slug]), "csrfmiddlewaretoken")
    if form is None or not was_stored(
        person.answers.send(reverse("ladder:challenge_accept", args=[found.pk]), form, {})
    ):
        return DeedResult(what, accepted=False)
    then = datetime.combine(pick_day_in_season(season, person.luck), time(), timezone.get_current_timezone())
    Fixture.objects.filter(pk=found.pk, status=State.ACCEPTED).update(accepted_at=then)
    return DeedResult(what, accepted=True)


def report_challenged_match(person: SimulatedPerson, found: Fixture) -> DeedResult:
    """Report the match of a challenge as the member, some hours after it was accepted."""
    season, what = found.season, f"the match of {found}"
    url = build_report_url(season, TEAMS if found.has_sides else DUEL)
    form = person.member.form(f"{url}?challenge={found.pk}", "form_key")
    if form is None or found.accepted_at is None:
        return DeedResult(what, accepted=False)
    typed = {"day": "other", "date": f"{timezone.localdate(found.accepted_at)}", "time": "23:00"}
    typed |= make_typist(person).outcome(form, season.ladder)
    return DeedResult(what, was_stored(person.member.insist(url, form, typed)))


def do_look(person: SimulatedPerson) -> DeedResult:
    """Open the pages of a ladder, of its last match and of its players."""
    season = pick_open_season(person.luck)
    pages = [
        season.get_absolute_url(),
        *(reverse(f"ladder:{page}", args=[season.ladder.slug]) for page in LADDER_PAGES),
    ]
    match = Match.objects.filter(season=season).order_by("-pk").first()
    if match:
        pages += [match.get_absolute_url(), *(one.player.get_absolute_url() for one in match.participants.all())]
    return DeedResult(f"a look at {season}", all(person.member.get(url).status_code == 200 for url in pages))
