"""The colours of the style sheets, for pictures: the theme in light, and the tones of monograms."""

import math
import re
from functools import cache
from pathlib import Path

from django.conf import settings

type Colour = tuple[int, int, int]
STYLE_FOLDER = Path(settings.BASE_DIR) / "static" / "css"
THEME_COLOUR = re.compile(r"--([\w-]+): (?:light-dark\()?#([0-9a-f]{3}|[0-9a-f]{6})\b")
FACE_LETTERS = (255, 255, 255)
TONE_COLOUR = re.compile(r"--tone[:,] oklch\(([\d.]+) ([\d.]+) ([\d.]+)\)")


@cache
def read_colours() -> dict[str, Colour]:
    """Return the colours of `tokens.css` by name, of a pair the light one, and of faces: "tone-0" ..., "face"."""
    theme = THEME_COLOUR.findall((STYLE_FOLDER / "tokens.css").read_text())
    tones = TONE_COLOUR.findall((STYLE_FOLDER / "faces.css").read_text())
    found = {name: parse_hex_colour(text) for name, text in theme}
    found |= {f"tone-{number}": convert_oklch(*map(float, tone)) for number, tone in enumerate(tones)}
    return {**found, "face": FACE_LETTERS}


def find_hex_colour(name: str) -> str:
    """Return a colour as style sheets write it: "#0a3a45"."""
    return f"#{bytes(read_colours()[name]).hex()}"


def parse_hex_colour(text: str) -> Colour:
    """Return the colour of three or six digits."""
    whole = text if len(text) == 6 else "".join(digit * 2 for digit in text)
    red, green, blue = bytes.fromhex(whole)
    return red, green, blue


def convert_oklch(lightness: float, chroma: float, hue: float) -> Colour:
    """Return a colour of OKLCH, the hue in degrees, in sRGB; what screens can't show is cut off."""
    a, b = chroma * math.cos(math.radians(hue)), chroma * math.sin(math.radians(hue))
    long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
    middle = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
    short = (lightness - 0.0894841775 * a - 1.2914855480 * b) ** 3
    red = 4.0767416621 * long - 3.3077115913 * middle + 0.2309699292 * short
    green = -1.2684380046 * long + 2.6097574011 * middle - 0.3413193965 * short
    blue = -0.0041960863 * long - 0.7034186147 * middle + 1.7076147010 * short
    return encode_light(red), encode_light(green), encode_light(blue)


def encode_light(share: float) -> int:
    """Return a share of full light, from 0 to 1, as a byte of sRGB."""
    share = min(max(share, 0.0), 1.0)
    return round(255 * (12.92 * share if share <= 0.0031308 else 1.055 * share ** (1 / 2.4) - 0.055))
