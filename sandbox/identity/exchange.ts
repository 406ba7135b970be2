import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Client } from './client.ts';
import type { Grants } from './grants.ts';
import type { Person } from './person.ts';

const schema = z.object({
  grant_type: z.literal('authorization_code'),
  client_id: z.string(),
  client_secret: z.string(),
  code: z.string(),
  redirect_uri: z.string(),
  code_verifier: z.string().min(43).max(128),
});

/** Why a code exchange fails. */
export type TokenExchangeError = 'request' | 'client' | 'code' | 'redirect_uri' | 'verifier';

/**
 * Exchanges a code, which is consumed even if the exchange fails.
 *
 * @returns the person whose profile the client may read, or the error
 */
export function exchange(
  body: unknown,
  client: Client,
  grants: Grants,
): Person | TokenExchangeError {
  const parsed = schema.safeParse(body);
  if (!parsed.success) return 'request';
  const { client_id, client_secret, code, redirect_uri, code_verifier } = parsed.data;
  if (client_id !== client.id || client_secret !== client.secret) return 'client';
  const grant = grants.take(code);
  if (!grant) return 'code';
  if (redirect_uri !== grant.redirectUri) return 'redirect_uri';
  if (grant.codeChallenge !== toChallenge(code_verifier)) return 'verifier';
  return grant.person;
}

/** The S256 challenge of a verifier: RFC 7636, 4.2. */
const toChallenge = (verifier: string) => createHash('sha256').update(verifier).digest('base64url');
