import { loadEstimator, maxReadLength } from './load-estimator.ts';

/**
 * Guesses that a password must withstand: what zxcvbn considers safe against online guessing.
 * https://zxcvbn-ts.github.io/zxcvbn/guide/
 */
const enoughGuesses = 1e8;

/** The estimator's guesses for each character without a pattern. */
const guessesPerCharacter = 10;

/** Words that attackers try here first. */
const siteWords = ['dakiya'];

/** Minimum length, and maximum number, of the parts of a name or address that count as words. */
const minPartLength = 3;
const maxParts = 16;

/**
 * Checks whether a password is known or easy to guess.
 *
 * A password of six or seven characters cannot withstand `enoughGuesses`; it passes if it has no pattern.
 * Characters after the 24th are not read: a password with a weak beginning is rejected whatever follows.
 *
 * @param about what an attacker knows of the owner, such as name and email address
 * @returns the weakness and advice, in sentences; null if the password is strong enough
 */
export async function findPasswordWeakness(
  password: string,
  about: string[],
): Promise<string | null> {
  const estimator = await loadEstimator();
  const read = password.normalize('NFKC').slice(0, maxReadLength);
  const { guesses, feedback } = estimator.check(read, [...siteWords, ...toParts(about)]);
  if (guesses >= Math.min(enoughGuesses, guessesPerCharacter ** read.length)) return null;
  const reason = feedback.warning ?? 'This password is easy to guess.';
  const [advice = 'Add another word or two.'] = feedback.suggestions;
  return `${reason} ${advice}`;
}

function toParts(about: string[]): string[] {
  const parts = about.flatMap((text) => [
    text.replace(/[^\p{L}\p{N}]+/gu, ''),
    ...text.split(/[^\p{L}\p{N}]+/u),
  ]);
  return parts
    .filter(({ length }) => length >= minPartLength)
    .map((part) => part.slice(0, maxReadLength))
    .slice(0, maxParts);
}
