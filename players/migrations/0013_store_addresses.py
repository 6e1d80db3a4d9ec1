"""Store every account's address with those it gave, all in small letters; an owner's as confirmed.

Who entered an owner's address installed the site. An address that somebody confirmed stays theirs.
"""

from django.db import migrations


def store(apps, schema_editor):
    users, addresses = apps.get_model("auth", "User").objects, apps.get_model("account", "EmailAddress").objects
    for given in addresses.order_by("-verified", "pk"):
        small = given.email.lower()
        if small == given.email:
            continue
        if addresses.filter(user_id=given.user_id, email=small).exists():
            given.delete()
        elif not (given.verified and addresses.filter(email=small, verified=True).exists()):
            addresses.filter(pk=given.pk).update(email=small)
    for user in users.exclude(email="").order_by("pk"):
        email = user.email.lower()
        if email != user.email:
            users.filter(pk=user.pk).update(email=email)
        vouched = user.is_staff and not addresses.filter(email=email, verified=True).exists()
        given = addresses.filter(user=user, email=email).first()
        if given is None:
            primary = not addresses.filter(user=user, primary=True).exists()
            addresses.create(user=user, email=email, primary=primary, verified=vouched)
        elif vouched:
            addresses.filter(pk=given.pk).update(verified=True)


class Migration(migrations.Migration):
    dependencies = [
        ("players", "0012_find_notices_by_their_page"),
        ("account", "0009_emailaddress_unique_primary_email"),
        ("auth", "0012_alter_user_first_name_max_length"),
    ]

    operations = [migrations.RunPython(store, migrations.RunPython.noop)]
