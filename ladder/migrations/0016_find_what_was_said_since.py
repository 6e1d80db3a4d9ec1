"""What was said of matches is found by its moment; an import is as old as its matches."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("ladder", "0015_leave_room_in_the_ledger")]

    operations = [
        migrations.AddIndex(
            model_name="matchrevision",
            index=models.Index(condition=~models.Q(verb="import"), fields=["at"], name="said_by_moment"),
        ),
    ]
