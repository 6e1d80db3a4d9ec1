import re

import pytest
from django.contrib.staticfiles.finders import get_finders
from django.core.files.base import ContentFile

from config.joined_files import ENTRY_SHEET, LIBRARY, SCRIPT, JoinedFilesStorage

pytestmark = pytest.mark.once


def read_file(storage, name):
    with storage.open(name) as file:
        return file.read().decode()


def serve_file(files, folder, name=ENTRY_SHEET):
    """Return the name and the text of the style sheet, or of another file, that a browser gets."""
    storage = JoinedFilesStorage(location=folder, base_url="/static/")
    for one, (source, path) in files.items():
        with source.open(path) as file:
            storage.save(one, ContentFile(file.read()))
    assert [one for one, _, error in storage.post_process(files) if isinstance(error, Exception)] == []
    return storage.hashed_files[name], read_file(storage, storage.hashed_files[name])


@pytest.fixture(scope="module")
def files():
    """The storage and path of every style sheet of ours, and of its fonts, as `collectstatic` finds them."""
    found = {path: (storage, path) for finder in get_finders() for path, storage in finder.list([])}
    asked = (SCRIPT, LIBRARY)
    return {name: one for name, one in found.items() if name.startswith(("css/", "fonts/")) or name in asked}


@pytest.fixture(scope="module")
def served(files, tmp_path_factory):
    return serve_file(files, tmp_path_factory.mktemp("static"))[1]


def test_the_sheet_that_is_served_asks_for_its_fonts_and_for_no_other_sheet(files, served):
    fonts = [name for name in files if name.startswith("fonts/")]
    asked = re.findall(r'url\("\.\./(fonts/[\w-]+)\.[0-9a-f]{12}(\.woff2)"\)', served)
    assert sorted("".join(one) for one in asked) == sorted(fonts)
    assert ("@import" in served, served.count("url(")) == (False, len(fonts))


def test_every_sheet_of_ours_is_in_it(files, served):
    sources = {
        name: read_file(storage, path)
        for name, (storage, path) in files.items()
        if name.endswith(".css") and name != ENTRY_SHEET
    }
    assert len(sources) > 20
    plain = re.sub(r"\.[0-9a-f]{12}(\.woff2)", r"\1", served)
    assert [name for name, text in sources.items() if plain.count(text) != 1] == []


def test_layers_come_in_their_order(served):
    places = [served.index(f"@layer {name} {{") for name in ("tokens", "base", "layout", "components", "pages")]
    assert served.index("@layer tokens, base, layout, components, pages, utilities;") < places[0]
    assert places == sorted(places)


def test_its_name_changes_when_a_part_of_it_does(files, tmp_path):
    names = [
        serve_file(one, tmp_path / str(number))[0]
        for number, one in enumerate([files, files, files | {"css/base.css": files["css/tables.css"]}])
    ]
    assert names[0] == names[1] != names[2]


def test_the_script_that_is_served_has_htmx_and_ours(files, tmp_path):
    text = serve_file(files, tmp_path, SCRIPT)[1]
    parts = [read_file(*files[name]) for name in (LIBRARY, SCRIPT)]
    assert [text.count(part) for part in parts] == [1, 1]
    assert text.index(parts[0]) < text.index(parts[1])


def test_a_page_asks_for_one_script_where_they_are_joined(client, db, monkeypatch):
    pages = [client.get("/systems/").text]
    monkeypatch.setattr("django.contrib.staticfiles.storage.StaticFilesStorage.has_one_script", True, raising=False)
    pages.append(client.get("/systems/").text)
    assert [page.count("<script") for page in pages] == [2, 1]
