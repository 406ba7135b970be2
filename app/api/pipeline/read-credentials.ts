import type { ApiKeyCredentials } from '#domain/identity/api-keys/contract.ts';

/** What a call about the account is told if it brings no session. */
export const missingSessionMessage = 'Send your session token: Authorization: Bearer …';

/**
 * Finds the API key in a request's headers: `x-api-id` and `x-api-key`, or HTTP Basic with the
 * API ID as user and the key as password (RFC 7617), or the key alone as bearer (RFC 6750).
 *
 * @returns what is presented, or null if nothing whole is
 */
export function readApiKey(headers: Headers): ApiKeyCredentials | null {
  const secretKey = headers.get('x-api-key');
  const keyId = headers.get('x-api-id');
  if (secretKey && keyId) return { keyId, secretKey };

  const { scheme, value } = authorizationOf(headers);
  // An API ID beside it must fit, whichever way the key came.
  if (scheme === 'bearer' && value) return { keyId, secretKey: value };
  if (scheme === 'basic' && value) return fromBasic(value);
  return null;
}

/**
 * Finds the session token in a request's headers: as bearer, and nowhere else. A cookie that a browser
 * sends along by itself is never looked at, so no other site can make use of it here.
 */
export function readBearerToken(headers: Headers): string | null {
  const { scheme, value } = authorizationOf(headers);
  return scheme === 'bearer' && value ? value : null;
}

function authorizationOf(headers: Headers): { scheme: string; value: string } {
  const [scheme = '', value = ''] = (headers.get('authorization') ?? '').split(' ', 2);
  return { scheme: scheme.toLowerCase(), value };
}

function fromBasic(value: string): ApiKeyCredentials | null {
  const text = Buffer.from(value, 'base64').toString('utf8');
  const colon = text.indexOf(':');
  if (colon < 1) return null;
  return { keyId: text.slice(0, colon), secretKey: text.slice(colon + 1) };
}
