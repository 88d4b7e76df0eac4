"""A computer in several networks says so, in networks that are really there."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from .namespaces import Network, network

AT_HOME = "192.168.1.20"
IN_A_TUNNEL = "10.8.0.2"


def says(here: Network, folder: Path, *options: str) -> str:
    """What the terminal shows before the QR code."""
    command = [sys.executable, "-m", "scorekeeper", "serve", "--instance", str(folder), *options]
    with here.started(command, folder, {**os.environ, "PYTHONUNBUFFERED": "1"}) as server:
        assert server.stdout
        said = ""
        while (line := server.stdout.readline()) and "Scan with" not in line and "No QR" not in line:
            said += line
    return " ".join(said.split())


@pytest.mark.parametrize(
    ("way_out", "shown", "other"),
    [
        (("via", "192.168.1.1"), AT_HOME, f"{IN_A_TUNNEL} (tun7)"),
        (("via", "10.8.0.1"), IN_A_TUNNEL, f"{AT_HOME} (wlan7)"),
        ((), AT_HOME, f"{IN_A_TUNNEL} (tun7)"),  # an access point: it has no way out
    ],
)
def test_a_computer_in_two_networks_shows_one_address_and_names_the_other(
    tmp_path: Path, way_out: tuple[str, ...], shown: str, other: str
) -> None:
    with network() as here:
        assert "http://127.0.0.1:8000 Key: " in says(here, tmp_path)
        for name, address in (("wlan7", AT_HOME), ("tun7", IN_A_TUNNEL)):
            here.run("ip", "link", "add", name, "type", "veth", "peer", "name", f"{name}-peer")
            here.run("ip", "address", "add", f"{address}/24", "dev", name)
            here.run("ip", "link", "set", f"{name}-peer", "up")
            here.run("ip", "link", "set", name, "up")
        if way_out:
            here.run("ip", "route", "add", "default", *way_out)
        said = says(here, tmp_path)
        assert said.startswith(f"http://{shown}:8000 Key: ")
        assert f"Other addresses of this computer: {other}. If phones cannot open the one above" in said
        chosen = other.partition(" ")[0]
        assert f"such as --address {chosen}." in said
        said = says(here, tmp_path, "--address", chosen)
        assert said.startswith(f"http://{chosen}:8000 Key: ")
        assert "Other addresses" not in said
