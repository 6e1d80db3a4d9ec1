"""How rows are read and written in bulk; to understand the ledger you need not read it."""
