"""What a planned change would do, in figures and names: the words of every preview."""

from ladder.services.consequences.boards import BoardConsequences, describe_consequences
from ladder.services.consequences.digest import digest_preview
from ladder.services.consequences.tables import TablePair, list_table_pairs

__all__ = ["BoardConsequences", "TablePair", "describe_consequences", "digest_preview", "list_table_pairs"]
