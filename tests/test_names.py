"""A name means one thing in the whole project, so whoever searches for a function finds it at once."""

import ast
from collections import defaultdict
from pathlib import Path

import pytest

pytestmark = pytest.mark.once
ROOT = Path(__file__).parent.parent
APPS = ("config", "ladder", "players")
MODULES = [path for app in APPS for path in sorted((ROOT / app).rglob("*.py")) if "migrations" not in path.parts]
PROTOCOLS = {"ladder/formats", "ladder/ratings/systems"}  # a file of these defines what their protocol asks for


def list_public(path, kinds=(ast.FunctionDef, ast.AsyncFunctionDef)):
    """Return the names of the public functions that a module defines."""
    found = [node.name for node in ast.parse(path.read_text(encoding="utf-8")).body if isinstance(node, kinds)]
    return [name for name in found if not name.startswith("_")]


def test_a_public_function_is_defined_once():
    places = defaultdict(list)
    for path in MODULES:
        place = path.relative_to(ROOT)
        if str(place.parent) not in PROTOCOLS:
            for name in list_public(path):
                places[name].append(str(place))
    assert {name: found for name, found in places.items() if len(found) > 1} == {}


def test_templates_lie_in_the_folders_of_their_features():
    folders = [path for app in ("ladder", "players") for path in (ROOT / "templates" / app).iterdir()]
    assert [
        path for path in folders if not (ROOT / path.relative_to(ROOT / "templates") / "__init__.py").exists()
    ] == []


def test_a_package_has_no_function_and_module_of_the_same_name():
    clashes = []
    for init in (path for path in MODULES if path.name == "__init__.py"):
        folder = init.parent
        modules = {path.stem for path in folder.glob("*.py")} | {
            path.parent.name for path in folder.glob("*/__init__.py")
        }
        functions = {name for path in folder.glob("*.py") for name in list_public(path)}
        clashes += [f"{folder.relative_to(ROOT)}: {name}" for name in sorted(modules & functions)]
    assert clashes == []
