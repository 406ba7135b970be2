import { keyedHash } from '#platform/crypto.ts';
import { pseudonymPrefix } from './pseudonym.browser.ts';

/** 80 bits: of a million numbers of an account, two share a pseudonym once in two trillion accounts. */
const bytes = 10;

/**
 * What stands in a recipient's place once it is erased: the same for a number as long as the first key of `HASH_KEY` is,
 * and another in each account. India has a billion numbers, so that without a key it could be found by trying all.
 */
export const pseudonymOf = (userId: string, recipient: string): string =>
  pseudonymPrefix +
  keyedHash('recipient-pseudonym', `${userId}|${recipient}`).subarray(0, bytes).toString('hex');
