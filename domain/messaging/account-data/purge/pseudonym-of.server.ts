import { keyedHash } from '#platform/crypto.server.ts';

/**
 * What stands in a recipient's place once it is erased: the same for a number as long as the first key of `HASH_KEY` is,
 * and another in each account. India has a billion numbers, so that without a key it could be found by trying all.
 */
export const pseudonymOf = (userId: string, recipient: string): string =>
  `erased_${keyedHash('recipient-pseudonym', `${userId}|${recipient}`).subarray(0, 10).toString('hex')}`;
