"""Notices that nobody has read yet are found by the page that answers them."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("players", "0011_seal_second_factors")]

    operations = [
        migrations.AddIndex(
            model_name="notice",
            index=models.Index(condition=models.Q(read_at=None), fields=["url"], name="unread_by_page"),
        ),
    ]
