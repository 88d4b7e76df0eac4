"""The page that lets other phones in."""
