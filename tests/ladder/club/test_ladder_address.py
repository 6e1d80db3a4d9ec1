"""Two people want one address for a ladder at the same moment: the second is told."""

import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError, connection
from django.urls import URLResolver, get_resolver

from ladder.club.actions import change_ladder, create_ladder
from ladder.models import Ladder
from ladder.models.ladder import RESERVED_SLUGS
from tests.factories import make_ladder

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    "take",
    [
        lambda: create_ladder(slug="pub", name="Second", boards=[("chips-total", {})]),
        lambda: change_ladder(ladder=make_ladder(), values={"slug": "pub"}, by=None),
    ],
)
def test_an_address_that_is_taken_between_the_check_and_the_writing_is_refused(take):
    taken = []

    def late(execute, sql, params, *rest):
        if sql.startswith(("INSERT", "UPDATE")) and "pub" in params and not taken:
            taken.append("pub")
            raise IntegrityError("Somebody stored it after it was looked for.")
        done = execute(sql, params, *rest)
        if sql.startswith("ROLLBACK TO") and taken:
            Ladder.objects.bulk_create([Ladder(slug=taken[0])])
        return done

    with (
        connection.execute_wrapper(late),
        pytest.raises(ValidationError, match="Another ladder already has"),
    ):
        take()


def list_paths(patterns, before=""):
    """Yield the path of every address of the site."""
    for one in patterns:
        path = before + str(one.pattern).lstrip("^")
        yield from list_paths(one.url_patterns, path) if isinstance(one, URLResolver) else [path]


def test_no_ladder_can_have_an_address_that_the_site_uses_itself():
    first = {path.partition("/")[0] for path in list_paths(get_resolver().url_patterns)}
    assert {word for word in first if word and not {"<", "."} & set(word)} <= RESERVED_SLUGS
