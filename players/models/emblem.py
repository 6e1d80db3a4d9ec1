"""The emblem of the club."""

from django.db import models

from players.photographs.pictures import check_picture


class Emblem(models.Model):
    """The picture that stands for the club, as a small WebP file in one row at most; `Club.emblem_key` says that it is
    there."""

    content = models.BinaryField(validators=[check_picture])

    class Meta:
        constraints = [models.CheckConstraint(condition=models.Q(id=1), name="there_is_one_emblem")]

    def __str__(self) -> str:
        return "Emblem of the club"
