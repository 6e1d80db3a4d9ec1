"""Find the few players quickly who may have no rank in spite of a recent match."""

from django.db import migrations, models
from django.db.models import Q


class Migration(migrations.Migration):
    dependencies = [
        ("players", "0016_try_mail_again"),
    ]

    operations = [
        migrations.AddIndex(
            model_name="player",
            index=models.Index(
                fields=["id"],
                condition=Q(retired_on__isnull=False) | Q(sits_out_until__isnull=False) | Q(erased_at__isnull=False),
                name="players_who_may_be_away",
            ),
        ),
    ]
