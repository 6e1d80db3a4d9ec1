"""Every address of the site, from the URL configuration itself, so that a test forgets none."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django.urls import URLPattern, URLResolver, get_resolver, reverse
from django.urls.resolvers import RoutePattern

SKIPPED = {"admin"}  # for the owner only
DEFAULTS = {"IntConverter": 1, "UUIDConverter": "6e8bc430-9c3a-11d9-9669-0800200c9a66"}

Values = Mapping[str, Sequence[Any]]


def patterns(resolver: URLResolver, space: str = "") -> Iterator[tuple[str, URLPattern]]:
    """Give the patterns below a resolver with their names, but for those of others that are regular expressions."""
    for one in resolver.url_patterns:
        if isinstance(one, URLResolver) and one.namespace not in SKIPPED:
            yield from patterns(one, f"{space}{one.namespace}:" if one.namespace else space)
        elif isinstance(one, URLPattern) and one.name and isinstance(one.pattern, RoutePattern):
            yield f"{space}{one.name}", one


def addresses(values: Values) -> Iterator[str]:
    """Give every address, with each of these values for its parts; a part that isn't among them gets any value.

    A value may be for the parts of one app: `players:pk`.
    """
    for name, pattern in patterns(get_resolver()):
        app = name.partition(":")[0]
        parts = {
            part: values.get(f"{app}:{part}") or values.get(part) or [DEFAULTS.get(type(kind).__name__, "x")]
            for part, kind in pattern.pattern.converters.items()
        }
        for number in range(max(map(len, parts.values()), default=1)):
            yield reverse(name, kwargs={part: known[number % len(known)] for part, known in parts.items()})
