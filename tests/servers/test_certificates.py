"""The certificate authority of an installation, and the certificate of its computer."""

from __future__ import annotations

import subprocess
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, ed25519
from cryptography.hazmat.primitives.serialization import BestAvailableEncryption, Encoding, PrivateFormat
from cryptography.x509.oid import NameOID

from scorekeeper.addresses import names_of_this_computer
from scorekeeper.certificates import BadCertificate, home
from scorekeeper.certificates.home import HomeCertificate
from scorekeeper.installation import Installation
from scorekeeper.store import backup

NAMES = ("koi.local", "localhost", "127.0.0.1", "::1", "192.168.1.20")
NOW = datetime(2026, 11, 22, 21, 30, tzinfo=UTC)


class Clock:
    """A clock that a test sets."""

    def __init__(self) -> None:
        self.now = NOW

    def __call__(self) -> datetime:
        return self.now


def made(folder: Path, *names: str, clock: Clock | None = None) -> HomeCertificate:
    return HomeCertificate(folder, names or NAMES, clock or Clock())


def certificate(folder: Path) -> x509.Certificate:
    return x509.load_pem_x509_certificate((folder / "certificate.pem").read_bytes())


def verified(folder: Path, *options: str) -> str:
    """What openssl says of the certificate of a folder, as a browser that trusts its authority."""
    command = ["openssl", "verify", "-x509_strict", "-purpose", "sslserver", "-attime"]
    command += [str(int((NOW + timedelta(hours=1)).timestamp())), "-CAfile", str(folder / "authority.pem")]
    ran = subprocess.run(
        [*command, *options, str(folder / "certificate.pem")], capture_output=True, text=True
    )
    return "OK" if ran.returncode == 0 else ran.stderr


@pytest.mark.parametrize("name", NAMES)
def test_another_program_accepts_the_chain_for_every_name(tmp_path: Path, name: str) -> None:
    made(tmp_path)
    option = "-verify_ip" if name[0].isdigit() or name[0] == ":" else "-verify_hostname"
    assert verified(tmp_path, option, name) == "OK"


@pytest.mark.parametrize(
    ("option", "name"), [("-verify_ip", "192.168.1.21"), ("-verify_hostname", "example.com")]
)
def test_another_program_refuses_other_names(tmp_path: Path, option: str, name: str) -> None:
    made(tmp_path)
    assert "mismatch" in verified(tmp_path, option, name)


@pytest.mark.parametrize("name", ["example.com", "local.example.com", "93.184.215.14", "2606:4700::1111"])
def test_the_authority_cannot_vouch_for_the_internet(tmp_path: Path, name: str) -> None:
    """Not even whoever has its private key."""
    kept = made(tmp_path)
    assert not kept.authority.permits(name)
    forged = home._issue(kept.authority, [name], NOW)
    (tmp_path / "certificate.pem").write_bytes(forged.pem(kept.authority.certificate))
    assert "permitted subtree violation" in verified(tmp_path)


@pytest.mark.parametrize(
    "name", ["tea.local", "pi.lan", "10.9.8.7", "172.31.0.1", "192.168.77.1", "169.254.3.4", "fd00::7"]
)
def test_the_authority_vouches_for_home_networks_to_come(tmp_path: Path, name: str) -> None:
    assert made(tmp_path).authority.permits(name)


@pytest.mark.parametrize("name", ["172.32.0.1", "192.169.0.1", "tea-local", "notlocal", "8.8.8.8"])
def test_names_just_beside_home_networks_are_not_permitted(tmp_path: Path, name: str) -> None:
    assert not made(tmp_path).authority.permits(name)


def test_an_authority_of_a_computer_with_a_public_address_permits_that_one(tmp_path: Path) -> None:
    kept = made(tmp_path, "koi.local", "198.51.100.7")
    assert kept.covers("198.51.100.7")
    assert not kept.authority.permits("198.51.100.8")


@pytest.mark.parametrize("name", ["dev", "app", "koi", "com", "koi.example.org"])
def test_an_authority_vouches_for_no_name_below_that_of_its_computer(tmp_path: Path, name: str) -> None:
    """``dev`` is also the end of names of the internet."""
    kept = made(tmp_path, name, f"{name}.local", "192.168.1.20")
    for forged in (name, f"www.{name}"):
        assert not kept.authority.permits(forged)
        issued = home._issue(kept.authority, [forged], NOW)
        (tmp_path / "certificate.pem").write_bytes(issued.pem(kept.authority.certificate))
        assert "permitted subtree violation" in verified(tmp_path)
    assert kept.covers(f"{name}.local") and kept.covers("192.168.1.20")


