"""Keys to sign reports with: minisign's, as ``expost key`` makes them.

`Report.sign` signs with one, and `load_report` verifies. Needs the package ``cryptography``
(``pip install "expost[signing]"``). docs/signing.md says what a signature means: anybody can make a
key, so compare it with the one that the publisher shows.
"""

from __future__ import annotations

import base64
import hashlib
import json
import os
import secrets
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timezone
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .errors import ArgumentError, ReportError

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

__all__ = ["SecretKey", "new_key", "public_key", "read_key"]

_KEY = '"x-signature"'
_LONGEST_COMMENT = 200

# The file of a secret key (cli/signing/secret-key.js): "Ed", how it is encrypted, "B2", salt,
# costs, and the secret part: key number, seed, public key, check sum.
_ALGORITHM = b"Ed"
_ENCRYPTED = b"Sc"
_PLAIN = b"\0\0"
_CHECK_SUM = b"B2"
_LENGTH = 158
_OPERATIONS = 33554432
_MEMORY = 1073741824
_BLOCK = 8


@dataclass(frozen=True)
class SecretKey:
    """A key to sign with: as secret as its file.

    Attributes
    ----------
    public : str
        The public key, RW…: for everybody.
    """

    _number: bytes
    _seed: bytes
    public: str

    def __repr__(self) -> str:
        return f"<expost.signing.SecretKey of {self.public}>"


def new_key(path: str | Path, *, password: str | None) -> SecretKey:
    """Make a key and write its secret file, for its owner alone; it is never overwritten.

    Parameters
    ----------
    path
        A new file.
    password
        Encrypts the file. None: whoever has the file can sign.
    """
    number, seed = secrets.token_bytes(8), secrets.token_bytes(32)
    public = _public_half(seed)
    body = number + seed + public
    if password is None:
        head = _ALGORITHM + _PLAIN + _CHECK_SUM + bytes(48)
        secret = body + bytes(32)
    else:
        salt = secrets.token_bytes(32)
        costs = _OPERATIONS.to_bytes(8, "little") + _MEMORY.to_bytes(8, "little")
        head = _ALGORITHM + _ENCRYPTED + _CHECK_SUM + salt + costs
        secret = _masked(body + _sum(body), password, salt, _OPERATIONS, _MEMORY)
    what = "secret key" if password is None else "encrypted secret key"
    text = f"untrusted comment: minisign {what}\n{_text(head + secret)}\n"
    try:
        handle = os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
    except FileExistsError as error:
        raise FileExistsError(f"{path} is there already, and a key is never overwritten") from error
    with os.fdopen(handle, "w", encoding="ascii") as file:
        file.write(text)
    return SecretKey(number, seed, _text(_ALGORITHM + number + public))


def read_key(path: str | Path, *, password: str | Callable[[], str] | None = None) -> SecretKey:
    """Read the file of a secret key, of `new_key`, ``expost key`` or ``minisign -G``.

    Parameters
    ----------
    path
        The file.
    password
        Of an encrypted one, or a function that asks for it, such as `getpass.getpass`.

    Raises
    ------
    ArgumentError
        For a file that is no key, and for a wrong password.
    """
    lines = Path(path).read_bytes().decode("utf-8", "replace").strip().splitlines()
    found = _bytes(lines[-1] if lines else "", _LENGTH)
    if found is None or found[:2] != _ALGORITHM or found[4:6] != _CHECK_SUM:
        raise _refused(path, "is no secret key; expost.signing.new_key and `expost key` make one")
    method, secret = found[2:4], found[54:]
    if method not in (_ENCRYPTED, _PLAIN):
        raise _refused(path, "is no secret key; expost.signing.new_key and `expost key` make one")
    if method == _ENCRYPTED:
        operations = int.from_bytes(found[38:46], "little")
        memory = int.from_bytes(found[46:54], "little")
        if operations > _OPERATIONS or memory > _MEMORY:
            raise _refused(path, "its password would cost more than minisign's own 1 GiB of memory to check")
        given = password() if callable(password) else password
        if given is None:
            raise _refused(path, "has a password: give it as password=")
        secret = _masked(secret, given, found[6:38], operations, memory)
        if secret[72:] != _sum(secret[:72]):
            raise _refused(path, "the password is wrong, or the key is damaged")
    number, seed, public = secret[:8], secret[8:40], secret[40:72]
    # A file whose two halves don't belong together would sign what nobody can verify.
    if _public_half(seed) != public:
        raise _refused(path, "the key is damaged")
    return SecretKey(number, seed, _text(_ALGORITHM + number + public))


def public_key(key: str | Path) -> str:
    """Return the public key in a text (RW…), or in the file that a `Path` names."""
    content = key.read_text("utf-8") if isinstance(key, Path) else key
    lines = content.strip().splitlines()
    line = lines[-1] if lines else ""
    found = _bytes(line, 42)
    if found is None or found[:2] != _ALGORITHM:
        what = f"{key}: is no public key" if isinstance(key, Path) else "this is no public key"
        raise ArgumentError(
            f"{what}, a line that begins with RW and has 56 characters", code="not-text", pointer="/key"
        )
    return line


