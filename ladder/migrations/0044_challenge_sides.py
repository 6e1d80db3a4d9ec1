"""Let challenges be between two sides: each player whom one names is on side 1, which challenges, or on side 2."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("ladder", "0043_rank_very_many_players")]

    operations = [
        migrations.AddField(
            model_name="party",
            name="side",
            field=models.PositiveSmallIntegerField(default=0),
        ),
        migrations.AddConstraint(
            model_name="party",
            constraint=models.CheckConstraint(condition=models.Q(("side__in", (0, 1, 2))), name="party_side_is_known"),
        ),
    ]
