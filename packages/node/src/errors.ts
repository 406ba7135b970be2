import type { components } from './schema.ts';

/** A code of the API's error catalogue. A newer server may send other strings. */
export type ErrorCode = components['schemas']['Error']['error']['code'] | (string & {});

type Fields = Omit<DakiyaError, keyof Error>;

/** The fields of a failed call's error. */
export type ErrorFields = Partial<Fields> & { cause?: unknown };

/**
 * A failed call. Use `code` for decisions, because the wording of `message` may change. Each family of errors has a
 * subclass.
 */
export class DakiyaError extends Error {
  /** The HTTP status; null if there was no response. */
  readonly status: number | null;
  /** The code of the API's error catalogue; null if the API did not respond. */
  readonly code: ErrorCode | null;
  /** The field that caused the error; null if no single field did. */
  readonly param: string | null;
  /** The URL of the code's documentation. */
  readonly docUrl: string | null;
  /** Identifies the request in the server's log. Send it to support. */
  readonly requestId: string | null;
  /** After how many seconds a retry may succeed, from `Retry-After`. */
  readonly retryAfterSeconds: number | null;
  /** Other fields of the error, such as `scope`, `slot`, `position` or `candidates`. */
  readonly details: Record<string, unknown>;

  constructor(message: string, fields: ErrorFields = {}) {
    super(message, fields.cause === undefined ? undefined : { cause: fields.cause });
    this.name = new.target.name;
    this.status = fields.status ?? null;
    this.code = fields.code ?? null;
    this.param = fields.param ?? null;
    this.docUrl = fields.docUrl ?? null;
    this.requestId = fields.requestId ?? null;
    this.retryAfterSeconds = fields.retryAfterSeconds ?? null;
    this.details = fields.details ?? {};
  }
}

/** The API ID or the API key is missing or wrong (401). */
export class AuthenticationError extends DakiyaError {}

/** The key lacks permission: it is inactive, expired or a test key, or lacks a scope (403). */
export class PermissionDeniedError extends DakiyaError {}

/** The request itself is invalid, for example one of its fields (400, 405, 413, 415, 422). */
export class InvalidRequestError extends DakiyaError {}

/** The resource does not exist, or belongs to another account (404). */
export class NotFoundError extends DakiyaError {}

/** The request conflicts with the current state (409). */
export class ConflictError extends DakiyaError {}

/** The plan has no messages or API calls left (402). */
export class QuotaExceededError extends DakiyaError {}

/** Too many requests in a short time, even after all retries (429). */
export class RateLimitError extends DakiyaError {}

/** A one-time password is wrong, expired or used, or cannot be sent or tried again yet (422, 429). Never retried. */
export class OtpError extends DakiyaError {}

/** DLT would reject the message (422). `code` says why, and `details` says where. */
export class DltError extends DakiyaError {}

/** The server failed, even after all retries (5xx). */
export class ServerError extends DakiyaError {}

/** No complete response arrived, even after all retries. The server may have carried the request out. */
export class ApiConnectionError extends DakiyaError {}

/** No response arrived in time, even after all retries. The server may have carried the request out. */
export class ApiTimeoutError extends ApiConnectionError {}

/** A webhook's signature is missing or wrong, or its timestamp is too far from the current time. */
export class SignatureError extends DakiyaError {}
