"""The address under which other phones reach this app."""

from __future__ import annotations

from flask import request

from ..addresses import for_other_phones


def outside_address() -> str:
    """Scheme, host and port for other phones, such as http://192.168.1.20:8000."""
    host = request.host or request.headers.get("Host", "")  # Werkzeug refuses names such as my_pc
    return f"{request.scheme}://{for_other_phones(host)}"
