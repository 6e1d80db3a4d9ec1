"""Pages of accounts: allauth's with small changes, and our own about invitations."""
