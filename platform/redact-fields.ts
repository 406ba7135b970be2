import { redactedMark } from './redact-text.ts';

/** What must never be written down, by its name in lower case. What has a form of its own is known by that: `scrub`. */
const secrets = new Set([
  'authorization',
  'cookie',
  'password',
  'passwordconfirm',
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
  'content',
  'text',
  'otp',
  'otp_code',
  'recipient',
  'phonenumber',
  'phone_number',
  'end_user_ip',
]);

/** Deeper than that nobody logs; whoever does gets nothing written. */
const deepest = 5;

/**
 * What is logged, without what may not be by its name, however deep it lies. Errors are left to their
 * serializer. pino's own redaction does the same for given depths, and took two thirds of a line's time.
 *
 * @returns a copy; the object that is logged stays as it is
 */
export function redactFields(fields: object, depth = 1): Record<string, unknown> {
  const shown: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(fields)) {
    shown[name] =
      secrets.has(name.toLowerCase()) && value !== undefined ? redactedMark : hideIn(value, depth);
  }
  return shown;
}

function hideIn(value: unknown, depth: number): unknown {
  if (typeof value !== 'object' || value === null || value instanceof Error) return value;
  if (depth === deepest) return redactedMark;
  if (Array.isArray(value)) return value.map((item) => hideIn(item, depth + 1));
  const kind = Object.getPrototypeOf(value);
  return kind === Object.prototype || kind === null ? redactFields(value, depth + 1) : value;
}
