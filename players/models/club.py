"""The club: the settings of the whole site that its owner chooses in the browser."""

from django.db import models


class Club(models.Model):
    """There is one row at most; without it the environment's name and the values below hold."""

    class Names(models.TextChoices):
        FULL = "full", "Full names"
        INITIAL = "initial", "First name and the surname's initial"
        NICKNAME = "nickname", "Nicknames, and the initial where somebody has none"

    ONLY = 1

    name = models.CharField(max_length=80, blank=True, help_text="Blank: as the site was installed.")
    names = models.CharField("names shown to visitors", max_length=10, choices=Names, default=Names.FULL)

    class Meta:
        constraints = [models.CheckConstraint(condition=models.Q(id=1), name="there_is_one_club")]

    def __str__(self) -> str:
        return self.name or "The club"

    @classmethod
    def current(cls) -> "Club":
        """Return the club as it is set, or as it comes."""
        return cls.objects.filter(pk=cls.ONLY).first() or cls(pk=cls.ONLY)
