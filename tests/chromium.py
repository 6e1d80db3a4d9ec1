"""Where the browser tests find their browser, and the font that it has where the machine has none."""

import os
import shutil
from pathlib import Path
from xml.sax.saxutils import escape

import fontpkg

# the one without windows needs less than half the time
NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
FONT_SETTINGS = "FONTCONFIG_FILE"  # the variable that says where fontconfig has its settings


def find() -> str | None:
    """The path of the Chromium on PATH, if there is one."""
    return next((path for name in NAMES if (path := shutil.which(name))), None)


def build_environment(folder: Path) -> dict[str, str]:
    """Return the environment of a browser that has a font besides those of the machine: without any it ends itself.

    The settings of fontconfig are written into the folder.
    """
    usual = escape(os.environ.get(FONT_SETTINGS, "/etc/fonts/fonts.conf"))
    brought = escape(str(Path(fontpkg.path(name="Arimo")).parent))
    path = folder / "fonts.conf"
    path.write_text(
        f'<fontconfig><include ignore_missing="yes">{usual}</include><dir>{brought}</dir>'
        f"<cachedir>{escape(str(folder))}</cachedir></fontconfig>",
        "utf-8",
    )
    return os.environ | {FONT_SETTINGS: str(path)}
