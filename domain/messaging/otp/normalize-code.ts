/**
 * Strips what messages put around a code: spaces, dashes, and letters with a dash in front, as in
 * `482 158`, `482-158` or `G-482158`. Full-width digits are normalized. Other characters stay.
 */
export const normalizeCode = (typed: string): string =>
  typed
    .normalize('NFKC')
    .trim()
    .replace(/^[A-Za-z]{1,3}\s?\p{Pd}/u, '')
    .replaceAll(/[\s\p{Pd}\p{Cf}]/gu, '');
