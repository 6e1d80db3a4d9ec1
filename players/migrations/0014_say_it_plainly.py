"""Labels, help texts and choices in plain words; the columns stay as they are."""

import django.core.validators
from django.db import migrations, models

import players.models.club


class Migration(migrations.Migration):
    dependencies = [
        ("players", "0013_store_addresses"),
    ]

    operations = [
        migrations.AlterField(
            model_name="club",
            name="name",
            field=models.CharField(blank=True, help_text="Leave empty to use the site's default.", max_length=80),
        ),
        migrations.AlterField(
            model_name="club",
            name="names",
            field=models.CharField(
                choices=[
                    ("full", "Full names"),
                    ("initial", "First name and initial of the surname"),
                    ("nickname", "Nicknames, or first name and initial for anyone without one"),
                ],
                default="full",
                max_length=10,
                verbose_name="names shown to visitors",
            ),
        ),
        migrations.AlterField(
            model_name="club",
            name="second_factor",
            field=models.BooleanField(
                default=False,
                help_text="They then also enter a code from an app on their phone when they sign in.",
                verbose_name="organisers need a second factor",
            ),
        ),
        migrations.AlterField(
            model_name="club",
            name="time_zone",
            field=models.CharField(
                blank=True,
                help_text="Decides which day a match belongs to, and when ratings fade.",
                max_length=64,
                validators=[players.models.club.validate_zone],
            ),
        ),
        migrations.AlterField(
            model_name="notice",
            name="kind",
            field=models.CharField(
                choices=[
                    ("result", "Results that others report for your matches"),
                    ("dispute", "Disputes about your matches"),
                    ("challenge", "Challenges"),
                    ("correction", "Corrections that changed your rating"),
                ],
                max_length=12,
            ),
        ),
        migrations.AlterField(
            model_name="noticesettings",
            name="correction",
            field=models.BooleanField(default=False, verbose_name="Corrections that changed your rating"),
        ),
        migrations.AlterField(
            model_name="noticesettings",
            name="moved_by",
            field=models.FloatField(
                default=5.0,
                help_text="In rating points. 0 means every change.",
                validators=[
                    django.core.validators.MinValueValidator(0.0),
                    django.core.validators.MaxValueValidator(1000000.0),
                ],
                verbose_name="Tell me when a correction changes my rating by more than",
            ),
        ),
        migrations.AlterField(
            model_name="noticesettings",
            name="result",
            field=models.BooleanField(default=False, verbose_name="Results that others report for your matches"),
        ),
        migrations.AlterField(
            model_name="player",
            name="hidden",
            field=models.BooleanField(
                default=False,
                help_text="Visitors see “Hidden player” and no page. Members see the name.",
                verbose_name="hidden from visitors",
            ),
        ),
    ]
