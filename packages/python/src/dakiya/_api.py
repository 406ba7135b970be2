"""The parts of the API with their methods, including those that are not one request."""

from __future__ import annotations

import time
from typing import Any, Dict, Mapping, Optional, Protocol

from . import _resources as calls
from . import _types as t
from ._core import Core, Flow, Request
from ._errors import ApiTimeoutError
from ._methods import Kind, Later, Method, R_co, Resource, Runner, method

#: The final states of a message. `unknown` is not final, because a later receipt may still settle it.
FINAL_STATES = ("delivered", "undelivered", "failed", "expired", "cancelled")


class Waits(Protocol[R_co]):
    def __call__(self, id: str, *, timeout: float = 60) -> R_co: ...


def _wait_for_delivery(core: Core, id: str, *, timeout: float = 60) -> Flow:
    get = method("GET", "/messages/{id}").plan
    ends_at = time.monotonic() + timeout
    delay = 1.0
    while True:
        message = yield from get(core, id)
        if message["status"] in FINAL_STATES:
            return message
        left = ends_at - time.monotonic()
        if left <= 0:
            raise ApiTimeoutError(f"{id} is still “{message['status']}” after {timeout:g} s.")
        yield min(delay, left)
        delay = min(2 * delay, 16.0)


class Messages(calls.Messages[Kind]):
    """Methods for text messages to Indian mobile numbers."""

    wait_for_delivery: Method[Waits[t.GetMessageData], Waits[Later[t.GetMessageData]]] = Method(_wait_for_delivery)
    """Waits until a message is in a final state, such as `delivered` or `failed`, and returns it. Polls immediately, then
    after 1, 2, 4, 8 and 16 seconds, then every 16 seconds. Each poll is an API call, so use webhooks for many messages.
    Raises ApiTimeoutError if the message has no final state after `timeout` seconds; some receipts arrive after hours."""


class Sends(Protocol[R_co]):
    def __call__(
        self,
        method: str,
        path: str,
        *,
        query: Optional[Mapping[str, Any]] = None,
        body: Any = None,
        form: Optional[Mapping[str, Any]] = None,
        idempotency_key: Optional[str] = None,
        repeatable: Optional[bool] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> R_co: ...


def _request(core: Core, method: str, path: str, **fields: Any) -> Flow:
    return core.request(Request(method, path, **fields))


class Api(Resource[Kind]):
    """All parts of the API."""

    def __init__(self, runner: Runner) -> None:
        super().__init__(runner)
        self.messages: Messages[Kind] = Messages(runner)
        self.otp: calls.Otps[Kind] = calls.Otps(runner)
        self.webhooks: calls.Webhooks[Kind] = calls.Webhooks(runner)
        self.suppressions: calls.Suppressions[Kind] = calls.Suppressions(runner)
        self.privacy: calls.Privacy[Kind] = calls.Privacy(runner)
        self.dlt: calls.Dlt[Kind] = calls.Dlt(runner)
        self.account: calls.Account[Kind] = calls.Account(runner)

    request: Method[Sends[Dict[str, Any]], Sends[Later[Dict[str, Any]]]] = Method(_request)
    """Sends a request to an endpoint that this version of the library does not know. Retries and errors work as in the\n        other methods. The path is relative to `/api/v1`. Returns the whole response, with `data`. Raises DakiyaError."""

    def __repr__(self) -> str:
        return f"{type(self).__name__}(base_url={self._runner.core.base_url!r})"
