"""What an XLSX file costs to read, told by its elements before openpyxl makes an object of each."""

from __future__ import annotations

import zipfile
from collections.abc import Mapping
from xml.parsers import expat

MOST_WEIGHT = 1_500_000  # 16 MB of cells and strings weigh about 1,100,000; what weighs the most takes 4 seconds
WEIGHTS = {"c": 1, "f": 1, "is": 1, "t": 1, "v": 1, "row": 4, "si": 4}
LONGEST_FORMAT = 255  # of a number, as in Excel; openpyxl's search takes the square of its length
OTHER_WEIGHT = 20  # a style, say: a club has hundreds at most, and Excel takes 65,490


class TooHeavy(Exception):
    """The elements seen so far are more than can be read in good time."""


class ElementScales:
    """Weighs elements one after another."""

    weight = 0

    def add(self, name: str, attributes: Mapping[str, str]) -> None:
        """Add an element, whatever its prefix. Raises: TooHeavy."""
        self.weight += WEIGHTS.get(name.rpartition(":")[2], OTHER_WEIGHT)
        if self.weight > MOST_WEIGHT or len(attributes.get("formatCode", "")) > LONGEST_FORMAT:
            raise TooHeavy


def is_too_heavy(archive: zipfile.ZipFile) -> bool:
    """Say whether the parts of a file together have too many elements."""
    scales = ElementScales()
    for part in archive.infolist():
        parser = expat.ParserCreate()
        parser.StartElementHandler = scales.add
        try:
            with archive.open(part) as content:
                parser.ParseFile(content)
        except expat.ExpatError:
            continue  # a picture, or what its reader refuses
        except TooHeavy:
            return True
    return False
