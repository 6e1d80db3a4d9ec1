"""Access: who may do what (docs/roles.md), the guards of pages, and how much may be written within an hour."""