def signed_text(text: str, key: SecretKey, comment: str | None) -> str:
    """Return a report's text with its signature as the last key (`Report.sign`)."""
    if comment is None:
        comment = f"signed on {datetime.now(timezone.utc).date().isoformat()}"
    # Length as JavaScript counts it, which verifies it.
    length = len(comment.encode("utf-16-le", "surrogatepass")) // 2
    odd = {"Cc", "Cf", "Zl", "Zp", "Cs"}
    if length > _LONGEST_COMMENT or any(unicodedata.category(character) in odd for character in comment):
        raise ArgumentError(
            f"comment must be one line of at most {_LONGEST_COMMENT} characters, without control characters",
            code="too-long",
            pointer="/comment",
        )
    if _parts(text) is not None:
        raise ArgumentError(
            "the report has a signature already: sign the one that it was made from",
            code="duplicate",
            pointer="/x-signature",
        )
    body = text.removeprefix("\ufeff").rstrip()[:-1].rstrip()
    private = _private(key._seed)
    value = private.sign(f"{body}\n}}\n".encode())
    signature = {
        "key": key.public,
        "value": _text(_ALGORITHM + key._number + value),
        "comment": comment,
        "commentValue": _text(private.sign(value + comment.encode())),
    }
    written = json.dumps(signature, ensure_ascii=False, separators=(",", ":"))
    return f"{body},\n  {_KEY}: {written}\n}}\n"


def signer_of(text: str, key: str | Path | None) -> str | None:
    """Return the public key that signed a report's text, None where nobody did (`load_report`).

    None as well where there is no Ed25519 here, and nobody asks for a key.
    """
    wanted = None if key is None else public_key(key)
    parts = _parts(text)
    if parts is None:
        if wanted is not None:
            raise _wrong("signature-missing", "that key did not sign it")
        return None
    message, signature = parts
    if find_spec("cryptography") is None:
        if wanted is None:
            return None
        raise _wrong(
            "signature-unchecked",
            'there is no Ed25519 here to check signatures with: pip install "expost[signing]"',
        )
    if not isinstance(signature, dict) or not _is_by(message.encode(), signature):
        raise _wrong(
            "signature-wrong",
            "the signature doesn't fit: the file was changed after it was signed, or is another one",
        )
    own: str = signature["key"]
    if wanted is not None and wanted != own:
        raise _wrong("signature-missing", "that key did not sign it")
    return own


def _parts(text: str) -> tuple[str, Any] | None:
    """Return what is signed, and the signature: None where it isn't the last key."""
    # No text inside the document can hold these characters: a quotation mark has a backslash there.
    at = text.rfind(_KEY)
    if at < 0:
        return None
    before = text[:at].removeprefix("\ufeff").rstrip()
    message = f"{before[:-1]}\n}}\n"
    try:
        found = json.loads("{" + text[at:], object_pairs_hook=list)
    except (json.JSONDecodeError, RecursionError):
        return message, None
    # Nobody could say of keys after it whether they are signed.
    if before.endswith(",") and len(found) == 1 and isinstance(found[0][1], list):
        pairs = found[0][1]
        if all(isinstance(pair, tuple) for pair in pairs):
            return message, dict(pairs)
    return message, None


def _is_by(message: bytes, signature: dict[str, Any]) -> bool:
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    own = _bytes(signature.get("key"), 42)
    value = _bytes(signature.get("value"), 74)
    overall = _bytes(signature.get("commentValue"), 64)
    comment = signature.get("comment")
    if own is None or value is None or overall is None or not isinstance(comment, str):
        return False
    if len(comment.encode("utf-16-le", "surrogatepass")) // 2 > _LONGEST_COMMENT:
        return False
    # The signature is of the bytes themselves, and by the key of this number.
    if own[:2] != _ALGORITHM or value[:10] != own[:10]:
        return False
    public = Ed25519PublicKey.from_public_bytes(own[10:])
    try:
        public.verify(value[10:], message)
        public.verify(overall, value[10:] + comment.encode("utf-8", "replace"))
    except InvalidSignature:
        return False
    return True


def _private(seed: bytes) -> Ed25519PrivateKey:
    try:
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
    except ImportError as error:
        raise ImportError('signing needs the package cryptography: pip install "expost[signing]"') from error
    return Ed25519PrivateKey.from_private_bytes(seed)


def _public_half(seed: bytes) -> bytes:
    return _private(seed).public_key().public_bytes_raw()


def _text(value: bytes) -> str:
    return base64.b64encode(value).decode("ascii")


def _bytes(text: Any, length: int) -> bytes | None:
    """Decode strict base64 of so many bytes; a second text for the same bytes is refused."""
    if not isinstance(text, str) or not text.isascii():
        return None
    try:
        found = base64.b64decode(text, validate=True)
    except ValueError:
        return None
    return found if len(found) == length and _text(found) == text else None


def _sum(body: bytes) -> bytes:
    return hashlib.blake2b(_ALGORITHM + body, digest_size=32).digest()


def _masked(secret: bytes, password: str, salt: bytes, operations: int, memory: int) -> bytes:
    """Encrypt the secret part of a file, or decrypt it; costs as libsodium picks them."""
    counted = max(operations, 32768)
    few = counted < memory // 32
    most = counted // (_BLOCK * 4) if few else memory // (_BLOCK * 128)
    log = 1
    while log < 63 and 1 << log <= most // 2:
        log += 1
    parallel = 1 if few else counted // 4 // (1 << log) // _BLOCK or 1
    stream = hashlib.scrypt(
        password.encode(),
        salt=salt,
        n=1 << log,
        r=_BLOCK,
        p=parallel,
        maxmem=2**31 - 1,
        dklen=len(secret),
    )
    return bytes(a ^ b for a, b in zip(secret, stream, strict=True))


def _refused(path: str | Path, message: str) -> ArgumentError:
    return ArgumentError(f"{path}: {message}", code="not-text", pointer="/key")


def _wrong(code: str, message: str) -> ReportError:
    return ReportError(message, code=code, pointer="/x-signature")
