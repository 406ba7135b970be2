import type { Idempotency } from '#domain/shared/idempotency/contract.ts';
import { normalizeEmail } from '#domain/shared/normalize-email.ts';
import { keyedHash } from '#platform/crypto.server.ts';
import { keySettings } from '#platform/key-ring.ts';

/** What a sign-up's answer is remembered under, and what it may have been remembered under. */
export type SignUpIdempotency = {
  /** Under the first key of `HASH_KEY`. */
  remember: Idempotency[];
  /** Under each of them. */
  recall: Idempotency[];
};

/**
 * The scopes of a sign-up's idempotency key, as there is no account yet that it could belong to.
 *
 * - The e-mail address that is signed up, wherever the request comes from: a repeat from another network is
 *   still a repeat. A stranger who uses the same key for another e-mail address never meets it.
 * - The network address of the caller: one caller who uses a key for two e-mail addresses is told.
 *
 * Only who sends the whole request again, password included, gets the first answer. The hash of the request is
 * keyed, as a plain one would let a thief of the table guess the password faster than by its argon2id.
 *
 * @param idempotency as the caller sent it
 * @param email which is signed up
 * @param address of the caller, as `rateLimitAddress` gives it
 */
export function signUpIdempotency(
  idempotency: Idempotency,
  email: string,
  address: string,
): SignUpIdempotency {
  const request = idempotency.requestHash.toString('hex');
  const [remember = [], ...older] = keySettings.HASH_KEY.map((key) => {
    const requestHash = keyedHash('sign-up-request', request, key);
    const scopeOf = (kind: string, who: string) =>
      `${kind}:${keyedHash('sign-up-scope', who, key).toString('base64url')}`;
    return [scopeOf('sign-up-email', normalizeEmail(email)), scopeOf('sign-up-from', address)].map(
      (scope) => ({ ...idempotency, scope, requestHash }),
    );
  });
  return { remember, recall: [...remember, ...older.flat()] };
}
