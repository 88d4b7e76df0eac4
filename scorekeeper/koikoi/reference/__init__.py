"""A reference of every option: its values, who uses them, and an example that the evaluator works out."""
