"""The header of every page: the ladders, the addresses of this ladder's pages, and what waits for the reader."""

from collections.abc import Sequence
from functools import cached_property

from django.http import HttpRequest
from django.urls import Resolver404, ResolverMatch, resolve, reverse

from ladder.access.permissions import AccountPowers, Act, load_powers
from ladder.models import Ladder, MatchRevision, Season
from ladder.pages.seasons import list_ladders_reported, list_open_seasons, pick_current_season
from players.models import Claim
from players.notices.queries import count_unread_notices

LADDER_COOKIE = "ladder"
SIGN_IN_PAGES = ("account_login", "account_request_login_code")
SIGN_IN_REASONS = {  # what follows "Sign in to", by the page that the sign-in leads to
    "ladder:report": "report a result",
    "ladder:match_record": "report a result",
    "ladder:rows_record": "report a result",
    "ladder:record": "enter results",
    "ladder:record_sides": "enter results",
    "ladder:challenges": "challenge others and answer challenges",
    "ladder:match_dispute": "say what is wrong with a result",
    "ladder:match_fix": "fix the result that you reported",
    "ladder:desk": "see what waits for organisers",
    "players:notices": "read your notices",
    "players:players": "look up who is in the club",
}


class Navigation:
    """What the header shows. Everything is read at most once a page, and only if a template asks for it."""

    def __init__(self, request: HttpRequest) -> None:
        self.request = request

    @cached_property
    def ladders(self) -> list[Ladder]:
        return list_ladders_reported()

    @cached_property
    def ladder(self) -> Ladder | None:
        """The ladder of this page, from its address or its view; else the one looked at last; else the only one."""
        match = self.request.resolver_match
        by_slug = {ladder.slug: ladder for ladder in self.ladders}
        named = match.kwargs.get("ladder") if match else None
        meant = self.sign_in_target.kwargs.get("ladder") if self.sign_in_target else None
        slugs = (named, getattr(self.request, "ladder", None), meant, self.request.COOKIES.get(LADDER_COOKIE))
        found = next((by_slug[slug] for slug in slugs if slug in by_slug), None)
        return found or (self.ladders[0] if len(self.ladders) == 1 else None)

    @cached_property
    def sign_in_target(self) -> ResolverMatch | None:
        """The page that a sign-in page leads to afterwards; None on other pages, and where it leads home."""
        here = self.request.resolver_match
        if here is None or here.view_name not in SIGN_IN_PAGES:
            return None
        path = (self.request.POST.get("next") or self.request.GET.get("next") or "").partition("?")[0]
        try:
            return resolve(path)
        except Resolver404:
            return None

    @property
    def sign_in_reason(self) -> str:
        """What the reader was about to do when they were asked to sign in, such as "report a result"."""
        return SIGN_IN_REASONS.get(self.sign_in_target.view_name, "") if self.sign_in_target else ""

    @cached_property
    def season(self) -> Season | None:
        """The ladder's open season that takes today's matches, or else another open one.

        No query if the view has read the seasons already.
        """
        if self.ladder is None:
            return None
        if read := getattr(self.request, "seasons", None):
            return pick_current_season([season for season in read if season.closed_at is None])
        return pick_current_season(list_open_seasons(self.ladder.pk))

    @cached_property
    def powers(self) -> AccountPowers:
        return load_powers(self.request.user)

    @property
    def organises(self) -> bool:
        """Whether the reader organises any ladder."""
        return self.powers.may(Act.INVITE)

    @property
    def settles(self) -> bool:
        """Whether the reader may change this ladder's settings."""
        return self.powers.may(Act.SETTINGS, self.ladder)

    @property
    def owns(self) -> bool:
        """Whether the reader owns the club."""
        return self.powers.may(Act.ROLES)

    @cached_property
    def waiting(self) -> int:
        """How many open disputes on their ladders and claims to be a player wait for an organiser."""
        mine = [ladder for ladder in self.ladders if self.powers.may(Act.CORRECT, ladder)]
        return MatchRevision.open_disputes().filter(match__season__ladder__in=mine).count() + Claim.objects.count()

    @cached_property
    def notices(self) -> int:
        """How many notices the member has not read."""
        return count_unread_notices(self.request.user)

    @property
    def standings_url(self) -> str:
        return self.ladder.get_absolute_url() if self.ladder else ""

    @property
    def boxes_url(self) -> str:
        """The address of the boxes, on a ladder that has them."""
        if self.ladder is None or self.ladder.box_size is None or self.season is None:
            return ""
        return reverse("ladder:boxes", args=[self.ladder.slug, self.season.slug])

    @property
    def rounds_url(self) -> str:
        """The address of the rounds, on a ladder that has them."""
        has_rounds = self.ladder is not None and self.ladder.round_weeks is not None
        return reverse("ladder:rounds", args=[self.ladder.slug]) if self.ladder and has_rounds else ""

    @property
    def tonight_url(self) -> str:
        """The address of the club night, on a ladder that has them."""
        has_nights = self.ladder is not None and self.ladder.nights != Ladder.Nights.NONE
        return reverse("ladder:tonight", args=[self.ladder.slug]) if self.ladder and has_nights else ""

    @property
    def challenges_url(self) -> str:
        """The address of the challenges; empty for visitors."""
        if self.ladder is None or self.season is None or not self.request.user.is_authenticated:
            return ""
        return reverse("ladder:challenges", args=[self.ladder.slug])

    @property
    def is_at_venue(self) -> bool:
        """Whether a visitor has entered this ladder's venue code in this browser."""
        kept = not self.request.user.is_authenticated and self.request.session.get("venue", {})
        return bool(kept and self.ladder and str(self.ladder.pk) in kept)

    @property
    def report_url(self) -> str:
        """The address on which results are reported; empty for readers who can't report here."""
        if self.ladder is None or self.season is None:
            return ""
        enters, reported = self.powers.may(Act.ENTER, self.ladder), getattr(self.ladder, "reported", True)
        if not enters and not reported:
            return ""
        if self.is_at_venue:
            return reverse("ladder:at_venue_report", args=[self.ladder.slug])
        if not enters and self.ladder.reporters == Ladder.Reporters.RECORDERS:
            return ""
        return reverse("ladder:match_record", args=[self.ladder.slug, self.season.slug])

    @property
    def record_url(self) -> str:
        """The address on which recorders enter several results in one sitting; empty for others."""
        if self.powers.is_plain or self.ladder is None or self.season is None:
            return ""
        if not self.powers.may(Act.ENTER, self.ladder):
            return ""
        return reverse("ladder:record", args=[self.ladder.slug, self.season.slug])


def show_ladder_in_header(request: HttpRequest, ladder: Ladder, seasons: Sequence[Season] = ()) -> None:
    """Let the header show this ladder on a page whose address does not name it.

    `seasons` are its seasons, the newest first, if the view has read them.
    """
    request.ladder = ladder.slug  # type: ignore[attr-defined]
    request.seasons = seasons  # type: ignore[attr-defined]


def build_navigation(request: HttpRequest) -> dict[str, Navigation]:
    """Return what every template can use for the header; a context processor."""
    return {"nav": Navigation(request)}
