"""Invitations into the club, members who ask to be linked to a player, and accounts that gave way to another one."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone

from players.models.player import Player


class OpenInvitations(models.QuerySet["Invitation"]):
    """Those that still let somebody in."""

    def open(self) -> "OpenInvitations":
        return self.filter(used_at__isnull=True, expires_at__gt=timezone.now())


class Invitation(models.Model):
    """A code that makes an account: for a player, once; without one it is the club's, and many may use it."""

    digest = models.CharField(max_length=64, unique=True)  # of the code, which nobody can read here
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
        """Whom its holder will play as: the one invited, or the player they were merged into since."""
        return self.player and self.player.itself


class Claim(models.Model):
    """An account says that it is a player; an organiser says whether that is so."""

    user = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="claim")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="claims")
    asked_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ("asked_at", "id")

    def __str__(self) -> str:
        return f"{self.user} says: I am {self.player}"


class SetAsideAccount(models.Model):
    """It is switched off while the merge lasts; what went to the account that stays comes back when it is undone."""

    user = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="set_aside")
    stays = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    player = models.OneToOneField(Player, on_delete=models.CASCADE, related_name="set_aside")  # who was merged
    was_swapped = models.BooleanField(default=False)  # the account that stays was the merged player's
    email = models.EmailField(blank=True)  # that mail went to
    addresses = models.JSONField(default=list)  # that went to the account that stays
    roles = models.JSONField(default=list)  # keys of the ladders whose role went there
    at = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return f"{self.user}, set aside for {self.stays}"
