"""The code that both clients share: requests, retries and responses, without input or output.

A call is a generator, a `Flow`. It yields a `Try` to send, and gets the response or the error of httpx; or it yields a
number of seconds to wait. So the clients only need to send and wait.
"""

from __future__ import annotations

import json
import os
import random
import re
import time
import uuid
from dataclasses import dataclass, field
from email.utils import parsedate_to_datetime
from typing import Any, Dict, Generator, Mapping, Optional, Tuple, Type, Union
from urllib.parse import quote, urlencode

import httpx

from . import _errors as errors
from ._errors import DakiyaError
from ._version import __version__

#: If `Retry-After` is longer, the client does not retry.
LONGEST_RETRY_AFTER = 60.0
#: The maximum random delay before the first retry, in seconds. It doubles with each retry.
FIRST_DELAY = 0.5
LONGEST_DELAY = 8.0
#: The minimum timeout of a request with a file, in seconds.
FILE_TIMEOUT = 60.0


@dataclass(frozen=True)
class Request:
    """A call of the API, which may take several attempts."""

    method: str
    #: The path below `/api/v1`, such as `/messages`.
    path: str
    query: Optional[Mapping[str, Any]] = None
    #: A JSON body.
    body: Optional[Any] = None
    #: A form with files. Replaces the JSON body.
    form: Optional[Mapping[str, Any]] = None
    #: Sent as `Idempotency-Key` with every attempt.
    idempotency_key: Optional[str] = None
    #: Whether to retry if it is unknown whether the server carried out the first attempt. Default: true, except for a POST
    #: without an idempotency key.
    repeatable: Optional[bool] = None
    timeout: Optional[float] = None
    max_retries: Optional[int] = None


@dataclass(frozen=True)
class Try:
    """One HTTP request."""

    method: str
    url: str
    # Excluded from `repr`, because the headers contain the key.
    headers: Dict[str, str] = field(repr=False)
    timeout: float
    content: Optional[bytes] = None
    data: Optional[Dict[str, str]] = None
    files: Optional[Dict[str, Tuple[str, bytes]]] = None


@dataclass(frozen=True)
class Reply:
    status: int
    headers: Mapping[str, str]
    content: bytes


Flow = Generator[Union[Try, float], Any, Any]


class Core:
    """The settings of a client, and the steps of its calls."""

    def __init__(
        self,
        api_id: Optional[str],
        api_key: Optional[str],
        base_url: Optional[str],
        timeout: float,
        max_retries: int,
    ) -> None:
        self._headers = {
            "accept": "application/json",
            "user-agent": f"dakiya-python/{__version__}",
            "x-api-id": _required("api_id", api_id, "DAKIYA_ID"),
            "x-api-key": _required("api_key", api_key, "DAKIYA_KEY"),
        }
        url = _required("base_url", base_url, "DAKIYA_URL").rstrip("/")
        self.base_url = url[: -len("/api/v1")] if url.endswith("/api/v1") else url
        self._timeout = timeout
        self._max_retries = max_retries

    def request(self, request: Request) -> Flow:
        """Sends a request, with retries. Returns the response with its envelope; raises the error of the last try."""
        one = self._to_try(request)
        repeatable = request.repeatable
        if repeatable is None:
            repeatable = request.method != "POST" or request.idempotency_key is not None
        max_retries = self._max_retries if request.max_retries is None else request.max_retries
        retry = 0
        while True:
            try:
                return _read(one, (yield one))
            except DakiyaError as error:
                if retry >= max_retries or not _may_retry(error, repeatable):
                    raise
                retry_after = error.retry_after_seconds or 0
            # Random, so that clients that failed together do not retry together.
            yield retry_after + random.random() * min(LONGEST_DELAY, FIRST_DELAY * 2**retry)
            retry += 1

    def call(self, request: Request) -> Flow:
        """Sends a request. Returns the data of the response, with `next` and `hasMore` if the data itself is a page."""
        envelope = yield from self.request(request)
        data = envelope.get("data")
        if isinstance(data, dict) and "next" in envelope:
            return {**data, "hasMore": envelope.get("hasMore"), "next": envelope["next"]}
        return data

    def _to_try(self, request: Request) -> Try:
        headers = dict(self._headers)
        if request.idempotency_key is not None:
            headers["idempotency-key"] = request.idempotency_key
        timeout = self._timeout if request.timeout is None else request.timeout
        url = f"{self.base_url}/api/v1{request.path}{_to_query(request.query)}"
        if request.form is not None:
            if request.timeout is None:
                timeout = max(timeout, FILE_TIMEOUT)
            data, files = _to_form(request.form)
            return Try(request.method, url, headers, timeout, data=data, files=files)
        content = None
        if request.body is not None:
            headers["content-type"] = "application/json"
            content = json.dumps(request.body, ensure_ascii=False, separators=(",", ":")).encode()
        return Try(request.method, url, headers, timeout, content=content)


def key_of(given: Optional[str]) -> str:
    """Returns the given idempotency key, or a random one."""
    return str(uuid.uuid4()) if given is None else given


