"""Signatures inside reports: those of the command line, each side verifying the other's."""

from __future__ import annotations

import json
import pickle
import stat
import subprocess
from pathlib import Path
from typing import Any

import pytest

import expost
import expost.signing
from test_command_line import COMMAND, NODE, command

pytest.importorskip("cryptography", reason="there is no cryptography here")
with_command_line = pytest.mark.skipif(
    NODE is None or not COMMAND.exists(), reason="there is no built command line here (npm run build)"
)


@pytest.fixture(name="key")
def _key(tmp_path: Path) -> expost.signing.SecretKey:
    return expost.signing.new_key(tmp_path / "publisher.key", password=None)


@pytest.fixture(name="signed")
def _signed(frame: Any, study: expost.Study, key: expost.signing.SecretKey, tmp_path: Path) -> expost.Report:
    return expost.publish(frame, study).report.sign(key)


def test_a_signed_report_is_the_report_with_one_more_key(
    signed: expost.Report, key: expost.signing.SecretKey, tmp_path: Path
) -> None:
    assert list(signed.document)[-1] == "x-signature"
    signature = signed.document["x-signature"]
    assert list(signature) == ["key", "value", "comment", "commentValue"]
    assert signature["comment"].startswith("signed on 2")
    signed.save(tmp_path / "report.json")
    (tmp_path / "publisher.pub").write_text(f"untrusted comment: x\n{key.public}\n")
    for wanted in (None, key.public, tmp_path / "publisher.pub"):
        loaded = expost.load_report(tmp_path / "report.json", signed_by=wanted)
        assert loaded.signer == key.public == signature["key"]
    assert pickle.loads(pickle.dumps(signed)).signer == key.public
    assert expost.load_report(signed.document).signer is None
    # The report says the same as before.
    record = {"age": 37, "card": "day", "adult": "yes", "late": "no"}
    unsigned = {name: value for name, value in signed.document.items() if name != "x-signature"}
    assert signed.bound(record).total == expost.Report(unsigned).bound(record).total


def test_the_secret_key_is_its_owners_alone_and_never_overwritten(
    key: expost.signing.SecretKey, tmp_path: Path
) -> None:
    path = tmp_path / "publisher.key"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    before = path.read_bytes()
    with pytest.raises(FileExistsError, match="a key is never overwritten"):
        expost.signing.new_key(path, password=None)
    assert path.read_bytes() == before
    assert expost.signing.read_key(path) == key
    assert expost.signing.new_key(tmp_path / "other.key", password=None).public != key.public
    for secret in (repr(key), str(key)):
        assert key._seed.hex() not in secret
        assert repr(key._seed) not in secret


@with_command_line
def test_each_side_verifies_what_the_other_signed(
    frame: Any, study: expost.Study, key: expost.signing.SecretKey, tmp_path: Path
) -> None:
    report = expost.publish(frame, study).report
    report.save(tmp_path / "report.json")
    report.sign(key, comment="für alle \U0001f600").save(tmp_path / "ours.json")
    assert command("verify", tmp_path / "ours.json", "--key", key.public) == f"signed by {key.public}\n"
    # With the same key, comment and bytes it is the same file.
    files = (tmp_path / "report.json", "--key", tmp_path / "publisher.key", "--out", tmp_path / "theirs.json")
    command("sign", *files, "--comment", "für alle \U0001f600")
    assert (tmp_path / "ours.json").read_bytes() == (tmp_path / "theirs.json").read_bytes()
    # And with a key of theirs.
    shown = command("key", tmp_path / "their.key", "--no-password")
    theirs = expost.signing.read_key(tmp_path / "their.key")
    assert theirs.public == expost.signing.public_key(shown)
    report.sign(theirs).save(tmp_path / "again.json")
    assert command("verify", tmp_path / "again.json") == f"signed by {theirs.public}\n"
    # A file with a mark and other line ends, as an editor may leave it.
    edited = b"\xef\xbb\xbf" + report.text.replace("\n", "\r\n").encode() + b"\r\n"
    (tmp_path / "edited.json").write_bytes(edited)
    command("sign", tmp_path / "edited.json", "--key", tmp_path / "their.key", "--out", tmp_path / "e.json")
    loaded = expost.load_report(tmp_path / "edited.json")
    assert expost.load_report(tmp_path / "e.json").signer == theirs.public
    assert loaded.sign(theirs).signer == theirs.public
    loaded.sign(theirs).save(tmp_path / "e2.json")
    assert command("verify", tmp_path / "e2.json") == f"signed by {theirs.public}\n"


@with_command_line
def test_passwords_of_either_side(tmp_path: Path) -> None:
    """At minisign's own cost, a second and a gibibyte each."""
    (tmp_path / "password").write_text("grün\n")
    ours = expost.signing.new_key(tmp_path / "ours.key", password="grün")
    command("key", tmp_path / "theirs.key", "--password-file", tmp_path / "password")
    theirs = expost.signing.read_key(tmp_path / "theirs.key", password=lambda: "grün")
    sample = COMMAND.parents[2] / "sample/report.json"
    for name, key in (("ours", ours), ("theirs", theirs)):
        given = ("--key", tmp_path / f"{name}.key", "--password-file", tmp_path / "password")
        signed = tmp_path / f"{name}.json"
        command("sign", sample, *given, "--out", signed, "--experiment")
        assert expost.load_report(signed).signer == key.public
    with pytest.raises(expost.ArgumentError, match=r"ours\.key: the password is wrong"):
        expost.signing.read_key(tmp_path / "ours.key", password="green")
    with pytest.raises(expost.ArgumentError, match=r"ours\.key: has a password"):
        expost.signing.read_key(tmp_path / "ours.key")


