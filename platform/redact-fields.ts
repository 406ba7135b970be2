import { product } from '#product.ts';
import { redactedMark } from './redact-text.ts';

/**
 * Fields that must never be logged, in lower case. Secrets with a recognizable form are handled by
 * `redactText`.
 */
const secrets = new Set<string>([
  'authorization',
  'cookie',
  'password',
  'secretkey',
  'apikey',
  'token',
  'access_token',
  'refresh_token',
  'client_secret',
  'set-cookie',
  'secret',
  'signature',
  'email',
  'body',
  ...product.secretFields,
]);

/** Deeper values are redacted as a whole. */
const maxDepth = 5;

/**
 * Redacts log fields by name, at any depth. Errors are left to their serializer. pino's own
 * redaction works for given depths only, and took two thirds of the time of a log line.
 *
 * @returns a copy; the logged object is not changed
 */
export function redactFields(fields: object, depth = 1): Record<string, unknown> {
  const redacted: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(fields)) {
    redacted[name] =
      secrets.has(name.toLowerCase()) && value !== undefined
        ? redactedMark
        : redactValue(value, depth);
  }
  return redacted;
}

function redactValue(value: unknown, depth: number): unknown {
  if (typeof value !== 'object' || value === null || value instanceof Error) return value;
  if (depth === maxDepth) return redactedMark;
  if (Array.isArray(value)) return value.map((item) => redactValue(item, depth + 1));
  const kind = Object.getPrototypeOf(value);
  return kind === Object.prototype || kind === null ? redactFields(value, depth + 1) : value;
}
