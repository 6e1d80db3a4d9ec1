"""All tables of the ladder, as version 1.0.0 has them.

It stands for the 45 migrations that were before: a database to which all of those were applied goes on as it is.
"""

import uuid

import django.core.validators
import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models

import ladder.models.ladder
import ladder.models.match_lengths
import ladder.models.score_rules
import ladder.ratings.registry
from players.upgrades import finish_tables


def leave_room(apps, schema_editor):
    """Leave room beside each rating change on PostgreSQL, where a rewritten row is a new one.

    With half of each page free it finds its place on the page of the old one. Then no index has to be told, and the
    next rewriting finds the room that this one leaves.
    """
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute("ALTER TABLE ladder_ratingchange SET (fillfactor = 50)")


class Migration(migrations.Migration):
    initial = True

    replaces = [
        ("ladder", "0001_first"),
        ("ladder", "0002_enter_the_ledger_by_participant"),
        ("ladder", "0003_let_members_put_results_right"),
        ("ladder", "0004_roles"),
        ("ladder", "0005_challenges"),
        ("ladder", "0006_pending_matches"),
        ("ladder", "0007_one_index_for_what_is_pending"),
        ("ladder", "0008_venue"),
        ("ladder", "0009_mark_the_demonstration"),
        ("ladder", "0010_call_challenges_off"),
        ("ladder", "0011_events"),
        ("ladder", "0012_form_of_a_standing"),
        ("ladder", "0013_imports"),
        ("ladder", "0014_tell_of_time_zones"),
        ("ladder", "0015_leave_room_in_the_ledger"),
        ("ladder", "0016_find_what_was_said_since"),
        ("ladder", "0017_keep_what_a_dispute_proposes"),
        ("ladder", "0018_say_that_an_address_is_taken"),
        ("ladder", "0019_say_what_an_import_moved"),
        ("ladder", "0020_find_what_a_player_played"),
        ("ladder", "0021_say_it_plainly"),
        ("ladder", "0022_first_steps"),
        ("ladder", "0023_say_how_to_report"),
        ("ladder", "0024_say_how_long_a_report_can_be_fixed"),
        ("ladder", "0025_void_reports"),
        ("ladder", "0026_give_ranks_to_active_players"),
        ("ladder", "0027_say_when_a_rank_is_lost"),
        ("ladder", "0028_call_open_challenges_not_answered_yet"),
        ("ladder", "0029_keep_whom_a_match_moved"),
        ("ladder", "0030_say_who_played_together"),
        ("ladder", "0031_keep_the_score_of_a_match"),
        ("ladder", "0032_say_how_many_play_on_a_side"),
        ("ladder", "0033_name_the_game"),
        ("ladder", "0034_limit_rated_matches"),
        ("ladder", "0035_let_players_agree_on_handicaps"),
        ("ladder", "0036_say_what_settings_do"),
        ("ladder", "0037_choose_how_matches_are_scored"),
        ("ladder", "0038_let_a_system_rate_singles_and_teams"),
        ("ladder", "0039_remember_automatic_backups"),
        ("ladder", "0040_set_the_usual_match_lengths"),
        ("ladder", "0041_large_tasks"),
        ("ladder", "0042_know_when_the_past_changed"),
        ("ladder", "0043_rank_very_many_players"),
        ("ladder", "0044_challenge_sides"),
        ("ladder", "0045_words_of_settings"),
    ]
    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ("players", "0018_all_tables"),
    ]

    operations = [
        migrations.CreateModel(
            name="Ladder",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "slug",
                    models.SlugField(
                        error_messages={"unique": "Another ladder already has this address."},
                        unique=True,
                        validators=[ladder.models.ladder.validate_slug],
                    ),
                ),
                ("name", models.CharField(max_length=80)),
                (
                    "reporters",
                    models.CharField(
                        choices=[
                            ("winner", "Only the winner"),
                            ("players", "Either player"),
                            ("any", "Any member, also for two others"),
                            ("recorders", "Recorders only"),
                        ],
                        default="players",
                        help_text="Who may enter the result of a match.",
                        max_length=10,
                        verbose_name="who reports",
                    ),
                ),
                ("version", models.PositiveBigIntegerField(default=0, editable=False)),
                (
                    "confirm_hours",
                    models.PositiveSmallIntegerField(
                        blank=True,
                        help_text="Leave empty to ask nobody. Otherwise the opponent is asked, and no answer counts as a yes.",
                        null=True,
                        validators=[
                            django.core.validators.MinValueValidator(1),
                            django.core.validators.MaxValueValidator(168),
                        ],
                        verbose_name="hours to confirm a report",
                    ),
                ),
                (
                    "fix_minutes",
                    models.PositiveIntegerField(
                        blank=True,
                        help_text="Without asking an organiser. Leave empty to allow it until the end of the day; 0 means not at all.",
                        null=True,
                        validators=[django.core.validators.MaxValueValidator(10080)],
                        verbose_name="how long members may fix their own report, in minutes",
                    ),
                ),
                (
                    "answer_days",
                    models.PositiveSmallIntegerField(
                        default=7,
                        help_text="Without an answer by then, the challenge expires.",
                        validators=[
                            django.core.validators.MinValueValidator(1),
                            django.core.validators.MaxValueValidator(365),
                        ],
                        verbose_name="days to answer a challenge",
                    ),
                ),
                (
                    "challenge_measure",
                    models.CharField(
                        choices=[("places", "Places up the standings"), ("rating", "Rating points, up or down")],
                        default="places",
                        help_text="On the main board. Places count upwards only, points both ways.",
                        max_length=10,
                        verbose_name="range measured in",
                    ),
                ),
                (
                    "challenge_reach",
                    models.PositiveIntegerField(
                        blank=True,
                        help_text="How far from the challenger somebody may be. Leave empty to allow anyone. A limit of the rating system still applies.",
                        null=True,
                        validators=[
                            django.core.validators.MinValueValidator(1),
                            django.core.validators.MaxValueValidator(100000),
                        ],
                        verbose_name="challenge range",
                    ),
                ),
                (
                    "most_challenges",
                    models.PositiveSmallIntegerField(
                        blank=True,
                        help_text="Nobody can have more at a time: made and accepted ones both count. Leave empty for no limit.",
                        null=True,
                        validators=[
                            django.core.validators.MinValueValidator(1),
                            django.core.validators.MaxValueValidator(100),
                        ],
                        verbose_name="open challenges per player",
                    ),
                ),
                (
                    "play_days",
                    models.PositiveSmallIntegerField(
                        default=14,
                        help_text="After that either player can close it as a walkover.",
                        validators=[
                            django.core.validators.MinValueValidator(1),
                            django.core.validators.MaxValueValidator(365),
                        ],
                        verbose_name="days to play an accepted challenge",
                    ),
                ),
                (
                    "rematch_days",
                    models.PositiveSmallIntegerField(
                        blank=True,
                        help_text="Until then the same two can't challenge each other again. Leave empty to allow it at once.",
                        null=True,
                        validators=[
                            django.core.validators.MinValueValidator(1),
                            django.core.validators.MaxValueValidator(365),
                        ],
                        verbose_name="days until a rematch",
                    ),
                ),
                (
                    "counts_when_confirmed",
                    models.BooleanField(
                        default=False,
                        help_text="Until then a result is pending: it is listed, but changes no rating.",
                        verbose_name="results count only once confirmed",
                    ),
                ),
                ("is_demonstration", models.BooleanField(default=False, editable=False)),
                (
                    "how_to_report",
                    models.CharField(
                        blank=True,
                        help_text="Shown on the report form, with the standings and on printed sheets: which matches count, and how.",
                        max_length=300,
                        verbose_name="how to report",
                    ),
                ),
                (
                    "inactive_after",
                    models.PositiveSmallIntegerField(
                        blank=True,
                        default=60,
                        help_text="Counted from their last match. Leave empty for never: then everybody, retired or not, has a rank.",
                        null=True,
                        validators=[
                            django.core.validators.MinValueValidator(1),
                            django.core.validators.MaxValueValidator(3650),
                        ],
                        verbose_name="days until a player loses their rank",
                    ),
                ),
                (
                    "fewest_a_side",
                    models.PositiveSmallIntegerField(
                        db_default=2,
                        default=2,
                        help_text="A report with fewer is refused. 1 lets one play against two.",
                        validators=[
                            django.core.validators.MinValueValidator(1),
                            django.core.validators.MaxValueValidator(6),
                        ],
                        verbose_name="fewest players on a side",
                    ),
                ),
                (
                    "most_a_side",
                    models.PositiveSmallIntegerField(
                        db_default=2,
                        default=2,
                        help_text="A report with more is refused. With two and two it is doubles.",
                        validators=[
                            django.core.validators.MinValueValidator(1),
                            django.core.validators.MaxValueValidator(6),
                        ],
                        verbose_name="most players on a side",
                    ),
                ),
                (
                    "game",
                    models.CharField(
                        blank=True,
                        default="",
                        help_text="Decides which rating systems are suggested. A change here changes nothing else.",
                        max_length=40,
                    ),
                ),
                (
                    "pair_day_limit",
                    models.PositiveSmallIntegerField(
                        blank=True,
                        help_text="Leave empty for no limit. With 3, the 4th match of the same two on one day is kept as unrated.",
                        null=True,
                        validators=[
                            django.core.validators.MinValueValidator(1),
                            django.core.validators.MaxValueValidator(100),
                        ],
                        verbose_name="rated matches of the same two players in a day",
                    ),
                ),
                (
                    "pair_week_limit",
                    models.PositiveSmallIntegerField(
                        blank=True,
                        help_text="Leave empty for no limit. A week is from Monday to Sunday.",
                        null=True,
                        validators=[
                            django.core.validators.MinValueValidator(1),
                            django.core.validators.MaxValueValidator(100),
                        ],
                        verbose_name="rated matches of the same two players in a week",
                    ),
                ),
                (
                    "player_day_limit",
                    models.PositiveSmallIntegerField(
                        blank=True,
                        help_text="Leave empty for no limit. All rated matches of the player count, whoever the opponents are.",
                        null=True,
                        validators=[
                            django.core.validators.MinValueValidator(1),
                            django.core.validators.MaxValueValidator(100),
                        ],
                        verbose_name="rated matches of a player in a day",
                    ),
                ),
                (
                    "player_week_limit",
                    models.PositiveSmallIntegerField(
                        blank=True,
                        help_text="Leave empty for no limit. A week is from Monday to Sunday.",
                        null=True,
                        validators=[
                            django.core.validators.MinValueValidator(1),
                            django.core.validators.MaxValueValidator(100),
                        ],
                        verbose_name="rated matches of a player in a week",
                    ),
                ),
                (
                    "takes_handicaps",
                    models.BooleanField(
                        db_default=False,
                        default=False,
                        help_text="The players of a match may agree on points for one of them. They count as rating in the chance, so an even match is worth the same to both.",
                        verbose_name="handicaps",
                    ),
                ),
                (
                    "score_rule",
                    models.CharField(
                        blank=True,
                        db_default="",
                        default="",
                        help_text="A score that doesn't fit is refused, with the reason; leave empty to take any. Choose one of the list, or begin with “best of 5 games to 11” or “one score”, and add with commas what else holds: “2 clear” (a game needs that lead), “at most 30” (any lead wins at so many points), “last to 10” (a tie-break decides the match) and “draws”.",
                        max_length=100,
                        validators=[ladder.models.score_rules.validate_score_rule],
                        verbose_name="how a match is scored",
                    ),
                ),
                (
                    "scores",
                    models.CharField(
                        choices=[
                            ("none", "Only who won"),
                            ("allowed", "Who won, and the score if somebody enters it"),
                            ("required", "The score of every match"),
                        ],
                        db_default="none",
                        default="none",
                        help_text="Whether a report has the points of its games, such as 11-7 9-11 11-5; who won follows from them. With scores, a report can also say that somebody retired or did not come.",
                        max_length=10,
                        verbose_name="scores",
                    ),
                ),
                (
                    "match_lengths",
                    models.CharField(
                        blank=True,
                        db_default="",
                        default="",
                        help_text="The buttons of a report, where a board asks for the length of a match, such as 3 5 7. Any other length can still be typed. Leave empty for 1, 3, 5, 7, 9, 11 and 13.",
                        max_length=40,
                        validators=[ladder.models.match_lengths.validate_match_lengths],
                        verbose_name="usual match lengths",
                    ),
                ),
                ("past_version", models.PositiveBigIntegerField(db_default=0, default=0, editable=False)),
            ],
            options={
                "ordering": ("name", "slug"),
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("fix_minutes__isnull", True), ("fix_minutes__lte", 10080), _connector="OR"),
                        name="reports_are_fixed_within_a_week",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("confirm_hours__isnull", True), ("confirm_hours__range", (1, 168)), _connector="OR"
                        ),
                        name="reports_are_confirmed_within_a_week",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("challenge_reach__isnull", True), ("challenge_reach__range", (1, 100000)), _connector="OR"
                        ),
                        name="ladder_challenge_reach_in_range",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("rematch_days__isnull", True), ("rematch_days__range", (1, 365)), _connector="OR"
                        ),
                        name="ladder_rematch_days_in_range",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("answer_days__isnull", True), ("answer_days__range", (1, 365)), _connector="OR"
                        ),
                        name="ladder_answer_days_in_range",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("play_days__isnull", True), ("play_days__range", (1, 365)), _connector="OR"
                        ),
                        name="ladder_play_days_in_range",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("most_challenges__isnull", True), ("most_challenges__range", (1, 100)), _connector="OR"
                        ),
                        name="ladder_most_challenges_in_range",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("challenge_measure__in", ("places", "rating"))),
                        name="ladder_challenge_measure_is_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("counts_when_confirmed", False), ("confirm_hours__isnull", False), _connector="OR"
                        ),
                        name="what_waits_has_its_hours",
                        violation_error_message="Set the hours to confirm a report, or let results count at once.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("inactive_after__isnull", True), ("inactive_after__range", (1, 3650)), _connector="OR"
                        ),
                        name="ladder_inactive_after_in_range",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("fewest_a_side__gte", 1),
                            ("fewest_a_side__lte", models.F("most_a_side")),
                            ("most_a_side__lte", 6),
                        ),
                        name="ladder_side_sizes_in_range",
                        violation_error_message="The most players on a side can't be fewer than the fewest.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("pair_day_limit__isnull", True), ("pair_day_limit__range", (1, 100)), _connector="OR"
                        ),
                        name="ladder_pair_day_limit_in_range",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("pair_week_limit__isnull", True), ("pair_week_limit__range", (1, 100)), _connector="OR"
                        ),
                        name="ladder_pair_week_limit_in_range",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("player_day_limit__isnull", True), ("player_day_limit__range", (1, 100)), _connector="OR"
                        ),
                        name="ladder_player_day_limit_in_range",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("player_week_limit__isnull", True), ("player_week_limit__range", (1, 100)), _connector="OR"
                        ),
                        name="ladder_player_week_limit_in_range",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("scores__in", ("none", "allowed", "required"))),
                        name="ladder_scores_are_known",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Season",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("slug", models.SlugField()),
                ("name", models.CharField(max_length=80)),
                ("starts_on", models.DateField(blank=True, null=True, verbose_name="first day")),
                ("ends_on", models.DateField(blank=True, null=True, verbose_name="last day")),
                (
                    "opening_rule",
                    models.CharField(
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
                (
                    "factor",
                    models.FloatField(
                        default=0.5,
                        validators=[
                            django.core.validators.MinValueValidator(0.0),
                            django.core.validators.MaxValueValidator(1.0),
                        ],
                        verbose_name="share of the difference kept",
                    ),
                ),
                ("closed_at", models.DateTimeField(blank=True, editable=False, null=True)),
                (
                    "ladder",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="seasons", to="ladder.ladder"
                    ),
                ),
                (
                    "opens_from",
                    models.OneToOneField(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="next",
                        to="ladder.season",
                        verbose_name="season before",
                    ),
                ),
                (
                    "winner",
                    models.ForeignKey(
                        blank=True,
                        editable=False,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="seasons_won",
                        to="players.player",
                    ),
                ),
            ],
            options={
                "ordering": ("-id",),
                "constraints": [
                    models.UniqueConstraint(
                        fields=("ladder", "slug"),
                        name="season_slug_is_unique_in_its_ladder",
                        violation_error_message="Another season of this ladder already has this address.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("starts_on__isnull", True),
                            ("ends_on__isnull", True),
                            ("ends_on__gte", models.F("starts_on")),
                            _connector="OR",
                        ),
                        name="season_ends_after_it_starts",
                        violation_error_message="A season can't end before it starts.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("factor__gte", 0.0), ("factor__lte", 1.0)), name="season_factor_is_a_share"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Board",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("system", models.CharField(choices=ladder.ratings.registry.list_system_choices, max_length=40)),
                ("options", models.JSONField(blank=True, default=dict)),
                ("position", models.PositiveSmallIntegerField(default=0)),
                (
                    "season",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="boards", to="ladder.season"
                    ),
                ),
                ("is_for_teams", models.BooleanField(db_default=False, default=False, editable=False)),
            ],
            options={
                "ordering": ("position", "id"),
                "constraints": [
                    models.UniqueConstraint(
                        fields=("season", "system", "is_for_teams"), name="board_has_its_own_system"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Opening",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("points", models.FloatField()),
                ("experience", models.PositiveIntegerField(default=0)),
                ("memory", models.JSONField(blank=True, null=True)),
                ("as_of", models.DateField(blank=True, null=True)),
                ("played", models.PositiveIntegerField(default=0)),
                ("won", models.PositiveIntegerField(default=0)),
                ("drawn", models.PositiveIntegerField(default=0)),
                ("lost", models.PositiveIntegerField(default=0)),
                ("died", models.PositiveIntegerField(default=0)),
                (
                    "source",
                    models.CharField(
                        choices=[("carried", "Season before"), ("given", "Organiser or player file")],
                        default="given",
                        max_length=10,
                    ),
                ),
                (
                    "board",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="openings", to="ladder.board"
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="openings", to="players.player"
                    ),
                ),
            ],
            options={
                "ordering": ("board", "player"),
                "constraints": [
                    models.UniqueConstraint(fields=("board", "player"), name="one_opening_per_player_and_board")
                ],
                "verbose_name": "starting rating",
            },
        ),
        migrations.CreateModel(
            name="Role",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "role",
                    models.CharField(choices=[("organiser", "Organiser"), ("recorder", "Recorder")], max_length=10),
                ),
                (
                    "ladder",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="roles", to="ladder.ladder"
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="ladder_roles",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="account",
                    ),
                ),
            ],
            options={
                "ordering": ("ladder", "role", "user"),
                "constraints": [
                    models.UniqueConstraint(fields=("ladder", "user"), name="one_role_per_ladder_and_account"),
                    models.CheckConstraint(
                        condition=models.Q(("role__in", ("organiser", "recorder"))), name="role_is_known"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="VenueCode",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("digest", models.CharField(max_length=64)),
                ("made_at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "ladder",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE, related_name="venue_code", to="ladder.ladder"
                    ),
                ),
                (
                    "made_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Event",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "verb",
                    models.CharField(
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
                            ("void-reports", "voided reports in"),
                        ],
                        max_length=12,
                    ),
                ),
                ("by_name", models.CharField(blank=True, max_length=150)),
                ("at", models.DateTimeField()),
                ("reason", models.CharField(blank=True, max_length=300)),
                ("old", models.CharField(blank=True, max_length=300)),
                ("new", models.CharField(blank=True, max_length=300)),
                ("matches", models.PositiveIntegerField(default=0)),
                ("after", models.PositiveBigIntegerField()),
                (
                    "by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "into",
                    models.ForeignKey(
                        null=True, on_delete=django.db.models.deletion.PROTECT, related_name="+", to="players.player"
                    ),
                ),
                (
                    "ladder",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="events", to="ladder.ladder"
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="events",
                        to="players.player",
                    ),
                ),
                (
                    "season",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="events",
                        to="ladder.season",
                    ),
                ),
            ],
            options={
                "ordering": ("id",),
            },
        ),
        migrations.CreateModel(
            name="Import",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("by_name", models.CharField(blank=True, max_length=150)),
                ("at", models.DateTimeField()),
                ("file", models.CharField(blank=True, max_length=200)),
                (
                    "by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("players", models.ManyToManyField(related_name="+", to="players.player")),
                (
                    "season",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="imports", to="ladder.season"
                    ),
                ),
                (
                    "taken_back",
                    models.ForeignKey(
                        null=True, on_delete=django.db.models.deletion.SET_NULL, related_name="+", to="ladder.event"
                    ),
                ),
            ],
            options={
                "ordering": ("-id",),
            },
        ),
        migrations.CreateModel(
            name="Match",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("kind", models.CharField(max_length=20)),
                ("played_at", models.DateTimeField()),
                ("started_at", models.DateTimeField(blank=True, null=True)),
                ("facts", models.JSONField(blank=True, default=dict)),
                (
                    "status",
                    models.CharField(
                        choices=[("counted", "Counted"), ("void", "Void"), ("pending", "Pending")],
                        default="counted",
                        max_length=10,
                    ),
                ),
                ("sequence", models.PositiveBigIntegerField(editable=False)),
                ("revision", models.PositiveIntegerField(default=0, editable=False)),
                ("form_key", models.UUIDField(blank=True, editable=False, null=True, unique=True)),
                ("source_key", models.CharField(blank=True, editable=False, max_length=64, null=True)),
                ("recorded_at", models.DateTimeField(auto_now_add=True)),
                (
                    "reported_by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="reports",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "season",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="matches", to="ladder.season"
                    ),
                ),
                ("confirm_by", models.DateTimeField(blank=True, editable=False, null=True)),
                (
                    "at_venue",
                    models.BooleanField(
                        db_default=False, default=False, editable=False, verbose_name="entered at the venue"
                    ),
                ),
                (
                    "imported_in",
                    models.ForeignKey(
                        db_index=False,
                        editable=False,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="matches",
                        to="ladder.import",
                    ),
                ),
                ("ending", models.CharField(blank=True, db_default="", default="", editable=False, max_length=10)),
                ("games", models.CharField(blank=True, db_default="", default="", editable=False, max_length=1000)),
            ],
            options={
                "verbose_name_plural": "matches",
                "ordering": ("played_at", "sequence"),
                "indexes": [
                    models.Index(fields=["season", "played_at", "sequence"], name="match_order"),
                    models.Index(
                        condition=models.Q(("status", "pending")), fields=["confirm_by"], name="pending_matches"
                    ),
                    models.Index(
                        condition=models.Q(("imported_in__isnull", False)),
                        fields=["imported_in"],
                        name="imported_matches",
                    ),
                ],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("season", "sequence"), name="match_sequence_is_unique_in_its_season"
                    ),
                    models.UniqueConstraint(fields=("season", "source_key"), name="match_is_imported_once"),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("started_at__isnull", True), ("started_at__lte", models.F("played_at")), _connector="OR"
                        ),
                        name="match_ends_after_it_began",
                        violation_error_message="A match can't end before it began.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("status__in", ("counted", "void", "pending"))), name="match_status_is_known"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="MatchRevision",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveIntegerField()),
                (
                    "verb",
                    models.CharField(
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
                ("by_name", models.CharField(blank=True, max_length=150)),
                ("at", models.DateTimeField()),
                ("reason", models.CharField(blank=True, max_length=300)),
                ("version", models.JSONField()),
                (
                    "by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "match",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="revisions", to="ladder.match"
                    ),
                ),
                ("proposed", models.JSONField(blank=True, null=True)),
            ],
            options={
                "ordering": ("match", "number"),
                "indexes": [
                    models.Index(condition=models.Q(("verb", "dispute")), fields=["match", "number"], name="disputes"),
                    models.Index(
                        condition=models.Q(("verb", "import"), _negated=True), fields=["at"], name="said_by_moment"
                    ),
                ],
                "constraints": [models.UniqueConstraint(fields=("match", "number"), name="revision_number_is_unique")],
                "verbose_name": "match version",
            },
        ),
        migrations.CreateModel(
            name="Adjustment",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("before", models.FloatField(null=True)),
                ("after", models.FloatField(null=True)),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="adjustments", to="players.player"
                    ),
                ),
                (
                    "board",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="adjustments", to="ladder.board"
                    ),
                ),
                (
                    "revision",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="adjustments",
                        to="ladder.matchrevision",
                    ),
                ),
                (
                    "event",
                    models.ForeignKey(
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="adjustments",
                        to="ladder.event",
                    ),
                ),
            ],
            options={
                "ordering": ("revision", "event", "board", "player"),
                "indexes": [
                    models.Index(condition=models.Q(("event__isnull", False)), fields=["event"], name="moved_by_events")
                ],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("event__isnull", False), ("revision__isnull", True)),
                            models.Q(("event__isnull", True), ("revision__isnull", False)),
                            _connector="OR",
                        ),
                        name="adjustment_has_one_cause",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Participant",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("seat", models.PositiveSmallIntegerField()),
                ("score", models.FloatField(null=True)),
                ("exit", models.CharField(blank=True, default="", max_length=12)),
                ("round", models.PositiveSmallIntegerField(null=True)),
                ("place", models.PositiveSmallIntegerField(null=True)),
                (
                    "match",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="participants", to="ladder.match"
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="participations",
                        to="players.player",
                    ),
                ),
                ("side", models.PositiveSmallIntegerField(default=0)),
            ],
            options={
                "ordering": ("match", "seat"),
                "indexes": [models.Index(fields=["player", "match"], name="played_by")],
                "constraints": [
                    models.UniqueConstraint(fields=("match", "seat"), name="participant_has_a_seat"),
                    models.CheckConstraint(
                        condition=models.Q(("score__isnull", True), ("score__in", (0.0, 0.5, 1.0)), _connector="OR"),
                        name="participant_score_is_known",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="RatingChange",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("before_points", models.FloatField()),
                ("before_experience", models.PositiveIntegerField()),
                ("before_memory", models.JSONField(null=True)),
                ("before_as_of", models.DateField(null=True)),
                ("after_points", models.FloatField()),
                ("after_experience", models.PositiveIntegerField()),
                ("after_memory", models.JSONField(null=True)),
                ("after_as_of", models.DateField(null=True)),
                ("at_start", models.JSONField(null=True)),
                (
                    "board",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="changes",
                        to="ladder.board",
                    ),
                ),
                (
                    "participant",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="changes",
                        to="ladder.participant",
                    ),
                ),
            ],
            options={
                "ordering": ("board", "participant"),
                "constraints": [
                    models.UniqueConstraint(fields=("participant", "board"), name="one_change_per_participant")
                ],
            },
        ),
        migrations.CreateModel(
            name="Standing",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("points", models.FloatField()),
                ("experience", models.PositiveIntegerField(default=0)),
                ("memory", models.JSONField(blank=True, null=True)),
                ("as_of", models.DateField(blank=True, null=True)),
                ("played", models.PositiveIntegerField(default=0)),
                ("won", models.PositiveIntegerField(default=0)),
                ("drawn", models.PositiveIntegerField(default=0)),
                ("lost", models.PositiveIntegerField(default=0)),
                ("died", models.PositiveIntegerField(default=0)),
                ("last_change", models.FloatField(null=True)),
                (
                    "board",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="standings",
                        to="ladder.board",
                    ),
                ),
                (
                    "last_match",
                    models.ForeignKey(
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="ladder.match",
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="standings", to="players.player"
                    ),
                ),
                ("form", models.CharField(blank=True, default="", max_length=5)),
                ("active_at", models.DateTimeField(null=True)),
            ],
            options={
                "ordering": ("board", "player"),
                "indexes": [models.Index(fields=["board", "points", "player", "active_at"], name="standings_in_order")],
                "constraints": [
                    models.UniqueConstraint(fields=("board", "player"), name="one_standing_per_player_and_board")
                ],
            },
        ),
        migrations.CreateModel(
            name="Challenge",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("kind", models.CharField(max_length=20)),
                ("places", models.PositiveSmallIntegerField(default=2)),
                ("facts", models.JSONField(blank=True, default=dict)),
                ("made_at", models.DateTimeField()),
                ("answer_by", models.DateTimeField()),
                (
                    "status",
                    models.CharField(
                        choices=[
                            ("open", "Not answered yet"),
                            ("accepted", "Accepted"),
                            ("declined", "Declined"),
                            ("withdrawn", "Withdrawn"),
                            ("called-off", "Called off"),
                        ],
                        default="open",
                        max_length=10,
                    ),
                ),
                ("accepted_at", models.DateTimeField(null=True)),
                ("play_by", models.DateTimeField(null=True)),
                ("reminded_at", models.DateTimeField(null=True)),
                (
                    "by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="challenges_made", to="players.player"
                    ),
                ),
                (
                    "match",
                    models.OneToOneField(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="challenge",
                        to="ladder.match",
                    ),
                ),
                (
                    "season",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="challenges", to="ladder.season"
                    ),
                ),
                ("note", models.CharField(blank=True, max_length=200)),
            ],
            options={
                "ordering": ("-made_at", "-id"),
                "indexes": [models.Index(fields=["season", "status"], name="challenges_of_a_season")],
                "constraints": [
                    models.CheckConstraint(condition=models.Q(("places__range", (2, 20))), name="challenge_has_places"),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(
                                ("accepted_at__isnull", False), ("play_by__isnull", False), ("status", "accepted")
                            ),
                            models.Q(
                                models.Q(("status", "accepted"), _negated=True),
                                ("accepted_at", None),
                                ("match", None),
                                ("play_by", None),
                            ),
                            _connector="OR",
                        ),
                        name="challenge_is_dated_when_accepted",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("status__in", ("open", "accepted", "declined", "withdrawn", "called-off"))),
                        name="challenge_status_is_known",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Party",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("joined_at", models.DateTimeField(null=True)),
                (
                    "challenge",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="parties", to="ladder.challenge"
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="parties", to="players.player"
                    ),
                ),
                ("asked_off_at", models.DateTimeField(null=True)),
                ("side", models.PositiveSmallIntegerField(default=0)),
            ],
            options={
                "verbose_name_plural": "parties",
                "ordering": ("challenge", "id"),
                "constraints": [
                    models.UniqueConstraint(fields=("challenge", "player"), name="challenge_names_everybody_once"),
                    models.CheckConstraint(condition=models.Q(("side__in", (0, 1, 2))), name="party_side_is_known"),
                ],
            },
        ),
        migrations.CreateModel(
            name="FirstStep",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "key",
                    models.CharField(
                        choices=[
                            ("names", "Chose who sees names"),
                            ("poster", "Printed the poster"),
                            ("backup", "Made a backup"),
                            ("hidden", "Put the list away"),
                        ],
                        max_length=10,
                        unique=True,
                    ),
                ),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
            ],
        ),
        migrations.CreateModel(
            name="RatingShift",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("before_points", models.FloatField()),
                ("before_experience", models.PositiveIntegerField()),
                ("before_memory", models.JSONField(null=True)),
                ("before_as_of", models.DateField(null=True)),
                ("after_points", models.FloatField()),
                ("after_experience", models.PositiveIntegerField()),
                ("after_memory", models.JSONField(null=True)),
                ("after_as_of", models.DateField(null=True)),
                (
                    "board",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="shifts", to="ladder.board"
                    ),
                ),
                (
                    "match",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="shifts",
                        to="ladder.match",
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="shifts", to="players.player"
                    ),
                ),
            ],
            options={
                "ordering": ("board", "match", "player"),
                "constraints": [
                    models.UniqueConstraint(
                        fields=("match", "board", "player"), name="one_shift_per_match_board_and_player"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="AutomaticBackups",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("busy_until", models.DateTimeField(null=True)),
                ("tried_at", models.DateTimeField(null=True)),
                ("made_at", models.DateTimeField(null=True)),
                ("file_name", models.CharField(blank=True, max_length=80)),
                ("size", models.PositiveBigIntegerField(default=0)),
                ("problem", models.CharField(blank=True, max_length=300)),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(condition=models.Q(("id", 1)), name="automatic_backups_are_one_row")
                ],
            },
        ),
        migrations.CreateModel(
            name="LargeTask",
            fields=[
                ("id", models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("import", "Import"),
                            ("restore", "Restore"),
                            ("backup", "Backup"),
                            ("export", "Export"),
                        ],
                        max_length=8,
                    ),
                ),
                ("title", models.CharField(max_length=200)),
                ("arguments", models.JSONField(default=dict)),
                ("queued_as", models.UUIDField()),
                ("asked_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("ended_at", models.DateTimeField(null=True)),
                ("succeeded", models.BooleanField(default=False)),
                ("said", models.CharField(blank=True, max_length=1000)),
                ("url", models.CharField(blank=True, max_length=200)),
                (
                    "by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "ladder",
                    models.ForeignKey(
                        null=True, on_delete=django.db.models.deletion.CASCADE, related_name="+", to="ladder.ladder"
                    ),
                ),
            ],
            options={
                "ordering": ("-asked_at",),
                "indexes": [
                    models.Index(condition=models.Q(("ended_at", None)), fields=["asked_at"], name="tasks_to_do")
                ],
            },
        ),
        migrations.CreateModel(
            name="TaskFilePart",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveIntegerField()),
                ("content", models.BinaryField()),
                (
                    "task",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="parts", to="ladder.largetask"
                    ),
                ),
            ],
            options={
                "ordering": ("number",),
                "constraints": [models.UniqueConstraint(fields=("task", "number"), name="one_part_of_a_number")],
            },
        ),
        migrations.RunPython(leave_room, migrations.RunPython.noop),
        migrations.RunPython(finish_tables, migrations.RunPython.noop),
    ]
