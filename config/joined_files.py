"""The style sheets of the site, and its scripts, each joined into the one file that a browser asks for."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from django.core.files.base import ContentFile
from django.core.files.storage import InMemoryStorage, Storage
from whitenoise.storage import CompressedManifestStaticFilesStorage

ENTRY_SHEET = "css/app.css"
SCRIPT, LIBRARY = "js/site.js", "django_htmx/htmx-2.min.js"
IMPORT_LINE = re.compile(r'^@import url\("([^"]+)"\) layer\(([^)]+)\);$', re.MULTILINE)

type Files = Mapping[str, tuple[Storage, str]]  # the storage of each static file, and its path there


class JoinedFilesStorage(CompressedManifestStaticFilesStorage):
    """Static files, hashed and compressed; the style sheet has those that it imports in itself, the script has htmx."""

    has_one_script = True

    def post_process(self, paths: Files, *args: Any, **kwargs: Any) -> Iterator[Any]:
        """Yield the name, the hashed name and what became of each file, as `collectstatic` reads them."""
        made = {ENTRY_SHEET: join_style_sheets, SCRIPT: join_scripts}
        joined = InMemoryStorage()
        for name, join in made.items():
            joined.save(name, ContentFile(join(paths)))
        yield from super().post_process({**paths, **{name: (joined, name) for name in made}}, *args, **kwargs)


def join_scripts(paths: Files) -> str:
    """Return our script with htmx before it."""
    return f"{read_static_file(paths, LIBRARY)}\n{read_static_file(paths, SCRIPT)}"


def join_style_sheets(paths: Files) -> str:
    """Return `css/app.css` with the contents of each sheet, in its layer, instead of its import."""
    return IMPORT_LINE.sub(
        lambda match: f"@layer {match[2]} {{\n{read_static_file(paths, f'css/{match[1]}')}}}",
        read_static_file(paths, ENTRY_SHEET),
    )


def read_static_file(paths: Files, name: str) -> str:
    """Return the text of a static file."""
    storage, path = paths[name]
    with storage.open(path) as file:
        return str(file.read().decode())
