"""What a planned change would do, in figures and names: the words of every preview."""

from .boards import Consequence, consequences
from .digest import digest_of
from .tables import Beside, tables

__all__ = ["Beside", "Consequence", "consequences", "digest_of", "tables"]
