"""A rule set as a table would say it aloud: a topic a line, made from its settings."""
