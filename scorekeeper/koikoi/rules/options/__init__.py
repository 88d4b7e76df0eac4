"""Every option of a rule set, a row each: its type, default, title, meaning, values, when it matters."""
