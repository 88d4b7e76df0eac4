"""Servers over plain HTTP, and over HTTPS with a certificate of this computer's own."""

from __future__ import annotations

import pytest

from scorekeeper.certificates.home import HomeCertificate

from .hosting import Clock


@pytest.fixture(scope="session")
def home_certificate(tmp_path_factory: pytest.TempPathFactory) -> HomeCertificate:
    return HomeCertificate(tmp_path_factory.mktemp("certificate"), ["koi", "localhost", "127.0.0.1"])


@pytest.fixture(params=["http", "https"])
def certificate(request: pytest.FixtureRequest, home_certificate: HomeCertificate) -> HomeCertificate | None:
    return None if request.param == "http" else home_certificate


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    for module in ("waitress.server", "scorekeeper.server.channel", "scorekeeper.server.listener"):
        monkeypatch.setattr(f"{module}.time", clock)
    return clock
