"""The pages about the rating systems: built from what a system says about itself, so a new one brings its own."""

from .answers import MOMENT, NAMES, Answer, answer
from .asking import inputs
from .cards import Card, cards
from .pages import Page, page

__all__ = ["MOMENT", "NAMES", "Answer", "Card", "Page", "answer", "cards", "inputs", "page"]
