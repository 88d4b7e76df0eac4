"""Who may use an installation: links with a role, and the phones that they let in."""
