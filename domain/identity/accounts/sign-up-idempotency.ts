import type { Idempotency } from '#domain/shared/idempotency/contract.ts';
import { normalizeEmail } from '#domain/shared/text.browser.ts';
import { keyedHash } from '#platform/crypto.ts';
import { keySettings } from '#platform/key-ring.ts';

/** The scopes under which a sign-up's response is saved and looked up. */
export type SignUpIdempotency = {
  /** Under the first key of `HASH_KEY`. */
  remember: Idempotency[];
  /** Under every key of `HASH_KEY`. */
  recall: Idempotency[];
};

/**
 * The scopes of a sign-up's idempotency key. There is no account yet that it could belong to.
 *
 * - The email address: a repeat from another network is still a repeat, and the same key for another
 *   address is another request.
 * - The caller's network address: one key for two email addresses is a mismatch.
 *
 * Only the complete request, password included, gets the saved response. The request hash is keyed:
 * a plain one would let a thief of the table guess the password faster than by its argon2id hash.
 *
 * @param idempotency as the caller sent it
 * @param email the address that signs up
 * @param address the caller's, from `rateLimitAddress`
 */
export function signUpIdempotency(
  idempotency: Idempotency,
  email: string,
  address: string,
): SignUpIdempotency {
  const request = idempotency.requestHash.toString('hex');
  const [remember = [], ...older] = keySettings.HASH_KEY.map((key) => {
    const requestHash = keyedHash('sign-up-request', request, key);
    const toScope = (kind: string, who: string) =>
      `${kind}:${keyedHash('sign-up-scope', who, key).toString('base64url')}`;
    return [toScope('sign-up-email', normalizeEmail(email)), toScope('sign-up-from', address)].map(
      (scope) => ({ ...idempotency, scope, requestHash }),
    );
  });
  return { remember, recall: [...remember, ...older.flat()] };
}
