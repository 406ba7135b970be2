<?php

declare(strict_types=1);

namespace Dakiya;

/**
 * A call that failed. Use `errorCode` for decisions: the wording of the message may change. Each family of errors has a subclass.
 */
class DakiyaError extends \RuntimeException
{
    /**
     * @param ?int $status the HTTP status; null if there was no response
     * @param ?string $errorCode the code of the API's error catalogue; null without a response of the API
     * @param ?string $param the field that the error is about; null if it is about none
     * @param ?string $docUrl the URL of the code's documentation
     * @param ?string $requestId identifies the request in the server's log; send it to support
     * @param ?float $retryAfterSeconds the number of seconds after which another attempt may succeed, from `Retry-After`
     * @param array<string, mixed> $details further fields of the error, such as `scope`, `slot`, `position` or `candidates`
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
        // The inherited code of exceptions is a number.
        parent::__construct($message, $status ?? 0, $previous);
    }

    /**
     * Makes the error of a response, also of one that a proxy answered instead of the API.
     *
     * @internal
     * @param array<string, string> $headers by their names in lower case
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
     * Finds the class of an error. Families come from codes where a status has several, so that new codes have a class too.
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

    /** Reads a `Retry-After`, which is a number of seconds or a date. Returns null without a valid one. */
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

/** The key may not do this: it is inactive, expired or a test key, or lacks a scope (403). */
class PermissionDeniedError extends DakiyaError {}

/** The request itself is wrong, for example a field (400, 405, 413, 415, 422). */
class InvalidRequestError extends DakiyaError {}

/** The resource does not exist, or belongs to another account (404). */
class NotFoundError extends DakiyaError {}

/** The request contradicts the present state (409). */
class ConflictError extends DakiyaError {}

/** The plan has no messages or API calls left (402). */
class QuotaExceededError extends DakiyaError {}

/** Too many requests in a short time, after all retries (429). */
class RateLimitError extends DakiyaError {}

/** A one-time password was wrong, expired or used, or may not be sent or tried again yet (422, 429). Never retried. */
class OtpError extends DakiyaError {}

/** DLT would reject the message (422). `errorCode` says why, `details` where. */
class DltError extends DakiyaError {}

/** The server failed, after all retries (5xx). */
class ServerError extends DakiyaError {}

/** There was no complete response, after all retries. The server may have carried the request out. */
class ApiConnectionError extends DakiyaError {}

/** There was no response in time, after all retries. The server may have carried the request out. */
class ApiTimeoutError extends ApiConnectionError {}

/** A webhook's signature is missing or wrong, or its time is too far from the clock. */
class SignatureError extends DakiyaError {}
