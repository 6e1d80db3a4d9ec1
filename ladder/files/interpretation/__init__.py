"""What a club's own spreadsheet means: its columns, its dates, who won, and the rows that are no matches."""
