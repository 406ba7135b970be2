<?php

declare(strict_types=1);

namespace Dakiya;

/**
 * A failed call. Use `errorCode` for decisions, because the wording of the message may change. Each family of errors has a
 * subclass.
 */
class DakiyaError extends \RuntimeException
{
    /**
     * @param ?int $status the HTTP status; null if there was no response
     * @param ?string $errorCode the code of the API's error catalogue; null if the API did not respond
     * @param ?string $param the field that caused the error; null if no single field did
     * @param ?string $docUrl the URL of the code's documentation
     * @param ?string $requestId identifies the request in the server's log; send it to support
     * @param ?float $retryAfterSeconds after how many seconds a retry may succeed, from `Retry-After`
     * @param array<string, mixed> $details other fields of the error, such as `scope`, `slot`, `position` or `candidates`
     */
    final public function __construct(
        string $message,
        public readonly ?int $status = null,
        public readonly ?string $errorCode = null,
        public readonly ?string $param = null,
        public readonly ?string $docUrl = null,
        public readonly ?string $requestId = null,
        public readonly ?float $retryAfterSeconds = null,
        public readonly array $details = [],
        ?\Throwable $previous = null,
    ) {
        // PHP's own code of an exception must be a number.
        parent::__construct($message, $status ?? 0, $previous);
    }

    /**
     * Creates the error for a response, which a proxy may have sent instead of the API.
     *
     * @internal
     * @param array<string, string> $headers by lower-case name
     */
    public static function fromResponse(int $status, array $headers, mixed $body): self
    {
        $sent = is_array($body) && is_array($body['error'] ?? null) ? $body['error'] : [];
        $text = static fn (string $name) => is_string($sent[$name] ?? null) ? $sent[$name] : null;
        $class = self::classOf($status, $text('code') ?? '');
        return new $class(
            $text('message') ?? "The server answered $status.",
            status: $status,
            errorCode: $text('code'),
            param: $text('param'),
            docUrl: $text('docUrl'),
            requestId: $text('requestId') ?? $headers['x-request-id'] ?? null,
            retryAfterSeconds: self::readRetryAfter($headers['retry-after'] ?? ''),
            details: array_diff_key($sent, array_flip(['code', 'message', 'param', 'docUrl', 'requestId'])),
        );
    }

    /**
     * Finds the error class. Where a status belongs to several classes, the code decides by its prefix, so that new codes
     * have a class too.
     *
     * @return class-string<self>
     */
    private static function classOf(int $status, string $code): string
    {
        if ($status === 422 || $status === 429) {
            if (str_starts_with($code, 'otp_')) {
                return OtpError::class;
            }
            if (str_starts_with($code, 'dlt_') || $code === 'sender_not_registered') {
                return DltError::class;
            }
        }
        return match (true) {
            $status === 401 => AuthenticationError::class,
            $status === 402 => QuotaExceededError::class,
            $status === 403 => PermissionDeniedError::class,
            $status === 404 => NotFoundError::class,
            $status === 408 => ApiTimeoutError::class,
            $status === 409 => ConflictError::class,
            $status === 429 => RateLimitError::class,
            $status >= 500 => ServerError::class,
            default => InvalidRequestError::class,
        };
    }

    /**
     * Reads `Retry-After`, which is a number of seconds or a date. Returns null if the header is missing or
     * invalid.
     */
    private static function readRetryAfter(string $value): ?float
    {
        if (preg_match('/^\d+$/', $value)) {
            return (float) $value;
        }
        $time = strtotime($value);
        return $time === false ? null : max(0.0, $time - microtime(true));
    }
}

/** The API ID or the API key is missing or wrong (401). */
class AuthenticationError extends DakiyaError {}

/** The key lacks permission: it is inactive, expired or a test key, or lacks a scope (403). */
class PermissionDeniedError extends DakiyaError {}

/** The request itself is invalid, for example one of its fields (400, 405, 413, 415, 422). */
class InvalidRequestError extends DakiyaError {}

/** The resource does not exist, or belongs to another account (404). */
class NotFoundError extends DakiyaError {}

/** The request conflicts with the current state (409). */
class ConflictError extends DakiyaError {}

/** The plan has no messages or API calls left (402). */
class QuotaExceededError extends DakiyaError {}

/** Too many requests in a short time, even after all retries (429). */
class RateLimitError extends DakiyaError {}

/** A one-time password is wrong, expired or used, or cannot be sent or tried again yet (422, 429). Never retried. */
class OtpError extends DakiyaError {}

/** DLT would reject the message (422). `errorCode` says why, and `details` says where. */
class DltError extends DakiyaError {}

/** The server failed, even after all retries (5xx). */
class ServerError extends DakiyaError {}

/** No complete response arrived, even after all retries. The server may have carried the request out. */
class ApiConnectionError extends DakiyaError {}

/** No response arrived in time, even after all retries. The server may have carried the request out. */
class ApiTimeoutError extends ApiConnectionError {}

/** A webhook's signature is missing or wrong, or its timestamp is too far from the current time. */
class SignatureError extends DakiyaError {}