def _changes(text: str, other: dict[str, Any]) -> dict[str, str]:
    signature = json.loads(text)["x-signature"]

    def put(**changed: Any) -> str:
        def written(value: Any) -> str:
            return json.dumps(value, separators=(",", ":"), ensure_ascii=False)

        return text.replace(written(signature), written({**signature, **changed}))

    value: str = signature["value"]
    key: str = signature["key"]
    flipped = value[:40] + ("B" if value[40] == "A" else "A") + value[41:]
    return {
        "a number": text.replace('"epsilon": 1', '"epsilon": 2', 1),
        "a blank": text.replace('"format":', '"format" :'),
        "line ends": text.replace("\n", "\r\n"),
        "a byte of the signature": put(value=flipped),
        "the comment": put(comment="signed on 2020-01-01"),
        "another's key": put(key=other["key"]),
        # Characters 4 to 13 of the base64 are the key's number.
        "another number of the same key": put(key=key[:6] + ("B" if key[6] == "A" else "A") + key[7:]),
        "another's signature": put(value=other["value"], commentValue=other["commentValue"]),
        "the hash that browsers lack": put(value="RU" + value[2:]),
        "no value": put(value=None),
        "a list": text.replace('"x-signature": {', '"x-signature": [{').replace('"}\n}', '"}]\n}'),
        "a key behind it": text.replace('"}\n}', '"},\n  "x-more": 1\n}'),
        "a blank in base64": put(value=value[:8] + " " + value[8:]),
        "a long comment": put(comment="a" * 201),
    }


@pytest.mark.parametrize(
    "change",
    list(
        _changes(
            '{"x-signature":{"value":"' + "A" * 100 + '","key":"' + "A" * 56 + '"}}',
            {"key": "", "value": "", "commentValue": ""},
        )
    ),
)
def test_what_was_changed_after_it_was_signed_is_refused(
    change: str, signed: expost.Report, tmp_path: Path
) -> None:
    attacker = expost.signing.new_key(tmp_path / "attacker.key", password=None)
    unsigned = {name: value for name, value in signed.document.items() if name != "x-signature"}
    other = expost.Report(unsigned).sign(attacker).document["x-signature"]
    changed = _changes(signed.text, other)[change]
    assert changed != signed.text
    path = tmp_path / "changed.json"
    path.write_bytes(changed.encode())
    for wanted in (None, signed.signer):
        with pytest.raises(expost.ReportError, match="the signature doesn't fit") as refused:
            expost.load_report(path, signed_by=wanted)
        assert refused.value.code == "signature-wrong"
        assert str(path) in str(refused.value)
    if NODE is not None and COMMAND.exists():
        done = subprocess.run(
            [NODE, COMMAND, "verify", path], capture_output=True, text=True, check=False, encoding="utf-8"
        )
        assert done.returncode == 1
        assert "the signature doesn't fit" in done.stderr


def test_a_key_that_did_not_sign_it(signed: expost.Report, tmp_path: Path) -> None:
    other = expost.signing.new_key(tmp_path / "other.key", password=None)
    signed.save(tmp_path / "signed.json")
    unsigned = {name: value for name, value in signed.document.items() if name != "x-signature"}
    expost.Report(unsigned).save(tmp_path / "unsigned.json")
    for name in ("signed.json", "unsigned.json"):
        with pytest.raises(expost.ReportError, match="that key did not sign it") as refused:
            expost.load_report(tmp_path / name, signed_by=other.public)
        assert refused.value.code == "signature-missing"
    with pytest.raises(expost.ReportError) as unchecked:
        expost.load_report(signed.document, signed_by=other.public)
    assert unchecked.value.code == "signature-unchecked"
    for wrong in ("", "RW", other.public[:-1], other.public + "=", "RU" + other.public[2:]):
        with pytest.raises(expost.ArgumentError, match="is no public key"):
            expost.load_report(tmp_path / "signed.json", signed_by=wrong)


def test_without_cryptography_nobody_is_named_and_a_wanted_key_is_refused(
    signed: expost.Report, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(expost.signing, "find_spec", lambda _: None)
    assert expost.Report.from_text(signed.text).signer is None
    with pytest.raises(expost.ReportError) as refused:
        expost.Report.from_text(signed.text, signed_by=signed.document["x-signature"]["key"])
    assert refused.value.code == "signature-unchecked"


def test_what_is_not_signed(
    signed: expost.Report, report: expost.Report, key: expost.signing.SecretKey
) -> None:
    with pytest.raises(expost.ArgumentError, match="has a signature already"):
        signed.sign(key)
    with pytest.raises(expost.ArgumentError, match="is an experiment"):
        report.sign(key)
    assert report.sign(key, experiment=True).signer == key.public
    for comment in ("a\nb", "a" * 201, "\u202e", "\ud800", "\U0001f600" * 101):
        with pytest.raises(expost.ArgumentError, match="comment must be one line"):
            report.sign(key, comment=comment, experiment=True)


@pytest.mark.parametrize("content", ["", "RW", "A" * 212, "\x00", "untrusted comment: x\n"])
def test_files_that_are_no_keys(content: str, tmp_path: Path) -> None:
    (tmp_path / "no.key").write_text(content)
    with pytest.raises(expost.ArgumentError, match=r"no\.key: is no secret key"):
        expost.signing.read_key(tmp_path / "no.key")


def test_a_damaged_key_signs_nothing(key: expost.signing.SecretKey, tmp_path: Path) -> None:
    path = tmp_path / "publisher.key"
    lines = path.read_text().splitlines()
    lines[1] = lines[1][:90] + ("A" if lines[1][90] != "A" else "B") + lines[1][91:]
    path.write_text("\n".join(lines))
    with pytest.raises(expost.ArgumentError, match="the key is damaged"):
        expost.signing.read_key(path)
