"""How wide a short text is at most, before a browser has drawn it: in widths of its own font size."""

from unicodedata import combining

EM_PIXELS = 12  # the size of the letters on a chart
NARROW_LETTERS, NARROW = frozenset(" .,:;'’ijlIJ"), 0.32
WIDE_LETTERS, WIDE = frozenset("mwMWЖШЩЫЮжшщыюфωΩ—−½%&@…"), 1.1
CAPITAL, OTHER = 0.8, 0.64
FIRST_WIDE_SCRIPT = "\u1100"  # from here on letters are as wide as they are high, or nearly


def measure_text(text: str) -> float:
    """Return the most that a text takes in one of the usual fonts for pages, in ems."""
    return sum(map(measure_letter, text))


def measure_letter(letter: str) -> float:
    """Return the most that a letter takes, in ems."""
    if combining(letter):
        return 0.0
    if letter in NARROW_LETTERS:
        return NARROW
    if letter in WIDE_LETTERS or (letter >= FIRST_WIDE_SCRIPT and letter.isalpha()):
        return WIDE
    return CAPITAL if letter.isupper() else OTHER
