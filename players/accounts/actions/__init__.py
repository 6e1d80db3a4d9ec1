"""Create accounts, invite people and link accounts to players."""
