"""What members tapped beside a match in the story."""

from django.conf import settings
from django.db import models
from django.utils import timezone

from ladder.models.match import Match


class Reaction(models.Model):
    """A member's one word to what is told of a match.

    It belongs to the match, which is never deleted, and not to a sentence of the story, which a correction may change.
    """

    class Kind(models.TextChoices):
        BRAVO = "bravo", "Bravo"
        WOW = "wow", "Wow"
        RESPECT = "respect", "Respect"

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="reactions")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="reactions")
    kind = models.CharField(max_length=10, choices=Kind)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [models.UniqueConstraint(fields=("match", "user"), name="member_reacts_once")]

    def __str__(self) -> str:
        return f"{self.user}: {self.get_kind_display()}"
