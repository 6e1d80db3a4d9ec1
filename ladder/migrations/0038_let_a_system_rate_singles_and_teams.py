"""Let a season have two boards of one system: one for singles or both, and one for teams alone."""

from django.db import migrations, models


def mark_boards_for_teams(apps, schema_editor):
    boards = apps.get_model("ladder", "Board").objects.using(schema_editor.connection.alias)
    for board in boards.all():
        if (board.options or {}).get("takes") == "teams":
            boards.filter(pk=board.pk).update(is_for_teams=True)


class Migration(migrations.Migration):
    dependencies = [("ladder", "0037_choose_how_matches_are_scored")]

    operations = [
        migrations.AddField(
            model_name="board",
            name="is_for_teams",
            field=models.BooleanField(db_default=False, default=False, editable=False),
        ),
        migrations.RunPython(mark_boards_for_teams, migrations.RunPython.noop),
        migrations.RemoveConstraint(model_name="board", name="board_has_its_own_system"),
        migrations.AddConstraint(
            model_name="board",
            constraint=models.UniqueConstraint(
                fields=("season", "system", "is_for_teams"), name="board_has_its_own_system"
            ),
        ),
    ]
