"""Let a ladder say how many players a side has; two and two, which is doubles."""

import django.core.validators
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("ladder", "0031_keep_the_score_of_a_match"),
    ]

    operations = [
        migrations.AddField(
            model_name="ladder",
            name="fewest_a_side",
            field=models.PositiveSmallIntegerField(
                db_default=2,
                default=2,
                validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(6)],
                verbose_name="fewest players on a side",
            ),
        ),
        migrations.AddField(
            model_name="ladder",
            name="most_a_side",
            field=models.PositiveSmallIntegerField(
                db_default=2,
                default=2,
                help_text="For boards that count doubles and teams. Two and two is doubles.",
                validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(6)],
                verbose_name="most players on a side",
            ),
        ),
        migrations.AddConstraint(
            model_name="ladder",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("fewest_a_side__gte", 1), ("fewest_a_side__lte", models.F("most_a_side")), ("most_a_side__lte", 6)
                ),
                name="ladder_side_sizes_in_range",
                violation_error_message="The most players on a side can't be fewer than the fewest.",
            ),
        ),
    ]
