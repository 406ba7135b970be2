/**
 * A code as it is typed or pasted, without what messages put around it: spaces, dashes, and letters with a dash
 * in front, as in `482 158`, `482-158` or `G-482158`. Digits may be full-width. What else it has stays.
 */
export const bareCode = (typed: string): string =>
  typed
    .normalize('NFKC')
    .trim()
    .replace(/^[A-Za-z]{1,3}\s?\p{Pd}/u, '')
    .replaceAll(/[\s\p{Pd}\p{Cf}]/gu, '');
