"""The home page, the page of a board, and a board on screens, on paper and in other sites."""
