from __future__ import annotations

import base64
import hashlib
import hmac
import json
import re
import time
from typing import Any, Iterable, Optional, Protocol, Tuple, Union, cast

from ._errors import SignatureError
from ._types import WebhookEvent


class Headers(Protocol):
    """Converts the headers of a request, from a dictionary or from a web framework's own type."""

    def items(self) -> Iterable[Tuple[str, Any]]: ...


def unwrap_webhook(
    body: Union[str, bytes],
    headers: Headers,
    secret: Union[str, Iterable[str]],
    *,
    tolerance_seconds: float = 300,
) -> WebhookEvent:
    """Verifies the signature of a webhook as Standard Webhooks 1.0 defines, and returns its event.

    body: the body exactly as received, because parsing and re-encoding JSON changes its signature.
    headers: the headers of the request, with names in any case.
    secret: the secret of the endpoint, `whsec_…`, or several secrets during a rotation.
    tolerance_seconds: the maximum difference between the attempt's timestamp and the current time.

    Raises SignatureError if no signature matches, or the request is too old: answer 400. Raises TypeError if the body is already parsed, and ValueError if a secret has another format.
    """
    if not isinstance(body, (str, bytes, bytearray, memoryview)):
        raise TypeError("Pass the body as text or bytes, as it was received, not as parsed JSON.")
    content = body.encode() if isinstance(body, str) else bytes(body)
    known = {name.lower(): str(value) for name, value in headers.items()}
    id, timestamp, signatures = (
        known.get(f"webhook-{name}") or "" for name in ("id", "timestamp", "signature")
    )
    seconds = int(timestamp) if re.fullmatch(r"[0-9]{1,15}", timestamp) else None
    if seconds is None or abs(time.time() - seconds) > tolerance_seconds:
        raise SignatureError(
            f"webhook-timestamp differs from the clock by more than {tolerance_seconds:g} seconds, or is missing.",
            code="signature_mismatch",
            param="webhook-timestamp",
        )
    signed = f"{id}.{timestamp}.".encode() + content
    given = [_decode(entry[3:]) for entry in signatures.split(" ") if entry.startswith("v1,")]
    keys = [_to_key(one) for one in ([secret] if isinstance(secret, str) else secret)]
    for key in keys:
        expected = hmac.new(key, signed, hashlib.sha256).digest()
        if any(one is not None and hmac.compare_digest(one, expected) for one in given):
            return cast(WebhookEvent, {**json.loads(content), "id": id})
    raise SignatureError(
        "No signature of the webhook is right. Check the endpoint’s secret.",
        code="signature_mismatch",
        param="webhook-signature",
    )


def _to_key(secret: str) -> bytes:
    key = _decode(secret[len("whsec_") :] if secret.startswith("whsec_") else secret)
    if not key:
        raise ValueError("A secret of an endpoint is whsec_ and base64.")
    return key


def _decode(text: str) -> Optional[bytes]:
    """Decodes base64. Returns None for invalid input."""
    try:
        return base64.b64decode(text, validate=True)
    except ValueError:
        return None
