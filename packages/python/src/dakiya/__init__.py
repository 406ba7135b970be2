"""The client of a Dakiya installation: SMS and one-time passwords for India."""

from ._client import AsyncDakiya, Dakiya
from ._errors import (
    ApiConnectionError,
    ApiTimeoutError,
    AuthenticationError,
    ConflictError,
    DakiyaError,
    DltError,
    InvalidRequestError,
    NotFoundError,
    OtpError,
    PermissionDeniedError,
    QuotaExceededError,
    RateLimitError,
    ServerError,
    SignatureError,
)
from ._methods import AsyncList, Page, SyncList
from ._types import WebhookEvent
from ._version import __version__
from ._webhooks import unwrap_webhook

__all__ = [
    "ApiConnectionError",
    "ApiTimeoutError",
    "AsyncDakiya",
    "AsyncList",
    "AuthenticationError",
    "ConflictError",
    "Dakiya",
    "DakiyaError",
    "DltError",
    "InvalidRequestError",
    "NotFoundError",
    "OtpError",
    "Page",
    "PermissionDeniedError",
    "QuotaExceededError",
    "RateLimitError",
    "ServerError",
    "SignatureError",
    "SyncList",
    "WebhookEvent",
    "__version__",
    "unwrap_webhook",
]
