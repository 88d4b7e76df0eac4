"""The page that says how to trust the certificate of this computer."""
