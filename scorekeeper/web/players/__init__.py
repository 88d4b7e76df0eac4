"""Players: everybody who played, a page each, who is who."""
