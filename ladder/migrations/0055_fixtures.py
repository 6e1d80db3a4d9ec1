from django.db import migrations, models
from django.db.models import Q
from django.db.models.deletion import PROTECT

STATES = ("open", "accepted", "declined", "withdrawn", "called-off")
CONDITIONS = {
    "status_is_known": Q(status__in=STATES),
    "if_unanswered_is_known": Q(if_unanswered__in=("free", "lost")),
    "if_unplayed_is_known": Q(if_unplayed__in=("claim", "lost", "off")),
    "has_places": Q(places__range=(2, 20)),
    "is_dated_when_accepted": Q(status="accepted", accepted_at__isnull=False, play_by__isnull=False)
    | (~Q(status="accepted") & Q(accepted_at=None, play_by=None, match=None)),
}


class Migration(migrations.Migration):
    """A challenge becomes a fixture: what it is called, and nothing else."""

    dependencies = [("ladder", "0054_reach_of_challenges"), ("players", "0028_breaks_that_run")]

    operations = [
        *[migrations.RemoveConstraint("challenge", f"challenge_{name}") for name in CONDITIONS],
        migrations.RemoveConstraint("party", "challenge_names_everybody_once"),
        migrations.RenameModel("Challenge", "Fixture"),
        migrations.RenameField("party", "challenge", "fixture"),
        migrations.AlterModelOptions("party", {"ordering": ("fixture", "id"), "verbose_name_plural": "parties"}),
        migrations.RenameIndex("fixture", "fixtures_of_a_season", "challenges_of_a_season"),
        migrations.RenameIndex("fixture", "fixtures_by_last_date", "challenges_by_last_date"),
        *[
            migrations.AddConstraint("fixture", models.CheckConstraint(condition=condition, name=f"fixture_{name}"))
            for name, condition in CONDITIONS.items()
        ],
        migrations.AddConstraint(
            "party",
            models.UniqueConstraint(fields=("fixture", "player"), name="fixture_names_everybody_once"),
        ),
        migrations.AlterField(
            "fixture", "by", models.ForeignKey("players.Player", PROTECT, related_name="fixtures_made")
        ),
        migrations.AlterField(
            "fixture", "season", models.ForeignKey("ladder.Season", PROTECT, related_name="fixtures")
        ),
        migrations.AlterField(
            "fixture", "match", models.OneToOneField("ladder.Match", PROTECT, null=True, related_name="fixture")
        ),
    ]
