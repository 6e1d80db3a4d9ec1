"""What a planned change would do, in figures and names: the words of every preview."""

from .boards import Consequence, consequences
from .tables import Beside, tables

__all__ = ["Beside", "Consequence", "consequences", "tables"]
