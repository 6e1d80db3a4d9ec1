"""Each standing keeps the form of its player; those that are stored get it from the ledger, as a settle would."""

from collections import defaultdict, deque

from django.db import migrations, models
from django.db.models.functions import Coalesce

LETTERS = {1.0: "W", 0.5: "D", 0.0: "L"}
SYSTEMS_WITHOUT = ["tournament-points"]
PLAYED = "participant__match__played_at", "participant__match__sequence"


def fill(apps, schema_editor):
    changes, standings = (apps.get_model("ladder", name).objects for name in ("RatingChange", "Standing"))
    ended = changes.filter(participant__score__isnull=False).exclude(board__system__in=SYSTEMS_WITHOUT)
    who = Coalesce("participant__player__merged_into", "participant__player")
    forms = defaultdict(lambda: deque(maxlen=5))
    for board, player, score in ended.order_by(*PLAYED).values_list("board", who, "participant__score").iterator():
        forms[board, player].append(LETTERS[score])
    stored = list(standings.all())
    for standing in stored:
        standing.form = "".join(forms[standing.board_id, standing.player_id])
    standings.bulk_update(stored, ["form"], batch_size=500)


class Migration(migrations.Migration):
    dependencies = [
        ("ladder", "0011_events"),
        ("players", "0003_rename_retire_and_merge"),
    ]

    operations = [
        migrations.AddField(
            model_name="standing",
            name="form",
            field=models.CharField(blank=True, default="", max_length=5),
        ),
        migrations.RunPython(fill, migrations.RunPython.noop),
    ]
