import pytest
from django.contrib.staticfiles.finders import get_finders
from django.core.files.base import ContentFile

from config.style_sheets import SHEET, StyleSheetStorage

pytestmark = pytest.mark.once


def read_file(storage, name):
    with storage.open(name) as file:
        return file.read().decode()


def serve_sheet(files, folder):
    """Return the name and the text of the style sheet that a browser gets."""
    storage = StyleSheetStorage(location=folder, base_url="/static/")
    for name, (source, path) in files.items():
        storage.save(name, ContentFile(read_file(source, path)))
    assert [name for name, _, error in storage.post_process(files) if isinstance(error, Exception)] == []
    return storage.hashed_files[SHEET], read_file(storage, storage.hashed_files[SHEET])


@pytest.fixture(scope="module")
def files():
    """The storage and path of every style sheet of ours, as `collectstatic` finds them."""
    found = {path: (storage, path) for finder in get_finders() for path, storage in finder.list([])}
    return {name: one for name, one in found.items() if name.startswith("css/")}


@pytest.fixture(scope="module")
def served(files, tmp_path_factory):
    return serve_sheet(files, tmp_path_factory.mktemp("static"))[1]


def test_the_sheet_that_is_served_asks_for_no_other(served):
    assert ("@import" in served, "url(" in served) == (False, False)


def test_every_sheet_of_ours_is_in_it(files, served):
    sources = {name: read_file(storage, path) for name, (storage, path) in files.items() if name != SHEET}
    assert len(sources) > 20
    assert [name for name, text in sources.items() if served.count(text) != 1] == []


def test_layers_come_in_their_order(served):
    places = [served.index(f"@layer {name} {{") for name in ("tokens", "base", "layout", "components", "pages")]
    assert served.index("@layer tokens, base, layout, components, pages, utilities;") < places[0]
    assert places == sorted(places)


def test_its_name_changes_when_a_part_of_it_does(files, tmp_path):
    names = [
        serve_sheet(one, tmp_path / str(number))[0]
        for number, one in enumerate([files, files, files | {"css/base.css": files["css/tables.css"]}])
    ]
    assert names[0] == names[1] != names[2]
