"""A player: a person on the ladders, with or without an account."""

from typing import Any

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import models
from django.urls import reverse

from .names import LONGEST, clean_name, name_key


def validate_name(name: str) -> None:
    """Refuse a name that `clean_name` refuses, as a form error."""
    try:
        clean_name(name)
    except ValueError as error:
        raise ValidationError(str(error)) from error


class Player(models.Model):
    """Names are unique without regard to letter case; the first spelling is kept (B-11)."""

    name = models.CharField(max_length=LONGEST, validators=[validate_name])
    key = models.CharField(max_length=3 * LONGEST, unique=True, editable=False)
    user = models.OneToOneField(
        settings.AUTH_USER_MODEL,
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="player",
        verbose_name="account",
    )
    joined_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ("key",)
        constraints = [models.CheckConstraint(condition=~models.Q(name=""), name="player_has_a_name")]

    def __str__(self) -> str:
        return self.name

    def clean(self) -> None:
        """Refuse a name that another player has."""
        twin = Player.objects.filter(key=name_key(self.name)).exclude(pk=self.pk).first()
        if twin:
            raise ValidationError({"name": f"{twin.name} is already a player."})

    def save(self, *args: Any, **kwargs: Any) -> None:
        try:
            self.name = clean_name(self.name)
        except ValueError as error:
            raise ValidationError({"name": str(error)}) from error
        self.key = name_key(self.name)
        super().save(*args, **kwargs)

    def get_absolute_url(self) -> str:
        return reverse("players:player", args=[self.pk])
