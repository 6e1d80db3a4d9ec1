"""A player: a person on the ladders, with or without an account."""

from typing import Any

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import models, transaction
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import cached_property

from players.models.fields import FoldedKeyField, RedactedNameField
from players.people.names import LONGEST_PLAYER_NAME, build_name_key, clean_name
from players.privacy.redaction import are_names_redacted, use_redaction


def validate_name(name: str) -> None:
    """Refuse a name that `clean_name` refuses, as a form error."""
    try:
        clean_name(name)
    except ValueError as error:
        raise ValidationError(str(error)) from error


MAY_BE_AWAY = (
    models.Q(retired_on__isnull=False) | models.Q(sits_out_until__isnull=False) | models.Q(erased_at__isnull=False)
)
"""The filter of players who may have no rank in spite of a recent match."""


class Player(models.Model):
    """A player; names are unique without regard to letter case, and the first spelling is kept (B-11)."""

    class PlaysAs(models.TextChoices):
        WOMEN = "women", "I play as a woman"
        MEN = "men", "I play as a man"

    name = RedactedNameField(max_length=LONGEST_PLAYER_NAME, validators=[validate_name])
    key = models.CharField(max_length=3 * LONGEST_PLAYER_NAME, unique=True, editable=False)
    folded = FoldedKeyField(max_length=3 * LONGEST_PLAYER_NAME, editable=False, blank=True, default="", db_default="")
    user = models.OneToOneField(
        settings.AUTH_USER_MODEL,
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="player",
        verbose_name="account",
    )
    nickname = models.CharField(
        max_length=LONGEST_PLAYER_NAME,
        blank=True,
        validators=[validate_name],
        help_text="Shown to visitors where the club shows nicknames.",
    )
    hidden = models.BooleanField(
        "hidden from visitors",
        default=False,
        help_text="Visitors see “Hidden player” and no page. Members see the name.",
    )
    plays_as = models.CharField(
        "in women’s, men’s and mixed games",
        max_length=10,
        choices=PlaysAs,
        blank=True,
        default="",
        db_default="",
        editable=False,
    )  # said by the player alone, and shown to nobody else
    photograph_key = models.CharField(max_length=16, blank=True, default="", db_default="", editable=False)
    joined_at = models.DateTimeField(auto_now_add=True)
    retired_on = models.DateField("retired on", null=True, blank=True)
    sits_out_until = models.DateField("sits out until", null=True, blank=True)  # back on that day
    erased_at = models.DateTimeField(null=True, editable=False)  # the name is neutral; no account can be linked
    merged_into = models.ForeignKey(
        "self", on_delete=models.PROTECT, null=True, blank=True, editable=False, related_name="merged"
    )

    class Meta:
        ordering = ("folded", "key")
        constraints = [
            models.CheckConstraint(condition=~models.Q(name=""), name="player_has_a_name"),
            models.CheckConstraint(condition=models.Q(plays_as__in=("", "women", "men")), name="plays_as_is_known"),
            models.CheckConstraint(
                condition=models.Q(merged_into__isnull=True) | ~models.Q(merged_into=models.F("id")),
                name="player_is_not_merged_into_themselves",
            ),
        ]
        indexes = [
            models.Index(fields=("id",), condition=MAY_BE_AWAY, name="players_who_may_be_away"),
            models.Index(fields=("folded", "key"), name="players_in_order_of_name"),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def itself(self) -> "Player":
        """The player that this one counts as: the one they were merged into, or themselves."""
        return self.merged_into or self

    @cached_property
    def own_keys(self) -> list[int]:
        """The keys under which matches have this player: their own, and those of the players merged into them."""
        return [self.pk, *self.merged.order_by().values_list("pk", flat=True)]

    @property
    def has_account(self) -> bool:
        """Whether an account plays as this player or as one who was merged into them."""
        return self.user_id is not None or self.merged.filter(user__isnull=False).exists()

    def clean(self) -> None:
        """Refuse a name or nickname that is another player's name."""
        for field in ("name", "nickname"):
            others = Player.objects.filter(key=build_name_key(getattr(self, field))).exclude(pk=self.pk)
            if twin := others.first():
                raise ValidationError({field: f"{twin.name} is already a player."})

    def save(self, *args: Any, **kwargs: Any) -> None:
        if self.pk and are_names_redacted():
            self.name = self.stored_name()  # the name that was read may be redacted
        try:
            self.name = clean_name(self.name)
        except ValueError as error:
            raise ValidationError({"name": str(error)}) from error
        self.key = build_name_key(self.name)
        with transaction.atomic():
            self.remember_name()
            super().save(*args, **kwargs)

    def stored_name(self) -> str:
        """Return the name as it is stored, without a redaction."""
        with use_redaction(None):
            return Player.objects.values_list("name", flat=True).get(pk=self.pk)

    def remember_name(self) -> None:
        """Store the old name of a player who gets another one, so that it still finds them (B-11)."""
        old = Player.objects.filter(pk=self.pk).exclude(key=self.key).first() if self.pk else None
        if old:
            left = {"name": old.name, "left_at": timezone.now()}
            FormerName.objects.update_or_create(player=self, key=old.key, defaults=left)

    def get_absolute_url(self) -> str:
        return reverse("players:player", args=[self.pk])


class FormerName(models.Model):
    """A former name of a player. It finds the player who has it now, else the one who had it last."""

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="former_names")
    name = RedactedNameField(max_length=LONGEST_PLAYER_NAME)
    key = models.CharField(max_length=3 * LONGEST_PLAYER_NAME, db_index=True)
    folded = FoldedKeyField(max_length=3 * LONGEST_PLAYER_NAME, editable=False, blank=True, default="", db_default="")
    left_at = models.DateTimeField()

    class Meta:
        ordering = ("-left_at", "-id")
        constraints = [models.UniqueConstraint(fields=("player", "key"), name="former_name_is_kept_once")]

    def __str__(self) -> str:
        return self.name
