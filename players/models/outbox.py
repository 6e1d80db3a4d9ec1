"""Messages that no mail server took: the club's owner reads them, and passes them on."""

from datetime import timedelta

from django.db import models
from django.utils import timezone

KEPT = timedelta(days=30)  # they may hold codes and names
LONGEST = 20_000


class OutboxMessage(models.Model):
    """One message to one address."""

    to = models.CharField(max_length=254)
    subject = models.CharField(max_length=250)
    body = models.TextField()
    error = models.CharField(max_length=300, blank=True)  # what the mail server said; nothing where there is none
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ("-at", "-id")

    def __str__(self) -> str:
        return f"{self.to}: {self.subject}"

    def cut(self) -> "OutboxMessage":
        """Keep of every text what fits."""
        self.to, self.subject, self.error = self.to[:254], self.subject[:250], self.error[:300]
        self.body = self.body[:LONGEST].replace("\x00", "")
        return self

    @classmethod
    def forget_old(cls) -> None:
        cls.objects.filter(at__lt=timezone.now() - KEPT).delete()
