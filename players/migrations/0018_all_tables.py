"""All tables of the players, and that of the cache, as version 1.0.0 has them.

It stands for the 17 migrations that were before: a database to which all of those were applied goes on as it is.
"""

import django.core.validators
import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.core.management import call_command
from django.db import migrations, models

import players.models.club
import players.models.player
from players.upgrades import finish_tables


def create_cache_table(apps, schema_editor):
    """Make the table of the shared cache, so that `migrate` is all a new site needs."""
    call_command("createcachetable", database=schema_editor.connection.alias, verbosity=0)


class Migration(migrations.Migration):
    initial = True

    replaces = [
        ("players", "0001_first"),
        ("players", "0002_cache_table"),
        ("players", "0003_rename_retire_and_merge"),
        ("players", "0004_club"),
        ("players", "0005_outbox"),
        ("players", "0006_club_time_zone"),
        ("players", "0007_notices"),
        ("players", "0008_invitations"),
        ("players", "0009_nickname_and_hidden"),
        ("players", "0010_erased_players"),
        ("players", "0011_seal_second_factors"),
        ("players", "0012_find_notices_by_their_page"),
        ("players", "0013_store_addresses"),
        ("players", "0014_say_it_plainly"),
        ("players", "0015_set_aside_accounts"),
        ("players", "0016_try_mail_again"),
        ("players", "0017_find_who_may_be_away"),
    ]
    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Player",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("name", models.CharField(max_length=80, validators=[players.models.player.validate_name])),
                ("key", models.CharField(editable=False, max_length=240, unique=True)),
                ("joined_at", models.DateTimeField(auto_now_add=True)),
                (
                    "user",
                    models.OneToOneField(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="player",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="account",
                    ),
                ),
                (
                    "merged_into",
                    models.ForeignKey(
                        blank=True,
                        editable=False,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="merged",
                        to="players.player",
                    ),
                ),
                ("retired_on", models.DateField(blank=True, null=True, verbose_name="retired on")),
                ("sits_out_until", models.DateField(blank=True, null=True, verbose_name="sits out until")),
                (
                    "hidden",
                    models.BooleanField(
                        default=False,
                        help_text="Visitors see “Hidden player” and no page. Members see the name.",
                        verbose_name="hidden from visitors",
                    ),
                ),
                (
                    "nickname",
                    models.CharField(
                        blank=True,
                        help_text="Shown to visitors where the club shows nicknames.",
                        max_length=80,
                        validators=[players.models.player.validate_name],
                    ),
                ),
                ("erased_at", models.DateTimeField(editable=False, null=True)),
            ],
            options={
                "ordering": ("key",),
                "constraints": [
                    models.CheckConstraint(condition=models.Q(("name", ""), _negated=True), name="player_has_a_name"),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("merged_into__isnull", True),
                            models.Q(("merged_into", models.F("id")), _negated=True),
                            _connector="OR",
                        ),
                        name="player_is_not_merged_into_themselves",
                    ),
                ],
                "indexes": [
                    models.Index(
                        condition=models.Q(
                            ("retired_on__isnull", False),
                            ("sits_out_until__isnull", False),
                            ("erased_at__isnull", False),
                            _connector="OR",
                        ),
                        fields=["id"],
                        name="players_who_may_be_away",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="FormerName",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("name", models.CharField(max_length=80)),
                ("key", models.CharField(db_index=True, max_length=240)),
                ("left_at", models.DateTimeField()),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="former_names", to="players.player"
                    ),
                ),
            ],
            options={
                "ordering": ("-left_at", "-id"),
                "constraints": [models.UniqueConstraint(fields=("player", "key"), name="former_name_is_kept_once")],
            },
        ),
        migrations.CreateModel(
            name="Club",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "name",
                    models.CharField(blank=True, help_text="Leave empty to use the site's default.", max_length=80),
                ),
                (
                    "names",
                    models.CharField(
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
                (
                    "time_zone",
                    models.CharField(
                        blank=True,
                        help_text="Decides which day a match belongs to, and when ratings fade.",
                        max_length=64,
                        validators=[players.models.club.validate_zone],
                    ),
                ),
                (
                    "second_factor",
                    models.BooleanField(
                        default=False,
                        help_text="They then also enter a code from an app on their phone when they sign in.",
                        verbose_name="organisers need a second factor",
                    ),
                ),
            ],
            options={
                "constraints": [models.CheckConstraint(condition=models.Q(("id", 1)), name="there_is_one_club")],
            },
        ),
        migrations.CreateModel(
            name="OutboxMessage",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("to", models.CharField(max_length=254)),
                ("subject", models.CharField(max_length=250)),
                ("body", models.TextField()),
                ("error", models.CharField(blank=True, max_length=300)),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
                ("due_at", models.DateTimeField(null=True)),
                ("tries", models.PositiveSmallIntegerField(default=0)),
            ],
            options={
                "ordering": ("-at", "-id"),
            },
        ),
        migrations.CreateModel(
            name="NoticeSettings",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "result",
                    models.BooleanField(default=False, verbose_name="Results that others report for your matches"),
                ),
                ("dispute", models.BooleanField(default=False, verbose_name="Disputes about your matches")),
                ("challenge", models.BooleanField(default=False, verbose_name="Challenges")),
                ("correction", models.BooleanField(default=False, verbose_name="Corrections that changed your rating")),
                (
                    "moved_by",
                    models.FloatField(
                        default=5.0,
                        help_text="In rating points. 0 means every change.",
                        validators=[
                            django.core.validators.MinValueValidator(0.0),
                            django.core.validators.MaxValueValidator(1000000.0),
                        ],
                        verbose_name="Tell me when a correction changes my rating by more than",
                    ),
                ),
                (
                    "user",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="notice_settings",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Notice",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("result", "Results that others report for your matches"),
                            ("dispute", "Disputes about your matches"),
                            ("challenge", "Challenges"),
                            ("correction", "Corrections that changed your rating"),
                        ],
                        max_length=12,
                    ),
                ),
                ("text", models.CharField(max_length=600)),
                ("url", models.CharField(max_length=200)),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
                ("read_at", models.DateTimeField(null=True)),
                ("mail_due", models.BooleanField(default=False)),
                ("attempts", models.PositiveIntegerField(default=0)),
                ("tried_at", models.DateTimeField(null=True)),
                ("mailed_at", models.DateTimeField(null=True)),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="notices", to="players.player"
                    ),
                ),
            ],
            options={
                "ordering": ("-id",),
                "indexes": [
                    models.Index(condition=models.Q(("read_at", None)), fields=["player"], name="unread_notices"),
                    models.Index(condition=models.Q(("mail_due", True)), fields=["at"], name="notices_to_mail"),
                    models.Index(condition=models.Q(("read_at", None)), fields=["url"], name="unread_by_page"),
                ],
            },
        ),
        migrations.CreateModel(
            name="Claim",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("asked_at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="claims", to="players.player"
                    ),
                ),
                (
                    "user",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE, related_name="claim", to=settings.AUTH_USER_MODEL
                    ),
                ),
            ],
            options={
                "ordering": ("asked_at", "id"),
            },
        ),
        migrations.CreateModel(
            name="Invitation",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("digest", models.CharField(max_length=64, unique=True)),
                ("made_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("expires_at", models.DateTimeField()),
                ("used_at", models.DateTimeField(blank=True, null=True)),
                ("joined", models.PositiveIntegerField(default=0)),
                (
                    "made_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="invitations",
                        to="players.player",
                    ),
                ),
            ],
            options={
                "ordering": ("-made_at", "-id"),
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("used_at__isnull", True)),
                        fields=("player",),
                        name="player_has_one_open_invitation",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="SetAsideAccount",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("was_swapped", models.BooleanField(default=False)),
                ("email", models.EmailField(blank=True, max_length=254)),
                ("addresses", models.JSONField(default=list)),
                ("roles", models.JSONField(default=list)),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "player",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE, related_name="set_aside", to="players.player"
                    ),
                ),
                (
                    "stays",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
                (
                    "user",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="set_aside",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.RunPython(create_cache_table, migrations.RunPython.noop),
        migrations.RunPython(finish_tables, migrations.RunPython.noop),
    ]
