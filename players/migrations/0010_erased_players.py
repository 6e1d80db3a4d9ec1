from django.db import migrations, models
from django.utils import timezone


def mark(apps, schema_editor):
    """Those who were erased before are known by their neutral names, which hold their keys."""
    players = apps.get_model("players", "Player").objects
    neutral = players.filter(user=None, name__startswith="Former player ").values_list("pk", "name")
    erased = [pk for pk, name in neutral if name.rstrip("*") == f"Former player {pk}"]
    for start in range(0, len(erased), 500):
        players.filter(pk__in=erased[start : start + 500]).update(erased_at=timezone.now())


class Migration(migrations.Migration):
    dependencies = [("players", "0009_nickname_and_hidden")]

    operations = [
        migrations.AddField(
            model_name="player", name="erased_at", field=models.DateTimeField(editable=False, null=True)
        ),
        migrations.RunPython(mark, migrations.RunPython.noop, elidable=True),
    ]
