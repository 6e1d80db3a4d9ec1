import django.core.validators
import django.db.models.deletion
from django.db import migrations, models

from ladder.upgrades import name_fixture_origins


def name_origins(apps, schema_editor):
    name_fixture_origins(apps.get_model("ladder", "Fixture"))


class Migration(migrations.Migration):
    dependencies = [
        ("ladder", "0055_fixtures"),
        ("players", "0028_breaks_that_run"),
    ]

    operations = [
        migrations.CreateModel(
            name="Box",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("level", models.PositiveSmallIntegerField()),
                ("letter", models.CharField(blank=True, default="", max_length=1)),
            ],
            options={
                "verbose_name_plural": "boxes",
                "ordering": ("season", "level", "letter"),
            },
        ),
        migrations.CreateModel(
            name="BoxPlace",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("position", models.PositiveSmallIntegerField()),
                ("withdrew_at", models.DateTimeField(null=True)),
                (
                    "withdrawal",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("stand", "What they played stands; the rest is not played"),
                            ("struck", "None of their matches counts in the box"),
                            ("forfeit", "What they played stands; the rest counts as lost"),
                        ],
                        default="",
                        max_length=10,
                    ),
                ),
            ],
            options={
                "ordering": ("box", "position"),
            },
        ),
        migrations.AddField(
            model_name="fixture",
            name="origin",
            field=models.CharField(
                choices=[("challenge", "A challenge"), ("arranged", "An organiser arranged it"), ("box", "A box")],
                db_default="challenge",
                default="challenge",
                max_length=10,
            ),
        ),
        migrations.AddField(
            model_name="ladder",
            name="box_down",
            field=models.PositiveSmallIntegerField(
                db_default=1,
                default=1,
                help_text="From each box, the last ones.",
                validators=[django.core.validators.MinValueValidator(0), django.core.validators.MaxValueValidator(5)],
                verbose_name="how many go down",
            ),
        ),
        migrations.AddField(
            model_name="ladder",
            name="box_least",
            field=models.PositiveIntegerField(
                blank=True,
                help_text="Whoever has played fewer stays. Leave empty for no such rule.",
                null=True,
                validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(11)],
                verbose_name="matches to play to go up",
            ),
        ),
        migrations.AddField(
            model_name="ladder",
            name="box_parallel",
            field=models.PositiveSmallIntegerField(
                db_default=1,
                default=1,
                help_text="Below Box 1. With 2 there are Box 2A and Box 2B, whose players count in turns.",
                validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(6)],
                verbose_name="boxes side by side",
            ),
        ),
        migrations.AddField(
            model_name="ladder",
            name="box_size",
            field=models.PositiveSmallIntegerField(
                blank=True,
                help_text="Everybody in a box plays everybody else in it. Leave empty for a ladder without boxes.",
                null=True,
                validators=[django.core.validators.MinValueValidator(3), django.core.validators.MaxValueValidator(12)],
                verbose_name="players in a box",
            ),
        ),
        migrations.AddField(
            model_name="ladder",
            name="box_stay",
            field=models.PositiveIntegerField(
                blank=True,
                help_text="Whoever has played fewer is not in the next boxes. Leave empty for no such rule.",
                null=True,
                validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(11)],
                verbose_name="matches to play to stay in",
            ),
        ),
        migrations.AddField(
            model_name="ladder",
            name="box_up",
            field=models.PositiveSmallIntegerField(
                db_default=1,
                default=1,
                help_text="From each box. Where there is room above, the next one goes up, too.",
                validators=[django.core.validators.MinValueValidator(0), django.core.validators.MaxValueValidator(5)],
                verbose_name="how many go up",
            ),
        ),
        migrations.AddField(
            model_name="ladder",
            name="cycle_weeks",
            field=models.PositiveSmallIntegerField(
                blank=True,
                help_text="Then the boxes are made anew. Leave empty for a calendar month.",
                null=True,
                validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(52)],
                verbose_name="weeks of a cycle",
            ),
        ),
        migrations.AlterField(
            model_name="fixture",
            name="match",
            field=models.ForeignKey(
                null=True, on_delete=django.db.models.deletion.PROTECT, related_name="fixtures", to="ladder.match"
            ),
        ),
        migrations.AddConstraint(
            model_name="ladder",
            constraint=models.CheckConstraint(
                condition=models.Q(("box_size__isnull", True), ("box_size__range", (3, 12)), _connector="OR"),
                name="ladder_box_size_in_range",
            ),
        ),
        migrations.AddConstraint(
            model_name="ladder",
            constraint=models.CheckConstraint(
                condition=models.Q(("box_parallel__isnull", True), ("box_parallel__range", (1, 6)), _connector="OR"),
                name="ladder_box_parallel_in_range",
            ),
        ),
        migrations.AddConstraint(
            model_name="ladder",
            constraint=models.CheckConstraint(
                condition=models.Q(("box_up__isnull", True), ("box_up__range", (0, 5)), _connector="OR"),
                name="ladder_box_up_in_range",
            ),
        ),
        migrations.AddConstraint(
            model_name="ladder",
            constraint=models.CheckConstraint(
                condition=models.Q(("box_down__isnull", True), ("box_down__range", (0, 5)), _connector="OR"),
                name="ladder_box_down_in_range",
            ),
        ),
        migrations.AddConstraint(
            model_name="ladder",
            constraint=models.CheckConstraint(
                condition=models.Q(("box_least__isnull", True), ("box_least__range", (1, 11)), _connector="OR"),
                name="ladder_box_least_in_range",
            ),
        ),
        migrations.AddConstraint(
            model_name="ladder",
            constraint=models.CheckConstraint(
                condition=models.Q(("box_stay__isnull", True), ("box_stay__range", (1, 11)), _connector="OR"),
                name="ladder_box_stay_in_range",
            ),
        ),
        migrations.AddConstraint(
            model_name="ladder",
            constraint=models.CheckConstraint(
                condition=models.Q(("cycle_weeks__isnull", True), ("cycle_weeks__range", (1, 52)), _connector="OR"),
                name="ladder_cycle_weeks_in_range",
            ),
        ),
        migrations.AddField(
            model_name="box",
            name="season",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="boxes", to="ladder.season"
            ),
        ),
        migrations.AddField(
            model_name="fixture",
            name="box",
            field=models.ForeignKey(
                null=True, on_delete=django.db.models.deletion.CASCADE, related_name="fixtures", to="ladder.box"
            ),
        ),
        migrations.AddConstraint(
            model_name="fixture",
            constraint=models.CheckConstraint(
                condition=models.Q(("origin__in", ["challenge", "arranged", "box"])), name="fixture_origin_is_known"
            ),
        ),
        migrations.AddConstraint(
            model_name="fixture",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("box__isnull", False), ("origin", "box")),
                    models.Q(models.Q(("origin", "box"), _negated=True), ("box", None)),
                    _connector="OR",
                ),
                name="fixture_of_a_box_has_one",
            ),
        ),
        migrations.AddConstraint(
            model_name="fixture",
            constraint=models.UniqueConstraint(fields=("match", "origin"), name="match_is_played_once_for_an_origin"),
        ),
        migrations.AddField(
            model_name="boxplace",
            name="box",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="places", to="ladder.box"
            ),
        ),
        migrations.AddField(
            model_name="boxplace",
            name="player",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name="box_places", to="players.player"
            ),
        ),
        migrations.AddField(
            model_name="boxplace",
            name="season",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="box_places", to="ladder.season"
            ),
        ),
        migrations.AddConstraint(
            model_name="box",
            constraint=models.UniqueConstraint(
                fields=("season", "level", "letter"), name="box_is_unique_in_its_season"
            ),
        ),
        migrations.AddConstraint(
            model_name="box",
            constraint=models.CheckConstraint(
                condition=models.Q(("level__gte", 1)), name="box_level_is_counted_from_1"
            ),
        ),
        migrations.AddConstraint(
            model_name="box",
            constraint=models.CheckConstraint(
                condition=models.Q(("letter__in", ("", "A", "B", "C", "D", "E", "F"))), name="box_letter_is_known"
            ),
        ),
        migrations.AddConstraint(
            model_name="boxplace",
            constraint=models.UniqueConstraint(fields=("season", "player"), name="player_is_in_one_box_of_a_season"),
        ),
        migrations.AddConstraint(
            model_name="boxplace",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("withdrawal", ""), ("withdrew_at", None)),
                    models.Q(("withdrawal__in", ("stand", "struck", "forfeit")), ("withdrew_at__isnull", False)),
                    _connector="OR",
                ),
                name="box_withdrawal_is_dated",
            ),
        ),
        migrations.RunPython(name_origins, migrations.RunPython.noop),
    ]
