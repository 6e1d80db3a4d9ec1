"""Who asks for something, and where: the account, its player, the ladder and the season; and why a rule refuses it.

Every door through which a match comes asks `Scene.refuse`: forms, the venue, a fix, the report of a challenge and its
walkover. A new rule of the ladder on who may report what is written there, and closes them all. What a season takes at
all, whoever enters it, is said in `ladder/ledger/admission.py`, and how much may be written in an hour in
`access/rate_limits.py`.
"""

from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest
from django.utils import formats, timezone
from django.utils.crypto import constant_time_compare

from ladder.access.permissions import (
    NO_PLAYER,
    AccountPowers,
    Act,
    NotAllowed,
    describe_who_may,
    find_account_player,
    load_powers,
)
from ladder.access.rate_limits import check_report_limit, check_venue_limit
from ladder.formats import DUEL, WON, Format, find_result_format
from ladder.models import Ladder, Season, VenueCode
from ladder.ratings import Result
from players.models import Player

NO_DUELS = "Only recorders and organisers can record tournaments."
RECORDERS_ONLY = "Recorders enter the results here. Give yours to one of them."
NOT_YOUR_MATCH = "You can report only matches that you played. Add your own name to the players."
NOT_WINNER = "Only the winner can report here."
CODE_OVER = "The venue code has changed, or your twelve hours are over. Enter it again."
Reporters = Ladder.Reporters
VENUE_SESSION = "venue"


@dataclass(frozen=True)
class Scene:
    """An account in a season of a ladder, or somebody without one who has entered the ladder's venue code.

    The boards of the season, the powers of the account and its player are each read once.
    """

    season: Season
    user: Any = field(default_factory=AnonymousUser)
    venue_code: str = ""  # the digest of the code that was entered, for whoever reports at the venue

    @property
    def ladder(self) -> Ladder:
        return self.season.ladder

    @property
    def is_at_venue(self) -> bool:
        return bool(self.venue_code)

    @cached_property
    def player(self) -> Player | None:
        """The player that the account plays as."""
        return find_account_player(self.user)

    @cached_property
    def powers(self) -> AccountPowers:
        return load_powers(self.user)

    @cached_property
    def formats(self) -> set[Format]:
        """The formats of the matches that the season's boards rate."""
        return list_season_formats(self.season)

    def may(self, act: Act) -> bool:
        """Return whether the account may do this on the ladder."""
        return self.powers.may(act, self.ladder)

    @property
    def reports_others(self) -> bool:
        """Whether the account may report a match that others played."""
        return self.ladder.reporters == Reporters.ANY or self.may(Act.ENTER)

    def refuse(self, act: Act, played: Result | None = None, format: Format = DUEL) -> str:
        """Return why this can't be done here; an empty text if it can.

        Of a report `played` is the match; without it, the answer is about any match of this format.
        """
        if act == Act.REPORT:
            return self.refuse_report(played, format if played is None else find_result_format(played))
        return "" if self.may(act) else describe_who_may(act)

    def refuse_report(self, played: Result | None, format: Format) -> str:
        """Return why such a match can't be reported; recorders report any, others what the ladder lets them."""
        enters, reporters, season = self.may(Act.ENTER), self.ladder.reporters, self.season
        if not enters and not self.ladder.members_report:
            return RECORDERS_ONLY
        if not enters and not self.is_at_venue:
            if reporters != Reporters.ANY and self.player is None:
                return NO_PLAYER
            if not self.may(Act.REPORT):
                return describe_who_may(Act.REPORT)
        if season.closed_at:
            return f"{season.name} is closed and takes no more matches."
        if season.starts_on and not season.has_begun:
            begins = formats.date_format(season.starts_on, "j F Y")
            return f"{season.name} begins on {begins}. Until then it takes no matches."
        if enters:
            return ""
        if not format.is_for_members or not any(one.is_for_members for one in self.formats):
            return NO_DUELS
        if self.is_at_venue and played is not None and not is_venue_code_valid(self.ladder, self.venue_code):
            return CODE_OVER
        return "" if played is None else self.refuse_match_of_others(played)

    def refuse_match_of_others(self, played: Result) -> str:
        """Return why this match, as who played and won, is not the account's to report."""
        if self.is_at_venue or self.ladder.reporters == Reporters.ANY:
            return ""
        if self.player is None or self.player.pk not in played.players:
            return NOT_YOUR_MATCH
        winners = [key for key, score in zip(played.players, played.scores, strict=True) if score == WON]
        lost = self.ladder.reporters == Reporters.WINNER and winners and self.player.pk not in winners
        return NOT_WINNER if lost else ""

    def check(self, act: Act, played: Result | None = None) -> None:
        """Refuse what can't be done here. Raises: NotAllowed with the sentence of `refuse`."""
        if refusal := self.refuse(act, played):
            raise NotAllowed(refusal)

    def check_rate(self, *, has_new: bool) -> None:
        """Refuse one more report within the hour than is allowed, or one more with a name that counts as new.

        Raises: ValidationError with the sentence.
        """
        if self.is_at_venue:
            check_venue_limit(ladder=self.ladder, has_new=has_new)
        else:
            check_report_limit(by=self.user, ladder=self.ladder, has_new=has_new)

    def has_to_wait(self, played: Result) -> bool:
        """Return whether a report is pending first.

        Not where results count at once, nor from a recorder who didn't play.
        """
        if not self.ladder.counts_when_confirmed:
            return False
        return not self.may(Act.ENTER) or (self.player is not None and self.player.pk in played.players)


def list_season_formats(season: Season) -> set[Format]:
    """Return the formats of the matches that the season's boards rate."""
    return {kind.format for board in season.boards.all() for kind in board.rating_system.kinds}


def is_venue_code_valid(ladder: Ladder, digest: str) -> bool:
    """Return whether the digest in a session is that of the ladder's venue code."""
    known = VenueCode.objects.filter(ladder=ladder).first()
    return known is not None and constant_time_compare(known.digest, digest)


def find_session_digest(request: HttpRequest, ladder: Ladder) -> str:
    """Return the digest of the code that this session keeps, if it is still the ladder's; else an empty text."""
    kept = request.session.get(VENUE_SESSION, {}).get(str(ladder.pk))
    if not kept:
        return ""
    digest, until = kept
    return digest if until >= timezone.now().timestamp() and is_venue_code_valid(ladder, digest) else ""


def build_scene(request: HttpRequest, season: Season) -> Scene:
    """Return who asks for something in a season: an account, or somebody who entered the venue code in this browser."""
    digest = "" if request.user.is_authenticated else find_session_digest(request, season.ladder)
    return Scene(season, request.user, digest)
