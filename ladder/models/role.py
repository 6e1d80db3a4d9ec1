"""What an account is on one ladder, besides a member of the club."""

from django.conf import settings
from django.db import models

from .ladder import Ladder


class Role(models.Model):
    """An account has one role on a ladder at most: an organiser may do all that a recorder may."""

    class Kind(models.TextChoices):
        ORGANISER = "organiser", "Organiser"
        RECORDER = "recorder", "Recorder"

    ladder = models.ForeignKey(Ladder, on_delete=models.CASCADE, related_name="roles")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="ladder_roles", verbose_name="account"
    )
    role = models.CharField(max_length=10, choices=Kind)

    class Meta:
        ordering = ("ladder", "role", "user")
        constraints = [
            models.UniqueConstraint(fields=("ladder", "user"), name="one_role_per_ladder_and_account"),
            models.CheckConstraint(condition=models.Q(role__in=("organiser", "recorder")), name="role_is_known"),
        ]

    def __str__(self) -> str:
        return f"{self.user}, {self.get_role_display().lower()} of {self.ladder}"
