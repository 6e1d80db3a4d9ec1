"""The file of very many matches is made by a worker, for the member who asked for it."""

import re

import pytest
from django.contrib.auth.models import User

from ladder.models import LargeTask, TaskFilePart
from tests.factories import make_ladder, play, season_of
from tests.markup import flat

pytestmark = pytest.mark.django_db
URL = "/club/all-time/export.csv"


@pytest.fixture
def season():
    season = season_of(make_ladder())
    play(season, "Ada", "Bo")
    play(season, "Bo", "Cy")
    return season


def test_a_worker_makes_the_file_for_whoever_asked(client, season, settings, worker):
    client.force_login(User.objects.create_user("mia"))
    at_once = client.get(URL).content
    settings.LARGE_EXPORT = 1
    assert "2 matches take a while." in client.get(URL).text
    assert not LargeTask.objects.exists()
    asked = client.post(URL)
    worker()
    page = flat(client.get(asked.url).text)
    assert "The file is ready. It is kept here for a day." in page
    (path,) = re.findall(r'href="([^"]+)">Download the file', page)
    made = client.get(path)
    assert (made.getvalue(), TaskFilePart.objects.count()) == (at_once, 1)
    assert made["Content-Disposition"] == 'attachment; filename="club-all-time-matches.csv"'
    assert "no-store" in made["Cache-Control"]
    client.force_login(User.objects.create_superuser("olga"))
    assert client.get(path).status_code == 403
    TaskFilePart.objects.all().delete()  # as a day later
    client.force_login(User.objects.get(username="mia"))
    assert client.get(path).status_code == 404
    settings.LARGE_EXPORT = 2
    assert client.post(URL).status_code == 405
