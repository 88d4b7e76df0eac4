"""The rule sets: listed, shown in words, compared, changed."""

from __future__ import annotations

from flask import Blueprint

pages = Blueprint("rules", __name__, url_prefix="/rules")
