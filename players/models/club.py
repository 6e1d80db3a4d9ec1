"""The club: the settings of the whole site that its owner chooses in the browser."""

import time
from copy import copy
from typing import Any
from zoneinfo import ZoneInfo

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import DatabaseError, models, transaction

CLUB_FRESH_SECONDS = 2.0  # for which a process uses the club that it has read


def validate_zone(name: str) -> None:
    """Refuse a text that is not the name of a time zone."""
    try:
        ZoneInfo(name)
    except (KeyError, ValueError, OSError):
        raise ValidationError("Choose a time zone such as Europe/London.") from None


class Club(models.Model):
    """The settings of the club, in one row at most; without it, those of the environment and the defaults hold."""

    class Names(models.TextChoices):
        FULL = "full", "Full names"
        INITIAL = "initial", "First name and initial of the surname"
        NICKNAME = "nickname", "Nicknames, or first name and initial for anyone without one"

    ONLY = 1

    name = models.CharField(max_length=80, blank=True, help_text="Leave empty to use the site's default.")
    time_zone = models.CharField(
        max_length=64,
        blank=True,
        validators=[validate_zone],
        help_text="Decides which day a match belongs to, and when ratings fade.",
    )
    names = models.CharField("names shown to visitors", max_length=10, choices=Names, default=Names.FULL)
    emblem_key = models.CharField(max_length=16, blank=True, default="", db_default="", editable=False)
    second_factor = models.BooleanField(
        "organisers need a second factor",
        default=False,
        help_text="They then also enter a code from an app on their phone when they sign in.",
    )

    class Meta:
        constraints = [models.CheckConstraint(condition=models.Q(id=1), name="there_is_one_club")]

    def __str__(self) -> str:
        return self.name or settings.CLUB_NAME

    @property
    def zone(self) -> ZoneInfo:
        """The time zone that the club's days are in."""
        return ZoneInfo(self.time_zone or settings.TIME_ZONE)

    @classmethod
    def stored(cls) -> "Club":
        """Return the club as stored, or with the defaults; one query."""
        return cls.objects.filter(pk=cls.ONLY).first() or cls(pk=cls.ONLY)

    @classmethod
    def current(cls) -> "Club":
        """Return the club as it was at most two seconds ago; no query if this process has read it since then.

        If the database can't be reached, it is the club as it was last read, so that a page can still be shown.
        """
        known, until = _memory[0]
        if time.monotonic() >= until:
            try:
                known = cls.stored()
            except DatabaseError:
                return copy(known)
            remember_club(known)
        return copy(known)

    def save(self, *args: Any, **kwargs: Any) -> None:
        super().save(*args, **kwargs)
        forget_club()
        transaction.on_commit(forget_club)


def remember_club(club: Club, seconds: float = CLUB_FRESH_SECONDS) -> None:
    """Use this as the current club for so many seconds."""
    _memory[0] = (club, time.monotonic() + seconds)


def forget_club() -> None:
    """Let the club be read again when it is next asked for."""
    remember_club(_memory[0][0], seconds=0)


_memory = [(Club(pk=Club.ONLY), 0.0)]  # the pair is replaced as a whole, so that no thread sees half of it