def test_what_the_authority_says_of_itself(tmp_path: Path) -> None:
    authority = made(tmp_path).authority
    assert authority.name == "Koi-Koi scorekeeper of koi.local"
    assert authority.is_limited
    loaded = x509.load_der_x509_certificate(authority.file)
    assert loaded.fingerprint(hashes.SHA256()).hex().upper() == authority.fingerprint.replace(":", "")
    basic = loaded.extensions.get_extension_for_class(x509.BasicConstraints)
    assert (basic.critical, basic.value.ca, basic.value.path_length) == (True, True, 0)
    assert loaded.extensions.get_extension_for_class(x509.NameConstraints).critical


@pytest.mark.parametrize("length", [43, 44, 63])
def test_a_long_name_of_the_computer_is_cut(tmp_path: Path, length: int) -> None:
    assert len(made(tmp_path, "k" * length, "127.0.0.1").authority.name) == min(64, 23 + length)


def test_only_the_owner_may_read_the_private_keys(tmp_path: Path) -> None:
    made(tmp_path / "https")
    assert (tmp_path / "https").stat().st_mode & 0o777 == 0o700
    for name in ("authority.pem", "certificate.pem"):
        assert (tmp_path / "https" / name).stat().st_mode & 0o777 == 0o600


def test_it_is_valid_for_at_most_397_days_and_already_for_a_slow_clock(tmp_path: Path) -> None:
    made(tmp_path)
    valid = certificate(tmp_path)
    assert valid.not_valid_after_utc - valid.not_valid_before_utc < timedelta(days=397)
    assert valid.not_valid_before_utc <= NOW - timedelta(days=2)


def test_nothing_is_made_anew_without_a_reason(tmp_path: Path) -> None:
    made(tmp_path)
    before = [path.read_bytes() for path in sorted(tmp_path.iterdir())]
    made(tmp_path).context("192.168.1.20")
    made(tmp_path, "koi", "127.0.0.1")  # fewer names are no reason
    assert [path.read_bytes() for path in sorted(tmp_path.iterdir())] == before


@pytest.mark.parametrize(
    ("passed", "renewed"),
    [
        (timedelta(days=364, hours=23), False),  # 30 days are left
        (timedelta(days=365, hours=1), True),
        (timedelta(days=4000), True),
        (timedelta(days=-1, hours=-23), False),  # the clock was set back
        (timedelta(days=-3), True),
        (timedelta(days=-10_000), True),
    ],
)
@pytest.mark.parametrize("running", [True, False])
def test_it_is_renewed_in_time_also_when_the_clock_jumps(
    tmp_path: Path, passed: timedelta, renewed: bool, running: bool
) -> None:
    clock = Clock()
    kept = made(tmp_path, clock=clock)
    before, authority = certificate(tmp_path), kept.authority.file
    context = kept.context("127.0.0.1")
    clock.now += passed
    again = kept if running else made(tmp_path, clock=clock)
    assert (again.context("127.0.0.1") is not context) is (renewed or not running)
    after = certificate(tmp_path)
    assert (after != before) is renewed
    assert after.not_valid_before_utc <= clock.now <= after.not_valid_after_utc
    assert again.authority.file == authority


def test_a_new_address_is_added_while_it_runs_and_kept_by_the_next_renewal(tmp_path: Path) -> None:
    clock = Clock()
    kept = made(tmp_path, clock=clock)
    context = kept.context("10.0.0.7")
    assert kept.covers("10.0.0.7")
    assert kept.context("10.0.0.7") is context
    clock.now += timedelta(days=370)
    assert kept.context("127.0.0.1") is not context
    assert kept.covers("10.0.0.7")
    assert kept.covers("192.168.1.20")


def test_a_new_address_at_the_start_is_added(tmp_path: Path) -> None:
    made(tmp_path)
    assert made(tmp_path, "koi", "192.168.1.99").covers("192.168.1.99")


def test_an_address_that_the_authority_may_not_vouch_for_is_left_out(tmp_path: Path) -> None:
    kept = made(tmp_path)
    context = kept.context("127.0.0.1")
    assert kept.context("8.8.8.8") is context
    assert not made(tmp_path, "koi", "8.8.8.8").covers("8.8.8.8")


def test_a_renewal_that_cannot_be_written_leaves_the_one_before(tmp_path: Path) -> None:
    clock = Clock()
    kept = made(tmp_path, clock=clock)
    context = kept.context("127.0.0.1")
    (tmp_path / "certificate.pem").unlink()
    (tmp_path / "certificate.pem").mkdir()
    clock.now += timedelta(days=370)
    assert kept.context("127.0.0.1") is context
    (tmp_path / "certificate.pem").rmdir()
    assert kept.context("127.0.0.1") is not context


