"""What a round is made from, and how rounds are shown."""
