"""Notices, which of them an account wants by e-mail, and unsent mail."""

from datetime import timedelta
from typing import Any

from django.conf import settings
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.utils import timezone

from players.models.player import Player

NOTICE_LIFETIME = timedelta(days=30)  # unsent mail may hold codes and names
LONGEST_MAIL_TEXT = 20_000


class Notice(models.Model):
    """A sentence for one player; `mail_due` until the mail server has taken it or its reader wants no mail."""

    class Kind(models.TextChoices):
        RESULT = "result", "Results that others report for your matches"
        DISPUTE = "dispute", "Disputes about your matches"
        CHALLENGE = "challenge", "Challenges"
        CORRECTION = "correction", "Corrections and idle days that changed your rating or badges"
        SEASON = "season", "Seasons that end within a week"
        DIGEST = "digest", "The week at the club"

    LONGEST = 600

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="notices")
    kind = models.CharField(max_length=12, choices=Kind)
    text = models.CharField(max_length=LONGEST)
    url = models.CharField(max_length=200)  # the path of the page that it is about
    mail_text = models.TextField(blank=True, default="", db_default="")  # what its mail says besides, until it has gone
    at = models.DateTimeField(default=timezone.now)
    read_at = models.DateTimeField(null=True)
    mail_due = models.BooleanField(default=False)
    attempts = models.PositiveIntegerField(default=0)
    tried_at = models.DateTimeField(null=True)
    mailed_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ("-id",)
        indexes = [
            models.Index(fields=("player",), condition=models.Q(read_at=None), name="unread_notices"),
            models.Index(fields=("url",), condition=models.Q(read_at=None), name="unread_by_page"),
            models.Index(fields=("at",), condition=models.Q(mail_due=True), name="notices_to_mail"),
        ]

    def __str__(self) -> str:
        return self.text


class NoticeSettings(models.Model):
    """Which notices an account wants by e-mail, besides on the site, and which corrections are worth one."""

    MOST = 1_000_000.0

    user = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="notice_settings")
    result = models.BooleanField(Notice.Kind.RESULT.label, default=False)
    dispute = models.BooleanField(Notice.Kind.DISPUTE.label, default=False)
    challenge = models.BooleanField(Notice.Kind.CHALLENGE.label, default=False)
    correction = models.BooleanField(Notice.Kind.CORRECTION.label, default=False)
    season = models.BooleanField(Notice.Kind.SEASON.label, default=False, db_default=False)
    digest = models.BooleanField(Notice.Kind.DIGEST.label, default=False, db_default=False)
    digest_on = models.DateField(null=True, editable=False)  # the Monday of the last one that was written, or left out
    moved_by = models.FloatField(
        "Tell me when a correction changes my rating by more than",
        default=5.0,
        validators=[MinValueValidator(0.0), MaxValueValidator(MOST)],
        help_text="In rating points. 0 means every change.",
    )

    def __str__(self) -> str:
        return f"Notices of {self.user}"

    @classmethod
    def of(cls, user: Any) -> "NoticeSettings":
        """Return the settings of an account, or the defaults."""
        return cls.objects.filter(user_id=user.pk).first() or cls(user_id=user.pk)

    def mails(self, kind: str) -> bool:
        """Whether notices of this kind are wanted by e-mail."""
        return bool(getattr(self, Notice.Kind(kind).value))


class OutboxMessage(models.Model):
    """An unsent message to one address: one that waits for its next try, or one that is left to the club's owner."""

    to = models.CharField(max_length=254)
    subject = models.CharField(max_length=250)
    body = models.TextField()
    error = models.CharField(max_length=300, blank=True)  # what the mail server said; nothing where there is none
    at = models.DateTimeField(default=timezone.now)
    due_at = models.DateTimeField(null=True)  # when it is tried next; never again where there is none
    tries = models.PositiveSmallIntegerField(default=0)

    class Meta:
        ordering = ("-at", "-id")

    def __str__(self) -> str:
        return f"{self.to}: {self.subject}"

    def cut(self) -> "OutboxMessage":
        """Cut every text to what its column can hold, and return the message."""
        self.to, self.subject, self.error = self.to[:254], self.subject[:250], self.error[:300]
        self.body = self.body[:LONGEST_MAIL_TEXT].replace("\x00", "")
        return self

    @classmethod
    def forget_old(cls) -> None:
        cls.objects.filter(at__lt=timezone.now() - NOTICE_LIFETIME).delete()
