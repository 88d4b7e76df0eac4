"""What the forms of all pages share: numbers as people type them, and fields that say what they refuse."""
