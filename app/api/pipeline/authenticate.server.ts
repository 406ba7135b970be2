import { authenticateKey } from '#domain/credentials/authenticate-key.server.ts';
import type { Caller } from '#domain/credentials/contract.ts';
import type { SignedIn } from '#domain/sessions/contract.ts';
import { findSession } from '#domain/sessions/find-session.server.ts';
import { DomainError } from '#domain/shared/errors.ts';
import { addLogContext } from '#platform/logger.ts';
import type { Endpoint } from '../endpoint.ts';
import { presentedKey, presentedSession } from './credentials.ts';
import { takeFromLimit } from './rate-limit.server.ts';

type Calling = { request: Request; address: string; headers: Headers };

/**
 * Finds out who calls, and takes one call from their limit. Failures are limited by address, so that
 * keys and tokens cannot be tried out at will.
 *
 * @returns null where nobody has to say who they are
 * @throws DomainError with what is wrong with the credentials, `email_unverified` or `rate_limited`
 */
export async function authenticate(
  endpoint: Endpoint,
  { request, address, headers }: Calling,
): Promise<Caller | SignedIn | null> {
  if (endpoint.auth === 'none') return null;
  const find = endpoint.auth === 'key' ? byKey : bySession;
  try {
    const caller = await find(request.headers);
    addLogContext({ accountId: caller.userId });
    await takeFromLimit('calls', 'keyId' in caller ? caller.keyId : caller.userId, headers);
    if ('maySend' in caller && endpoint.apiCall === 'counted-with-send' && !caller.maySend) {
      throw new DomainError('email_unverified');
    }
    return caller;
  } catch (error) {
    const guessed = ['invalid_credentials', 'session_expired'];
    if (error instanceof DomainError && guessed.includes(error.code)) {
      await takeFromLimit('failures', address, headers);
    }
    throw error;
  }
}

function byKey(headers: Headers): Promise<Caller> {
  const presented = presentedKey(headers);
  if (!presented) throw new DomainError('missing_credentials');
  return authenticateKey(presented);
}

/** The session is looked up at each call: signing out is felt at once. */
async function bySession(headers: Headers): Promise<SignedIn> {
  const token = presentedSession(headers);
  if (!token) {
    throw new DomainError('missing_credentials', {
      message: 'Send your session token: Authorization: Bearer …',
    });
  }
  if (token.startsWith('sk_')) {
    throw new DomainError('invalid_credentials', {
      message: 'This call takes the token of a session, not an API key.',
    });
  }
  const signedIn = await findSession(token);
  if (!signedIn) throw new DomainError('session_expired');
  return signedIn;
}
