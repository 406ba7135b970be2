from __future__ import annotations

from typing import Any, Dict, Optional


class DakiyaError(Exception):
    """A failed call. Use `code` for decisions, because the wording of the message may change.

    Each family of errors has a subclass.
    """

    message: str
    #: The HTTP status; None if there was no response.
    status: Optional[int]
    #: The code of the API's error catalogue; None if the API did not respond.
    code: Optional[str]
    #: The field that caused the error; None if no single field did.
    param: Optional[str]
    #: The URL of the code's documentation.
    doc_url: Optional[str]
    #: Identifies the request in the server's log. Send it to support.
    request_id: Optional[str]
    #: After how many seconds a retry may succeed, from `Retry-After`.
    retry_after_seconds: Optional[float]
    #: Other fields of the error, such as `scope`, `slot`, `position` or `candidates`.
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
    """The key lacks permission: it is inactive, expired or a test key, or lacks a scope (403)."""


class InvalidRequestError(DakiyaError):
    """The request itself is invalid, for example one of its fields (400, 405, 413, 415, 422)."""


class NotFoundError(DakiyaError):
    """The resource does not exist, or belongs to another account (404)."""


class ConflictError(DakiyaError):
    """The request conflicts with the current state (409)."""


class QuotaExceededError(DakiyaError):
    """The plan has no messages or API calls left (402)."""


class RateLimitError(DakiyaError):
    """Too many requests in a short time, even after all retries (429)."""


class OtpError(DakiyaError):
    """A one-time password is wrong, expired or used, or cannot be sent or tried again yet (422, 429).

    Never retried.
    """


class DltError(DakiyaError):
    """DLT would reject the message (422). `code` says why, and `details` says where."""


class ServerError(DakiyaError):
    """The server failed, even after all retries (5xx)."""


class ApiConnectionError(DakiyaError):
    """No complete response arrived, even after all retries. The server may have carried the request out."""


class ApiTimeoutError(ApiConnectionError):
    """No response arrived in time, even after all retries. The server may have carried the request out."""


class SignatureError(DakiyaError):
    """A webhook's signature is missing or wrong, or its timestamp is too far from the current time."""
