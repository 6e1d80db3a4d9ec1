from django.db import migrations

from players.accounts.second_factor import SEALED_PREFIX, seal_secret


def seal_all(apps, schema_editor):
    """Seal what was stored as it is; sealed is what has the mark."""
    for one in apps.get_model("mfa", "Authenticator").objects.all():
        sealed = {
            name: seal_secret(text) if name in ("secret", "seed") and not text.startswith(SEALED_PREFIX) else text
            for name, text in one.data.items()
        }
        if sealed != one.data:
            one.data = sealed
            one.save(update_fields=["data"])


class Migration(migrations.Migration):
    dependencies = [("players", "0010_erased_players"), ("mfa", "0003_authenticator_type_uniq")]

    operations = [migrations.RunPython(seal_all, migrations.RunPython.noop, elidable=True)]
