"""Drawings as SVG: every place in them is worked out here."""
