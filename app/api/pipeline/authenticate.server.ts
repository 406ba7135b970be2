import type { ApiKeyOwner, Caller } from '#domain/identity/api-keys/contract.ts';
import { findApiKeyOwner } from '#domain/identity/api-keys/find-api-key-owner.server.ts';
import type { SignedInUser } from '#domain/identity/sessions/contract.ts';
import { findSession } from '#domain/identity/sessions/find-session.server.ts';
import { DomainError, type ErrorCode } from '#domain/shared/errors.ts';
import type { ApiRequestContext } from '#platform/http/fetch-adapter.server.ts';
import { addLogContext } from '#platform/logger.ts';
import type { Endpoint } from '../endpoint.ts';
import { authenticateKey } from './authenticate-key.server.ts';
import { consumeRateLimit } from './rate-limit.server.ts';
import { missingSessionMessage, readApiKey, readBearerToken } from './read-credentials.ts';

type Calling = {
  request: Request;
  client: Pick<ApiRequestContext, 'clientAddress' | 'exactAddress'>;
  headers: Headers;
  /**
   * Told whose key it is, as soon as that is known: also of those who are refused then; and null when they
   * have failed so often that nothing is to be noted of it any more.
   */
  onHolder: (holder: ApiKeyOwner | null) => void;
};

/** What is wrong with credentials that do not become right by trying. */
const failures: ErrorCode[] = [
  'invalid_credentials',
  'session_expired',
  'key_inactive',
  'key_expired',
  'address_not_allowed',
];

/**
 * Finds out who calls, and takes one call from their limit; where nobody has to say who they are, from that of
 * their address. Failures are limited by address, so that
 * keys and tokens cannot be tried out at will, nor a key that is refused used to fill its owner's log.
 *
 * @returns null where nobody has to say who they are
 * @throws DomainError with what is wrong with the credentials, `email_unverified` or `rate_limited`
 */
export async function authenticate(
  endpoint: Endpoint,
  calling: Calling,
): Promise<Caller | SignedInUser | null> {
  const { request, headers, client } = calling;
  if (endpoint.auth === 'none') {
    await consumeRateLimit('calls', client.clientAddress, headers);
    return null;
  }
  try {
    if (endpoint.auth === 'session') return await bySession(request.headers, headers);
    const caller = await byKey(calling);
    if (endpoint.apiCall === 'counted-with-send' && !caller.maySend) {
      throw new DomainError('email_unverified');
    }
    return caller;
  } catch (error) {
    if (error instanceof DomainError && failures.includes(error.code)) {
      await countFailure(calling);
    }
    throw error;
  }
}

async function countFailure({ client, headers, onHolder }: Calling): Promise<void> {
  try {
    await consumeRateLimit('failures', client.clientAddress, headers);
  } catch (error) {
    onHolder(null);
    throw error;
  }
}

async function byKey({ request, client, headers, onHolder }: Calling): Promise<Caller> {
  const presented = readApiKey(request.headers);
  if (!presented) throw new DomainError('missing_credentials');
  const holder = await findApiKeyOwner(presented);
  addLogContext({ accountId: holder.userId });
  onHolder(holder);
  const caller = await authenticateKey(holder, client.exactAddress);
  const limit = caller.settings.rateLimiting ? 'calls' : 'hard';
  await consumeRateLimit(limit, caller.keyId, headers);
  return caller;
}

/** The session is looked up at each call: signing out is felt at once. */
async function bySession(asked: Headers, headers: Headers): Promise<SignedInUser> {
  const token = readBearerToken(asked);
  if (!token) {
    throw new DomainError('missing_credentials', { message: missingSessionMessage });
  }
  if (token.startsWith('sk_')) {
    throw new DomainError('invalid_credentials', {
      message: 'This call takes the token of a session, not an API key.',
    });
  }
  const signedIn = await findSession(token, 'program');
  if (!signedIn) throw new DomainError('session_expired');
  addLogContext({ accountId: signedIn.userId });
  await consumeRateLimit('calls', signedIn.userId, headers);
  return signedIn;
}
