"""The command `club-ladder` of an installed package, which has the whole tree in one folder, `club_ladder/`.

So no other package has to share a name such as `config` or `ladder`, and the site finds its files as in a clone.
"""

import os
import sys
from pathlib import Path

SITE_FOLDER = Path(__file__).resolve().parent.parent
COMMAND_USAGE = """club-ladder                    serve the club whose data are in var/, in this folder
club-ladder serve --host HOST  the same, on another address than 127.0.0.1
club-ladder --version          the version and the commit
club-ladder COMMAND            one of the site's other commands; club-ladder help lists them

DATA_FOLDER names another place for the data; docs/running.md has all settings."""


def run_command() -> None:
    """Serve the site, or do one of its commands."""
    sys.path.insert(0, str(SITE_FOLDER))
    os.environ.setdefault("DATA_FOLDER", str(Path.cwd() / "var"))
    word, *rest = sys.argv[1:] or ["serve"]
    if word in ("-h", "--help"):
        print(COMMAND_USAGE)
    elif word == "--version":
        from config.version import name_release

        print(f"Club ladder {name_release()}")
    elif word == "serve":
        from config.serve import start_site

        start_site(rest, called_as="club-ladder serve")
    else:
        from manage import main

        main()
