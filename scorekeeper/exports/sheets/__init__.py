"""The scoresheet: one value, and a module for each form in which it is written."""
