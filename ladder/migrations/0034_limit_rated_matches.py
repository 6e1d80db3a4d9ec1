"""Let a ladder say how many rated matches a pair and a player may play in a day and in a week."""

import django.core.validators
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("ladder", "0033_name_the_game"),
    ]

    operations = [
        migrations.AddField(
            model_name="ladder",
            name="pair_day_limit",
            field=models.PositiveSmallIntegerField(
                blank=True,
                help_text="Leave empty for no limit. With 3, the 4th match of the same two on one day is kept as unrated.",
                null=True,
                validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(100)],
                verbose_name="rated matches of the same two players in a day",
            ),
        ),
        migrations.AddField(
            model_name="ladder",
            name="pair_week_limit",
            field=models.PositiveSmallIntegerField(
                blank=True,
                help_text="Leave empty for no limit. A week is from Monday to Sunday.",
                null=True,
                validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(100)],
                verbose_name="rated matches of the same two players in a week",
            ),
        ),
        migrations.AddField(
            model_name="ladder",
            name="player_day_limit",
            field=models.PositiveSmallIntegerField(
                blank=True,
                help_text="Leave empty for no limit. All rated matches of the player count, whoever the opponents are.",
                null=True,
                validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(100)],
                verbose_name="rated matches of a player in a day",
            ),
        ),
        migrations.AddField(
            model_name="ladder",
            name="player_week_limit",
            field=models.PositiveSmallIntegerField(
                blank=True,
                help_text="Leave empty for no limit. A week is from Monday to Sunday.",
                null=True,
                validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(100)],
                verbose_name="rated matches of a player in a week",
            ),
        ),
        migrations.AddConstraint(
            model_name="ladder",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("pair_day_limit__isnull", True), ("pair_day_limit__range", (1, 100)), _connector="OR"
                ),
                name="ladder_pair_day_limit_in_range",
            ),
        ),
        migrations.AddConstraint(
            model_name="ladder",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("pair_week_limit__isnull", True), ("pair_week_limit__range", (1, 100)), _connector="OR"
                ),
                name="ladder_pair_week_limit_in_range",
            ),
        ),
        migrations.AddConstraint(
            model_name="ladder",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("player_day_limit__isnull", True), ("player_day_limit__range", (1, 100)), _connector="OR"
                ),
                name="ladder_player_day_limit_in_range",
            ),
        ),
        migrations.AddConstraint(
            model_name="ladder",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("player_week_limit__isnull", True), ("player_week_limit__range", (1, 100)), _connector="OR"
                ),
                name="ladder_player_week_limit_in_range",
            ),
        ),
    ]
