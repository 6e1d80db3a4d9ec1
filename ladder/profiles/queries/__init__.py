"""What a player's pages print, already formatted."""
