"""What a table writes beside a match: its place and a note."""