def pair(key: Any, *, authority: bool) -> bytes:
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "somebody else")])
    builder = x509.CertificateBuilder(
        name,
        name,
        key.public_key(),
        1,
        NOW,
        NOW + timedelta(days=9),
    )
    builder = builder.add_extension(x509.BasicConstraints(authority, None), True)
    algorithm = None if isinstance(key, ed25519.Ed25519PrivateKey) else hashes.SHA256()
    signed = builder.sign(key, algorithm)
    return home.KeyPair(key, signed).pem()


def broken(what: str, good: bytes) -> bytes:
    key = ec.generate_private_key(ec.SECP256R1())
    match what:
        case "empty":
            return b""
        case "cut off":
            return good[:100]
        case "locked":
            return key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, BestAvailableEncryption(b"secret"))
        case "key only":
            return good.partition(b"-----BEGIN CERTIFICATE")[0]
        case "certificate only":
            return good[good.index(b"-----BEGIN CERTIFICATE") :]
        case "other key":
            mine = pair(key, authority=True)
            return mine.partition(b"-----BEGIN CERTIFICATE")[0] + broken("certificate only", good)
        case "unusual key":
            return pair(ed25519.Ed25519PrivateKey.generate(), authority=True)
        case "foreign":
            return pair(key, authority=False)
    raise ValueError(what)


FAULTS = [
    ("empty", "has no private key"),
    ("cut off", "has a private key that is damaged or locked by a password"),
    ("locked", "has a private key that is damaged or locked by a password"),
    ("key only", "has no certificate beside its private key"),
    ("certificate only", "has no private key"),
    ("other key", "has a certificate of another private key"),
    ("unusual key", "has a private key of a kind that browsers do not know"),
]


@pytest.mark.parametrize(
    ("file", "what", "fault"),
    [
        *(("authority.pem", *row) for row in FAULTS),
        *(("certificate.pem", *row) for row in FAULTS),
        ("authority.pem", "foreign", "has a certificate that may not vouch for others"),
        ("certificate.pem", "foreign", "is not of"),
    ],
)
def test_a_file_that_cannot_be_used_is_named_and_left_alone(
    tmp_path: Path, file: str, what: str, fault: str
) -> None:
    made(tmp_path)
    path = tmp_path / file
    content = broken(what, path.read_bytes())
    path.write_bytes(content)
    with pytest.raises(BadCertificate, match=fault) as caught:
        made(tmp_path)
    assert str(path) in str(caught.value)
    assert str(caught.value).count("\n") == 0
    assert path.read_bytes() == content


def test_a_certificate_of_another_authority_is_named_and_left_alone(tmp_path: Path) -> None:
    """It is for the same names, so nothing else is wrong with it."""
    for home_of in ("here", "there"):
        made(tmp_path / home_of)
    path = tmp_path / "here" / "certificate.pem"
    content = (tmp_path / "there" / "certificate.pem").read_bytes()
    path.write_bytes(content)
    with pytest.raises(BadCertificate, match="is not of"):
        made(tmp_path / "here")
    assert path.read_bytes() == content


def test_an_authority_of_somebody_else_is_used(tmp_path: Path) -> None:
    """A household that has one already puts it there."""
    key = ec.generate_private_key(ec.SECP256R1())
    (tmp_path / "authority.pem").write_bytes(pair(key, authority=True))
    kept = made(tmp_path)
    assert kept.authority.name == "somebody else"
    assert not kept.authority.is_limited
    assert kept.covers("192.168.1.20")


def test_a_restored_backup_has_the_authority_that_the_phones_trust(tmp_path: Path) -> None:
    installation = Installation(tmp_path / "here")
    before = made(installation.folder / "https").authority.file
    installation.back_up(tmp_path / "koi-koi.zip")
    installation.release()
    backup.restore(tmp_path / "there", tmp_path / "koi-koi.zip")
    assert made(tmp_path / "there" / "https").authority.file == before


def test_the_names_of_this_computer_are_usable_in_a_certificate(tmp_path: Path) -> None:
    names = names_of_this_computer("0.0.0.0")
    assert {"localhost", "127.0.0.1", "::1"} <= set(names)
    assert "0.0.0.0" not in names
    assert "192.168.7.7" in names_of_this_computer("192.168.7.7")
    kept = made(tmp_path, *names)
    assert all(kept.covers(name) == kept.authority.permits(name) for name in names)
    assert any(kept.covers(name) for name in names if name.endswith(".local"))