def fill(path: str, id: str) -> str:
    """Puts an id into a path. Raises ValueError if the id would change the structure of the path."""
    if not isinstance(id, str) or re.fullmatch(r"\.{0,2}", id):
        raise ValueError(f"{id!r} is not an id.")
    return path.replace("{id}", quote(id, safe=""))


def _required(name: str, given: Optional[str], variable: str) -> str:
    value = os.environ.get(variable) if given is None else given
    if not value:
        raise ValueError(f"Pass `{name}`, or set the environment variable {variable}.")
    return value


def _may_retry(error: DakiyaError, repeatable: bool) -> bool:
    """Whether a retry may succeed.

    A 409 is never retried: it does not mean that an equal request is in progress, because the API makes a repeated\nrequest wait for the first. `repeatable` says whether the request may be sent again even if the server may have carried it\nout.
    """
    if (error.retry_after_seconds or 0) > LONGEST_RETRY_AFTER:
        return False
    # The server rejected the request by a limit or did not read its body, so it has not carried the request
    # out.
    if isinstance(error, errors.RateLimitError) or error.status == 408:
        return True
    return repeatable and (
        (error.status or 0) >= 500 or isinstance(error, errors.ApiConnectionError)
    )


def _read(one: Try, reply: Union[Reply, Exception]) -> Dict[str, Any]:
    """Reads the response of an attempt. Raises DakiyaError unless the response is a success."""
    if isinstance(reply, (httpx.TimeoutException, TimeoutError)):
        raise errors.ApiTimeoutError(f"No response within {one.timeout:g} s.") from reply
    if isinstance(reply, Exception):
        raise errors.ApiConnectionError(f"The connection failed: {reply}") from reply
    body = _parse(reply.content)
    success = 200 <= reply.status < 300
    if success and isinstance(body, dict):
        return body
    if 300 <= reply.status < 400:
        message = "The server redirects elsewhere. Set `base_url` to its final address."
        raise DakiyaError(message, status=reply.status)
    if success:
        # A proxy cut the response, or answered instead of the API.
        raise errors.ApiConnectionError("The response is not JSON.", status=reply.status)
    raise _to_error(reply.status, reply.headers, body)


_by_status: Dict[int, Type[DakiyaError]] = {
    401: errors.AuthenticationError,
    402: errors.QuotaExceededError,
    403: errors.PermissionDeniedError,
    404: errors.NotFoundError,
    408: errors.ApiTimeoutError,
    409: errors.ConflictError,
    429: errors.RateLimitError,
}


def _class_of(status: int, code: str) -> Type[DakiyaError]:
    """Finds the error class.

    Where a status belongs to several classes, the code decides by its prefix, so that new codes have a class too.
    """
    if status in (422, 429):
        if code.startswith("otp_"):
            return errors.OtpError
        if code.startswith("dlt_") or code == "sender_not_registered":
            return errors.DltError
    usual = errors.ServerError if status >= 500 else errors.InvalidRequestError
    return _by_status.get(status, usual)


def _to_error(status: int, headers: Mapping[str, str], body: Any) -> DakiyaError:
    """Creates the error for a response, which a proxy may have sent instead of the API."""
    sent = body.get("error") if isinstance(body, dict) else None
    fields = dict(sent) if isinstance(sent, dict) else {}

    def text(name: str) -> Optional[str]:
        value = fields.pop(name, None)
        return value if isinstance(value, str) else None

    code = text("code")
    return _class_of(status, code or "")(
        text("message") or f"The server answered {status}.",
        status=status,
        code=code,
        param=text("param"),
        doc_url=text("docUrl"),
        request_id=text("requestId") or headers.get("x-request-id"),
        retry_after_seconds=_read_retry_after(headers.get("retry-after")),
        details=fields,
    )


def _read_retry_after(value: Optional[str]) -> Optional[float]:
    """Reads `Retry-After`, a number of seconds or a date. Returns seconds; None if the header is missing or invalid."""
    if value is None:
        return None
    if re.fullmatch(r"\s*[0-9]+\s*", value):
        return int(value)
    try:
        return max(0.0, parsedate_to_datetime(value).timestamp() - time.time())
    except (TypeError, ValueError):
        return None


def _parse(content: bytes) -> Any:
    try:
        return json.loads(content)
    except ValueError:
        return None


def _to_text(value: Any) -> str:
    return json.dumps(value) if isinstance(value, bool) else str(value)


def _to_query(query: Optional[Mapping[str, Any]]) -> str:
    given = [(name, _to_text(value)) for name, value in (query or {}).items() if value is not None]
    return f"?{urlencode(given)}" if given else ""


def _to_form(form: Mapping[str, Any]) -> Tuple[Dict[str, str], Dict[str, Tuple[str, bytes]]]:
    """Separates the fields of a form from its files, and reads the files, so that every attempt can send them."""
    data: Dict[str, str] = {}
    files: Dict[str, Tuple[str, bytes]] = {}
    for name, value in form.items():
        if isinstance(value, (bytes, bytearray)):
            files[name] = (name, bytes(value))
        elif isinstance(value, tuple):
            files[name] = (value[0], value[1])
        elif hasattr(value, "read"):
            path = getattr(value, "name", name)
            files[name] = (os.path.basename(path) if isinstance(path, str) else name, value.read())
        elif value is not None:
            data[name] = _to_text(value)
    return data, files
