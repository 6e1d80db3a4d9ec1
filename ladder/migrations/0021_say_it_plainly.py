"""Labels, help texts and choices in plain words; the columns stay as they are."""

import django.core.validators
from django.db import migrations, models

import ladder.models.ladder


class Migration(migrations.Migration):
    dependencies = [
        ("ladder", "0020_find_what_a_player_played"),
        ("players", "0014_say_it_plainly"),
    ]

    operations = [
        migrations.AlterModelOptions(
            name="matchrevision",
            options={"ordering": ("match", "number"), "verbose_name": "match version"},
        ),
        migrations.AlterModelOptions(
            name="opening",
            options={"ordering": ("board", "player"), "verbose_name": "starting rating"},
        ),
        migrations.AlterField(
            model_name="event",
            name="verb",
            field=models.CharField(
                choices=[
                    ("merge", "merged"),
                    ("unmerge", "undid the merge of"),
                    ("rename", "renamed"),
                    ("options", "changed the options of"),
                    ("system", "changed the rating system of"),
                    ("add-board", "added a board to"),
                    ("remove-board", "removed a board from"),
                    ("opening", "changed the starting ratings of"),
                    ("open", "opened"),
                    ("edit", "changed"),
                    ("close", "closed"),
                    ("reopen", "reopened"),
                    ("zone", "changed the time zone of"),
                    ("import", "imported into"),
                    ("take-back", "undid an import into"),
                ],
                max_length=12,
            ),
        ),
        migrations.AlterField(
            model_name="ladder",
            name="answer_days",
            field=models.PositiveSmallIntegerField(
                default=7,
                help_text="Then the challenge expires.",
                validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(365)],
                verbose_name="days to answer a challenge",
            ),
        ),
        migrations.AlterField(
            model_name="ladder",
            name="challenge_measure",
            field=models.CharField(
                choices=[("places", "Places up the standings"), ("rating", "Rating points, up or down")],
                default="places",
                help_text="On the main board.",
                max_length=10,
                verbose_name="range measured in",
            ),
        ),
        migrations.AlterField(
            model_name="ladder",
            name="challenge_reach",
            field=models.PositiveIntegerField(
                blank=True,
                help_text="Leave empty to allow anyone. A limit of the rating system still applies.",
                null=True,
                validators=[
                    django.core.validators.MinValueValidator(1),
                    django.core.validators.MaxValueValidator(100000),
                ],
                verbose_name="challenge range",
            ),
        ),
        migrations.AlterField(
            model_name="ladder",
            name="confirm_hours",
            field=models.PositiveSmallIntegerField(
                blank=True,
                help_text="Leave empty to ask nobody. Otherwise the opponent is asked, and no answer counts as a yes.",
                null=True,
                validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(168)],
                verbose_name="hours to confirm a report",
            ),
        ),
        migrations.AlterField(
            model_name="ladder",
            name="counts_when_confirmed",
            field=models.BooleanField(
                default=False,
                help_text="Until then a result is pending: it is listed, but changes no rating.",
                verbose_name="results count only once confirmed",
            ),
        ),
        migrations.AlterField(
            model_name="ladder",
            name="fix_minutes",
            field=models.PositiveIntegerField(
                blank=True,
                help_text="For whoever reported it. Leave empty to allow it until the club's day ends; 0 switches it off.",
                null=True,
                validators=[django.core.validators.MaxValueValidator(10080)],
                verbose_name="minutes to fix or undo a report",
            ),
        ),
        migrations.AlterField(
            model_name="ladder",
            name="most_challenges",
            field=models.PositiveSmallIntegerField(
                blank=True,
                help_text="Leave empty for no limit. Challenges made and challenges accepted both count.",
                null=True,
                validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(100)],
                verbose_name="open challenges per player",
            ),
        ),
        migrations.AlterField(
            model_name="ladder",
            name="play_days",
            field=models.PositiveSmallIntegerField(
                default=14,
                help_text="After that either player can close it as a walkover.",
                validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(365)],
                verbose_name="days to play an accepted challenge",
            ),
        ),
        migrations.AlterField(
            model_name="ladder",
            name="rematch_days",
            field=models.PositiveSmallIntegerField(
                blank=True,
                help_text="Leave empty to allow a rematch at once.",
                null=True,
                validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(365)],
                verbose_name="days until a rematch",
            ),
        ),
        migrations.AlterField(
            model_name="ladder",
            name="reporters",
            field=models.CharField(
                choices=[
                    ("winner", "Only the winner"),
                    ("players", "Either player"),
                    ("any", "Any member, also for two others"),
                    ("recorders", "Recorders only"),
                ],
                default="players",
                max_length=10,
                verbose_name="who reports",
            ),
        ),
        migrations.AlterField(
            model_name="ladder",
            name="slug",
            field=models.SlugField(
                error_messages={"unique": "Another ladder already has this address."},
                unique=True,
                validators=[ladder.models.ladder.validate_slug],
            ),
        ),
        migrations.AlterField(
            model_name="matchrevision",
            name="verb",
            field=models.CharField(
                choices=[
                    ("record", "reported"),
                    ("import", "imported"),
                    ("correct", "corrected"),
                    ("void", "voided"),
                    ("restore", "restored"),
                    ("dispute", "disputed"),
                    ("uphold", "kept"),
                    ("confirm", "confirmed"),
                ],
                max_length=10,
            ),
        ),
        migrations.AlterField(
            model_name="opening",
            name="source",
            field=models.CharField(
                choices=[("carried", "Season before"), ("given", "Organiser or player file")],
                default="given",
                max_length=10,
            ),
        ),
        migrations.AlterField(
            model_name="season",
            name="factor",
            field=models.FloatField(
                default=0.5,
                validators=[
                    django.core.validators.MinValueValidator(0.0),
                    django.core.validators.MaxValueValidator(1.0),
                ],
                verbose_name="share of the difference kept",
            ),
        ),
        migrations.AlterField(
            model_name="season",
            name="opening_rule",
            field=models.CharField(
                choices=[
                    ("fresh", "Everyone starts afresh"),
                    ("carry", "Ratings carry over"),
                    ("shrink", "Ratings move towards the starting rating"),
                ],
                default="fresh",
                max_length=10,
                verbose_name="ratings at the start",
            ),
        ),
        migrations.AlterConstraint(
            model_name="ladder",
            name="what_waits_has_its_hours",
            constraint=models.CheckConstraint(
                condition=models.Q(("counts_when_confirmed", False), ("confirm_hours__isnull", False), _connector="OR"),
                name="what_waits_has_its_hours",
                violation_error_message="Set the hours to confirm a report, or let results count at once.",
            ),
        ),
        migrations.AlterConstraint(
            model_name="season",
            name="season_slug_is_unique_in_its_ladder",
            constraint=models.UniqueConstraint(
                fields=("ladder", "slug"),
                name="season_slug_is_unique_in_its_ladder",
                violation_error_message="Another season of this ladder already has this address.",
            ),
        ),
    ]
