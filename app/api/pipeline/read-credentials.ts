import type { ApiKeyCredentials } from '#domain/identity/api-keys/contract.browser.ts';
import { errorCatalogue } from '#domain/shared/errors.browser.ts';
import type { RequestHeaders } from '#platform/http/api-adapter.ts';
import type { AuthKind } from '../endpoint.ts';

/** The message of `missing_credentials`, by the credentials that an endpoint accepts. */
export function missingCredentialsMessage(auth: AuthKind): string {
  if (auth === 'session') return 'Send your session token: Authorization: Bearer …';
  if (auth === 'key') return errorCatalogue.missing_credentials;
  return 'Send your API ID and API key in the headers x-api-id and x-api-key, or your session token: Authorization: Bearer …';
}

/** Whether a request has (part of) an API key rather than a session token. Keys begin with `sk_`. */
export function hasApiKey(headers: RequestHeaders): boolean {
  const { scheme, value } = readAuthorization(headers);
  return (
    headers.has('x-api-id') ||
    headers.has('x-api-key') ||
    scheme === 'basic' ||
    (scheme === 'bearer' && value.startsWith('sk_'))
  );
}

/**
 * Reads the API key from a request's headers: `x-api-id` and `x-api-key`, or HTTP Basic with the API ID as
 * user and the key as password (RFC 7617), or the key alone as bearer (RFC 6750).
 *
 * @returns null if no complete credentials are present
 */
export function readApiKey(headers: RequestHeaders): ApiKeyCredentials | null {
  const secretKey = headers.get('x-api-key');
  const keyId = headers.get('x-api-id');
  if (secretKey && keyId) return { keyId, secretKey };

  const { scheme, value } = readAuthorization(headers);
  // The request may also have an `x-api-id`, which must then match the key.
  if (scheme === 'bearer' && value) return { keyId, secretKey: value };
  if (scheme === 'basic' && value) return fromBasic(value);
  return null;
}

/**
 * Reads the session token from the `Authorization` header only. Cookies are ignored, because browsers send them automatically,
 * so that another site could use them (CSRF).
 */
export function readBearerToken(headers: RequestHeaders): string | null {
  const { scheme, value } = readAuthorization(headers);
  return scheme === 'bearer' && value ? value : null;
}

function readAuthorization(headers: RequestHeaders): { scheme: string; value: string } {
  const text = headers.get('authorization')?.trim() ?? '';
  // One or more blanks (RFC 9110, 11.4); `fetch` and proxies also let tabs pass.
  const [, scheme = '', value = ''] = /^(\S+)[ \t]+(\S+)/.exec(text) ?? [];
  return { scheme: scheme.toLowerCase(), value };
}

function fromBasic(value: string): ApiKeyCredentials | null {
  const text = Buffer.from(value, 'base64').toString('utf8');
  const colon = text.indexOf(':');
  if (colon < 1) return null;
  return { keyId: text.slice(0, colon), secretKey: text.slice(colon + 1) };
}
