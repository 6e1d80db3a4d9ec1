"""Formats and rating systems of installed packages: the example of the guide, and packages that are at fault."""

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from ladder.formats.registry import FORMATS, import_formats
from ladder.ratings import PackageFault, import_systems
from ladder.ratings.registry import RATING_SYSTEMS

pytestmark = pytest.mark.once
ROOT = Path(__file__).resolve().parents[3]
GUIDE = (ROOT / "docs" / "packages.md").read_text()
EXAMPLE = "tests/ladder/ratings/installed_example.py"
CONTRACT = "tests/ladder/ratings/test_contract.py"
FORMAT, SYSTEM = "club_ladder.formats", "club_ladder.rating_systems"


def read_block(language):
    """Return the guide's only block in that language."""
    (block,) = re.findall(rf"```{language}\n(.*?)```", GUIDE, re.DOTALL)
    return block


def install(folder, name, code, **points):
    """Put a package with these entry points into a folder, as an installer does."""
    (folder / f"{name}.py").write_text(code)
    record = folder / f"{name}-1.0.dist-info"
    record.mkdir()
    (record / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name.replace('_', '-')}\nVersion: 1.0\n")
    groups = {"formats": FORMAT, "systems": SYSTEM}
    lines = [f"[{groups[group]}]\n{key} = {value}\n" for group, (key, value) in points.items()]
    (record / "entry_points.txt").write_text("".join(lines))


def install_guide(folder):
    groups = tomllib.loads(read_block("toml"))["project"]["entry-points"]
    (formats,), (systems,) = groups[FORMAT].items(), groups[SYSTEM].items()
    install(folder, "club_party", read_block("python"), formats=formats, systems=systems)


def run_python(folder, *arguments):
    """Run Python with what is installed in the folder, as on a machine of its own."""
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": str(folder)},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder of installed packages; afterwards our own formats and systems are there alone."""
    monkeypatch.syspath_prepend(tmp_path)
    kept = dict(FORMATS), dict(RATING_SYSTEMS), set(sys.modules)
    yield tmp_path
    for store, own in zip((FORMATS, RATING_SYSTEMS), kept, strict=False):
        store.clear()
        store.update(own)
    for name in sys.modules.keys() - kept[2]:
        del sys.modules[name]


def test_the_example_of_the_guide_is_installed_and_played_with(tmp_path):
    install_guide(tmp_path)
    ran = run_python(tmp_path, "-m", "pytest", "-q", EXAMPLE, CONTRACT, "-k", "installed_example or party-skill")
    assert ran.returncode == 0, ran.stdout
    assert re.search(r"^\d\d passed", ran.stdout, re.M), ran.stdout


def test_a_broken_package_stops_the_start_with_its_name(tmp_path):
    install(tmp_path, "club_broken", "import nothing_of_that_name", systems=("x", "club_broken:X"))
    ran = run_python(tmp_path, "manage.py", "check")
    assert ran.returncode == 1
    assert ran.stderr == (
        "The package club-broken 1.0 can't be used: x (club_broken:X) of club_ladder.rating_systems failed with "
        "“ModuleNotFoundError: No module named 'nothing_of_that_name'”. Update it or uninstall it.\n"
    )


SYSTEM_CODE = """
from dataclasses import dataclass
from ladder.formats import Format
from ladder.ratings import RATED, Kind, Rating, RatingSystem

class Own(Format):
    key, label = "own", "Own"

@dataclass(frozen=True)
class Mine(RatingSystem):
    key = {key!r}
    kinds = ({kind},)

    def initial(self):
        return Rating(0.0)
"""


@pytest.mark.parametrize(
    ("key", "kind", "said"),
    [
        ("elo", "RATED", "Two rating systems have the key elo: ladder.ratings.systems.elo.Elo and club_mine.Mine"),
        ("My System", "RATED", "club_mine.Mine needs a key of small letters, digits and hyphens, not 'My System'"),
        ("mine", 'Kind("rated", "R", RATED.format)', "and ladder.ratings.systems.match_points.MatchPoints have two"),
        ("mine", 'Kind("own", "Own", Own())', "its kind own has the format own, which no entry point names"),
        ("mine", "", "club_mine.Mine rates no kind of match"),
    ],
)
def test_a_system_that_takes_what_others_have_is_refused_with_both_names(folder, key, kind, said):
    code = SYSTEM_CODE.format(key=key, kind=kind).replace("(,)", "()")
    install(folder, "club_mine", code, systems=("mine", "club_mine:Mine"))
    with pytest.raises(PackageFault, match=r"^The package club-mine 1\.0 can't be used: mine") as refused:
        import_systems.__wrapped__()
    assert said in str(refused.value)
    assert "mine" not in RATING_SYSTEMS


def test_what_is_no_rating_system_is_refused(folder):
    install(folder, "club_mine", "Mine = dict", systems=("mine", "club_mine:Mine"))
    with pytest.raises(PackageFault, match="<class 'dict'> is no dataclass of RatingSystem"):
        import_systems.__wrapped__()


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("Mine = object", "is no Format"),
        (
            "from ladder.formats import Format\nclass Duel(Format):\n    key = 'duel'\nMine = Duel()",
            "Two formats have the key duel: ladder.formats.duel.Duel and club_mine.Duel",
        ),
    ],
)
def test_a_format_that_can_not_be_used_is_refused(folder, code, said):
    install(folder, "club_mine", code, formats=("mine", "club_mine:Mine"))
    with pytest.raises(PackageFault, match=said):
        import_formats.__wrapped__()


def test_two_packages_with_one_key_are_refused_with_both_names(folder):
    for name in ("club_mine", "club_yours"):
        install(folder, name, SYSTEM_CODE.format(key="mine", kind="RATED"), systems=("mine", f"{name}:Mine"))
    with pytest.raises(PackageFault, match=r"package club-yours .* club_mine\.Mine and club_yours\.Mine"):
        import_systems.__wrapped__()
