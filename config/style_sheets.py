"""The style sheets of the site, joined into the one file that a browser asks for."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from django.core.files.base import ContentFile
from django.core.files.storage import InMemoryStorage, Storage
from whitenoise.storage import CompressedManifestStaticFilesStorage

SHEET = "css/app.css"
IMPORT = re.compile(r'^@import url\("([^"]+)"\) layer\(([^)]+)\);$', re.MULTILINE)

type Files = Mapping[str, tuple[Storage, str]]  # the storage of each static file, and its path there


class StyleSheetStorage(CompressedManifestStaticFilesStorage):
    """Static files, hashed and compressed; `css/app.css` has the sheets that it imports in itself."""

    def post_process(self, paths: Files, *args: Any, **kwargs: Any) -> Iterator[Any]:
        """Yield the name, the hashed name and what became of each file, as `collectstatic` reads them."""
        joined = InMemoryStorage()
        joined.save(SHEET, ContentFile(join_style_sheets(paths)))
        yield from super().post_process({**paths, SHEET: (joined, SHEET)}, *args, **kwargs)


def join_style_sheets(paths: Files) -> str:
    """Return `css/app.css` with the contents of each sheet, in its layer, instead of its import."""
    return IMPORT.sub(
        lambda match: f"@layer {match[2]} {{\n{read_static_file(paths, f'css/{match[1]}')}}}",
        read_static_file(paths, SHEET),
    )


def read_static_file(paths: Files, name: str) -> str:
    """Return the text of a static file."""
    storage, path = paths[name]
    with storage.open(path) as file:
        return str(file.read().decode())
