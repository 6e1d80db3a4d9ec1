"""Monograms: the initials of a name, and the tone that it keeps."""

from zlib import crc32

from players.privacy.redaction import HIDDEN_PLAYER

FACE_TONES = 12  # how many colours `faces.css` has
NO_INITIALS = "•"


def find_face_tone(name: str) -> int:
    """Return the number of the tone of a name, from 0: the same for the same name."""
    return crc32(name.encode()) % FACE_TONES


def find_initials(name: str) -> str:
    """Return the first letters of the first and the last word of a name: "AK"; a bullet for a hidden player."""
    words = [word for word in name.replace("-", " ").split() if word[0].isalpha()]
    if not words or name == HIDDEN_PLAYER:
        return NO_INITIALS
    return "".join(word[0].upper() for word in dict.fromkeys((words[0], words[-1])))
