"""The documentation: nothing is missing, links lead somewhere, nothing tells of a machine."""

import re
from importlib.util import find_spec
from pathlib import Path

import pytest
from django.core.management import get_commands

from ladder.ratings import create_system, list_options
from tests.ladder.ratings.system_docs import GUIDE, KEYS, KEYS_AND_GUIDE, example_class, load_example, page_of

ROOT = Path(__file__).resolve().parent.parent
DOCS = ROOT / "docs"
PAGES = sorted([*DOCS.rglob("*.md"), ROOT / "README.md"])
LINK = re.compile(r"\]\(([^)#\s]+)[^)]*\)")
SETTING = re.compile(r'environ(?:\.get|ment\.\w+)\("([A-Z_]+)"')
UNTRACKED = {".git", ".venv", "var", "node_modules", "__pycache__", ".hypothesis"}
FOLDERS = ("home", "root", "work", "Users")
OF_A_MACHINE = re.compile(rb"(?<![\w.}])/(" + "|".join(FOLDERS).encode() + rb")/\w")
MODULE = re.compile(r"`([\w./]+/[\w/]+\.py)`")
COMMANDS = (r"manage\.py ([a-z_]+)", r"python -m ((?:tests|config)[\w.]*)", r"(?:`|^    )make (\w+)")
CALLED = re.compile(r"^    +([\w/]+\.py) +(\w+(?:, \w+)*)", re.M)


SHARED_OPTIONS = (DOCS / "doubles.md").read_text()  # of all systems for two players


def links(page):
    return [link for link in LINK.findall(page.read_text()) if "://" not in link]


def files():
    for folder, inner, names in ROOT.walk():
        inner[:] = [one for one in inner if one not in UNTRACKED and not one.endswith("_cache")]
        yield from (folder / name for name in names if name not in UNTRACKED)


def defines(path, name):
    return re.search(rf"^ *(?:def|class) {name}\b", path.read_text(), re.M) is not None


@pytest.mark.parametrize("key", KEYS_AND_GUIDE)
def test_system_has_a_page_that_names_every_option_and_its_rule(key):
    text, system = page_of(key) + SHARED_OPTIONS, example_class() if key == GUIDE else create_system(key)
    assert f"(`{system.key}`)" in text.splitlines()[0]
    assert [one.name for one in list_options(system) if f"| `{one.name}` |" not in text] == []
    assert [one.rule for one in list_options(system) if one.rule not in text] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_links_lead_to_files(page):
    assert [link for link in links(page) if not (page.parent / link).exists()] == []


def test_every_decision_has_a_number_of_its_own_and_stands_in_the_index():
    pages = sorted((DOCS / "decisions").glob("0*.md"))
    numbers = [int(page.name[:4]) for page in pages]
    assert len(set(numbers)) == len(numbers)
    assert [int(page.read_text()[2:].partition(".")[0]) for page in pages] == numbers
    assert re.findall(r"\(decisions/(0[^)]*)\)", (DOCS / "index.md").read_text()) == [page.name for page in pages]


def test_example_of_a_new_system_passes_its_own_test():
    names = load_example()
    names["test_newcomer_starts_at_1500"]()
    for score, gain in ((1, 10), (0.5, 0), (0, -10)):
        names["test_level_players_move_half_of_k"](score, gain)
    for seat in (0, 1):
        names["test_explanation_ends_in_the_change"](seat)


def test_index_leads_to_every_page():
    """The pages of the rating systems are found by their keys, in a folder that it leads to."""
    linked = {(DOCS / link).resolve() for link in links(DOCS / "index.md")}
    others = [page for page in PAGES if page.stem not in KEYS and page != DOCS / "index.md"]
    assert [page.name for page in others if page.resolve() not in linked] == []
    assert DOCS / "rating-systems" in linked


def test_running_names_every_setting():
    text = (DOCS / "running.md").read_text()
    sources = "".join(path.read_text() for path in (ROOT / "config").glob("*.py"))
    assert [name for name in sorted(set(SETTING.findall(sources))) if f"`{name}`" not in text] == []


def test_requests_are_followed_through_functions_that_exist():
    """A line of docs/architecture.md is a module, what is called in it, and behind two blanks what that is for."""
    calls = CALLED.findall((DOCS / "architecture.md").read_text())
    assert len(calls) > 20
    places = {
        path: next((one for one in (ROOT / path, ROOT / "ladder" / path) if one.exists()), None) for path, _ in calls
    }
    named = [(path, name) for path, names in calls for name in re.findall(r"\w+", names)]
    assert [one for one in named if not places[one[0]] or not defines(places[one[0]], one[1])] == []


def test_questions_of_newcomers_are_answered_where_the_page_says():
    rows = re.findall(r"^\|.*\?.*\| `(.*)` \| `(.*)` \| `(.*)` \|$", (DOCS / "newcomers.md").read_text(), re.M)
    assert len(rows) == 15
    assert [row for row in rows if row[2] not in (ROOT / row[0] / row[1]).read_text()] == []


def test_modules_that_are_named_exist():
    """They are named from the root or from below `ladder/`; the guide to adding a system makes one up."""
    pages = [page for page in PAGES if page.name not in ("newcomers.md", "adding-one.md")]
    named = {path for page in pages for path in MODULE.findall(page.read_text())}
    places = (ROOT, ROOT / "ladder", ROOT / "ladder/ratings")
    assert len(named) > 20
    assert [path for path in sorted(named) if not any((place / path).exists() for place in places)] == []


def test_commands_that_are_named_exist():
    text = "".join(page.read_text() for page in PAGES)
    targets = re.findall(r"^(\w+):", (ROOT / "Makefile").read_text(), re.M)
    commands, modules, goals = (set(re.findall(pattern, text, re.M)) for pattern in COMMANDS)
    assert min(map(len, (commands, modules, goals))) > 2
    assert commands - get_commands().keys() == set()
    assert [module for module in sorted(modules) if find_spec(module) is None] == []
    assert goals - set(targets) == set()


def test_no_file_tells_of_a_machine():
    assert [str(path.relative_to(ROOT)) for path in files() if OF_A_MACHINE.search(path.read_bytes())] == []
