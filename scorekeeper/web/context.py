"""What a request works with: the installation, its store, the rule sets of its table, its address."""

from __future__ import annotations

from flask import current_app, request

from ..addresses import first_address, for_other_phones


def outside_address() -> str:
    """Scheme, host and port for other phones, such as http://192.168.1.20:8000."""
    host = request.host or request.headers.get("Host", "")  # Werkzeug refuses names such as my_pc
    return f"{request.scheme}://{for_other_phones(host)}"


def scanned(path: str) -> str:
    """What a QR code for another phone holds: an address of this app, by way of how to trust this computer if
    its certificate is one of its own."""
    address = outside_address()
    return first_address(address, path) if current_app.extensions["authority"] else address + path
