from __future__ import annotations

from typing import Any, Dict, Optional


class DakiyaError(Exception):
    """A call that failed. Use `code` for decisions: the wording of the message may change.

    Each family of errors has a subclass.
    """

    message: str
    #: The HTTP status; None if there was no response.
    status: Optional[int]
    #: The code of the API's error catalogue; None without a response of the API.
    code: Optional[str]
    #: The field that the error is about; None if it is about no field.
    param: Optional[str]
    #: The URL of the code's documentation.
    doc_url: Optional[str]
    #: Identifies the request in the server's log. Send it to support.
    request_id: Optional[str]
    #: The number of seconds after which another attempt may succeed, from `Retry-After`.
    retry_after_seconds: Optional[float]
    #: Further fields of the error, such as `scope`, `slot`, `position` or `candidates`.
    details: Dict[str, Any]

    def __init__(
        self,
        message: str,
        *,
        status: Optional[int] = None,
        code: Optional[str] = None,
        param: Optional[str] = None,
        doc_url: Optional[str] = None,
        request_id: Optional[str] = None,
        retry_after_seconds: Optional[float] = None,
        details: Optional[Dict[str, Any]] = None,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.status = status
        self.code = code
        self.param = param
        self.doc_url = doc_url
        self.request_id = request_id
        self.retry_after_seconds = retry_after_seconds
        self.details = details or {}


class AuthenticationError(DakiyaError):
    """The API ID or the API key is missing or wrong (401)."""


class PermissionDeniedError(DakiyaError):
    """The key may not do this: it is inactive, expired or a test key, or lacks a scope (403)."""


class InvalidRequestError(DakiyaError):
    """The request itself is wrong, for example a field (400, 405, 413, 415, 422)."""


class NotFoundError(DakiyaError):
    """The resource does not exist, or belongs to another account (404)."""


class ConflictError(DakiyaError):
    """The request contradicts the present state (409)."""


class QuotaExceededError(DakiyaError):
    """The plan has no messages or API calls left (402)."""


class RateLimitError(DakiyaError):
    """Too many requests in a short time, after all retries (429)."""


class OtpError(DakiyaError):
    """A one-time password was wrong, expired or used, or may not be sent or tried again yet (422, 429).

    It is never retried.
    """


class DltError(DakiyaError):
    """DLT would reject the message (422). `code` says why, `details` where."""


class ServerError(DakiyaError):
    """The server failed, after all retries (5xx)."""


class ApiConnectionError(DakiyaError):
    """There was no complete response, after all retries. The server may have carried the request out."""


class ApiTimeoutError(ApiConnectionError):
    """There was no response in time, after all retries. The server may have carried the request out."""


class SignatureError(DakiyaError):
    """A webhook's signature is missing or wrong, or its time is too far from the clock."""
