"""What the header of every page needs to know: the ladders, and where this one's pages are."""

from collections.abc import Sequence
from functools import cached_property

from django.http import HttpRequest
from django.urls import reverse

from ladder.access.permissions import AccountPowers, Act, load_powers
from ladder.matches.queries.confirmations import find_open_disputes
from ladder.models import Ladder, Season
from ladder.pages.seasons import find_ladders_reported, pick_current_season, select_open_seasons
from players.models import Claim
from players.notices.queries import count_unread_notices

COOKIE = "ladder"


class Navigation:
    """The ladders of the site; read at most once a page, and only when a template asks."""

    def __init__(self, request: HttpRequest) -> None:
        self.request = request

    @cached_property
    def ladders(self) -> list[Ladder]:
        return list(find_ladders_reported())

    @cached_property
    def ladder(self) -> Ladder | None:
        """The ladder of this page, by its address or its view; else the one looked at last; else the only one."""
        match = self.request.resolver_match
        by_slug = {ladder.slug: ladder for ladder in self.ladders}
        named = match.kwargs.get("ladder") if match else None
        slugs = (named, getattr(self.request, "ladder", None), self.request.COOKIES.get(COOKIE))
        found = next((by_slug[slug] for slug in slugs if slug in by_slug), None)
        return found or (self.ladders[0] if len(self.ladders) == 1 else None)

    @cached_property
    def season(self) -> Season | None:
        """The ladder's open season that takes today's matches, else another open one; no query where the view has
        read them all."""
        if self.ladder is None:
            return None
        if read := getattr(self.request, "seasons", None):
            return pick_current_season([season for season in read if season.closed_at is None])
        return pick_current_season(select_open_seasons(self.ladder))

    @cached_property
    def powers(self) -> AccountPowers:
        return load_powers(self.request.user)

    @property
    def organises(self) -> bool:
        """Whether whoever asks organises any ladder."""
        return self.powers.may(Act.INVITE)

    @property
    def settles(self) -> bool:
        """Whether they may change this ladder's boards and seasons."""
        return self.powers.may(Act.SETTINGS, self.ladder)

    @property
    def owns(self) -> bool:
        """Whether they may give roles."""
        return self.powers.may(Act.ROLES)

    @cached_property
    def waiting(self) -> int:
        """How much waits for an organiser: results of their ladders that are disputed, and who asks to be linked."""
        mine = [ladder for ladder in self.ladders if self.powers.may(Act.CORRECT, ladder)]
        return find_open_disputes().filter(match__season__ladder__in=mine).count() + Claim.objects.count()

    @cached_property
    def notices(self) -> int:
        """How many notices the member has not read."""
        return count_unread_notices(self.request.user)

    @property
    def standings_url(self) -> str:
        return self.ladder.get_absolute_url() if self.ladder else ""

    @property
    def challenges_url(self) -> str:
        """For members; visitors have nobody to challenge."""
        if self.ladder is None or self.season is None or not self.request.user.is_authenticated:
            return ""
        return reverse("ladder:challenges", args=[self.ladder.slug])

    @property
    def is_at_venue(self) -> bool:
        """Whether somebody without an account has entered this ladder's venue code."""
        kept = not self.request.user.is_authenticated and self.request.session.get("venue", {})
        return bool(kept and self.ladder and str(self.ladder.pk) in kept)

    @property
    def report_url(self) -> str:
        """Where results are reported; nothing for whoever can't: where recorders do, and where all are tournaments."""
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
        """Where recorders enter several results in one sitting."""
        if self.ladder is None or self.season is None or not self.powers.may(Act.ENTER, self.ladder):
            return ""
        return reverse("ladder:record", args=[self.ladder.slug, self.season.slug])


def show_ladder_in_header(request: HttpRequest, ladder: Ladder, seasons: Sequence[Season] = ()) -> None:
    """Name this ladder in the header, where the address doesn't; its seasons, newest first, where they are read."""
    request.ladder = ladder.slug  # type: ignore[attr-defined]
    request.seasons = seasons  # type: ignore[attr-defined]


def build_navigation(request: HttpRequest) -> dict[str, Navigation]:
    """The context processor of the header."""
    return {"nav": Navigation(request)}
