"""Say in the site's own words that an address is taken; nothing in the database changes."""

from django.db import migrations, models

from ladder.models.ladder import validate_slug


class Migration(migrations.Migration):
    dependencies = [("ladder", "0017_keep_what_a_dispute_proposes")]

    operations = [
        migrations.AlterField(
            model_name="ladder",
            name="slug",
            field=models.SlugField(
                error_messages={"unique": "Another ladder has that address."}, unique=True, validators=[validate_slug]
            ),
        ),
        migrations.AlterConstraint(
            model_name="season",
            name="season_slug_is_unique_in_its_ladder",
            constraint=models.UniqueConstraint(
                fields=("ladder", "slug"),
                name="season_slug_is_unique_in_its_ladder",
                violation_error_message="Another season of this ladder has that address.",
            ),
        ),
    ]
