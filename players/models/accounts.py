"""Invitations into the club, claims of members to be a player, and accounts that were set aside in a merge."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone

from players.models.player import Player


class OpenInvitations(models.QuerySet["Invitation"]):
    """Invitations, with those that can be used."""

    def open(self) -> "OpenInvitations":
        """Return the invitations that are neither used nor too old."""
        return self.filter(used_at__isnull=True, expires_at__gt=timezone.now())


class Invitation(models.Model):
    """A code that makes an account: for one player and once, or without a player for everybody in the club."""

    digest = models.CharField(max_length=64, unique=True)  # of the code, which is not stored
    player = models.ForeignKey(Player, on_delete=models.CASCADE, null=True, blank=True, related_name="invitations")
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    made_at = models.DateTimeField(default=timezone.now)
    expires_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True, blank=True)
    joined = models.PositiveIntegerField(default=0)  # accounts made by the club's code

    objects = OpenInvitations.as_manager()

    class Meta:
        ordering = ("-made_at", "-id")
        constraints = [
            models.UniqueConstraint(
                fields=("player",), condition=Q(used_at__isnull=True), name="player_has_one_open_invitation"
            )
        ]

    def __str__(self) -> str:
        return f"Invitation for {self.player or 'the club'}"

    @property
    def becomes(self) -> Player | None:
        """The player that its account will play as: the invited one, or the one they were merged into since."""
        return self.player and self.player.itself


class Claim(models.Model):
    """An account says that it is a player, until an organiser answers."""

    user = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="claim")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="claims")
    asked_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ("asked_at", "id")

    def __str__(self) -> str:
        return f"{self.user} says: I am {self.player}"


class SetAsideAccount(models.Model):
    """An account that is switched off while a merge lasts, with what it gave to the account that stays."""

    user = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="set_aside")
    stays = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    player = models.OneToOneField(Player, on_delete=models.CASCADE, related_name="set_aside")  # who was merged
    was_swapped = models.BooleanField(default=False)  # the account that stays was the merged player's
    email = models.EmailField(blank=True)  # the address to which its mail went
    addresses = models.JSONField(default=list)  # that the account that stays got
    roles = models.JSONField(default=list)  # keys of the ladders on which the account that stays got its role
    at = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return f"{self.user}, set aside for {self.stays}"
