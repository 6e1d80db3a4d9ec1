"""The page of a ladder's challenges, and the buttons that answer, call off and close them."""
