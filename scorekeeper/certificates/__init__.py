"""HTTPS at home: a certificate authority of one's own, and the certificate of this computer made by it.

Needs the package cryptography, which is an extra; only ``home`` and what it imports load it.
"""
