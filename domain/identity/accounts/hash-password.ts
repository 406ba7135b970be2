import { hash, verify } from '@node-rs/argon2';
import { type Options, ZxcvbnFactory } from '@zxcvbn-ts/core';
import graphs from '@zxcvbn-ts/language-common/dist/adjacencyGraphs.json.mjs';
import texts from '@zxcvbn-ts/language-en/dist/translations.mjs';
import { DomainError } from '#domain/shared/errors.browser.ts';
import { runInSlices, waitForOwnTurn } from '#platform/in-slices.ts';

/**
 * Argon2id with 19 MiB, two passes and one lane.
 * https://cheatsheetseries.owasp.org/cheatsheets/Password_Storage_Cheat_Sheet.html
 */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** The hash of 32 discarded random bytes, at the same cost. No password matches it. */
const dummyHash =
  '$argon2id$v=19$m=19456,t=2,p=1$Qj+F6JG/gOY8tDNuyhMmAA$Q/lmW9BN7ljQ1P43RTblU/WmwcKzw4+sD/3S58tEDIM';

/**
 * Normalizes a password, because keyboards encode the same characters differently, composed or decomposed (NIST SP 800-63B,
 * 3.1.1.2).
 */
const normalize = (password: string) => password.normalize('NFKC');

/** Hashes a password off the main thread. @returns the hash with salt and cost, in PHC format */
export function hashPassword(password: string): Promise<string> {
  return hash(normalize(password), cost);
}

/**
 * Verifies a password.
 *
 * @param passwordHash null if there is no account or no password. In that case the function takes the same time, and returns
 *   false.
 */
export async function verifyPassword(
  password: string,
  passwordHash: string | null,
): Promise<boolean> {
  const matches = await verify(passwordHash ?? dummyHash, normalize(password));
  return matches && passwordHash !== null;
}

type Owner = { name: string; email: string };

/**
 * The number of guesses that a password must withstand. With this number, zxcvbn considers a password safe against online
 * guessing. https://zxcvbn-ts.github.io/zxcvbn/guide/
 */
const enoughGuesses = 1e8;

/** For each character that is not part of a pattern, the estimator multiplies the number of guesses by this factor. */
const guessesPerCharacter = 10;

/** Words that attackers of this site try first. */
const siteWords = ['dakiya'];

/**
 * At most `maxParts` parts of the owner's name and email address, each of at least `minPartLength` characters, count as
 * words that an attacker tries.
 */
const minPartLength = 3;
const maxParts = 16;

/**
 * Number of leading characters that the estimator reads. The time grows with the square of the length: on one core, up to 10
 * ms for 24 hostile characters, and 1.3 s for 128 characters with the library's own limits.
 */
const maxReadLength = 24;

/**
 * How many substitutions, as in p4ssw0rd, the estimator tries together at most. The library's default of 100 takes 20 times
 * as long.
 */
const maxSubstitutions = 3;

/** The word lists. Each is a separate file, which unpacks its list when it is imported. */
const lists = {
  passwords: () => import('@zxcvbn-ts/language-common/dist/passwords.json.mjs'),
  words: () => import('@zxcvbn-ts/language-en/dist/commonWords.json.mjs'),
  names: () => import('@zxcvbn-ts/language-en/dist/firstnames.json.mjs'),
};

let loaded: Promise<ZxcvbnFactory> | null = null;

/**
 * Loads the password estimator, which takes 0.2 s and 30 MB. A process loads the estimator only for its first new password,
 * because most processes check no new passwords. Loading is divided into slices, so that other requests need not wait.
 */
export function loadEstimator(): Promise<ZxcvbnFactory> {
  loaded ??= load();
  return loaded;
}

async function load(): Promise<ZxcvbnFactory> {
  const estimator = new ZxcvbnFactory({
    graphs,
    maxLength: maxReadLength,
    l33tMaxSubstitutions: maxSubstitutions,
    translations: {
      ...texts,
      warnings: {
        ...texts.warnings,
        userInputs: 'Your name, your email address and our name are easy to guess.',
      },
      suggestions: { ...texts.suggestions, anotherWord: 'Add another word or two.' },
    },
  });
  // This does the same as the option `dictionary`, but yields to the event loop after each list and every 1,000 words. The
  // cast is needed because the type of the class hides its options.
  const { options } = estimator as unknown as { options: Options };
  for (const [name, importList] of Object.entries(lists)) {
    await waitForOwnTurn();
    const { default: words } = await importList();
    options.dictionary[name] = words;
    options.rankedDictionaries[name] = await runInSlices(rank(words));
    const longest = words.reduce((length, word) => Math.max(length, word.length), 0);
    options.rankedDictionariesMaxWordSize[name] = longest;
  }
  return estimator;
}

/** Maps each word to its rank in the list, from 1. */
function* rank(words: string[]): Generator<void, Record<string, number>> {
  const ranks: Record<string, number> = {};
  for (const [index, word] of words.entries()) {
    ranks[word] = index + 1;
    if (index % 1_000 === 999) yield;
  }
  return ranks;
}

/**
 * Checks whether a password is known or easy to guess.
 *
 * A password of six or seven characters cannot withstand `enoughGuesses`, so it is accepted if it contains no pattern.
 * Characters after the 24th are not read, so a password with a weak beginning is rejected even if strong characters follow.
 *
 * @param about facts that an attacker knows about the owner, such as name and email address
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

/**
 * Checks and hashes a new password, which a user has chosen at sign-up, after a reset link, or to replace the current
 * password.
 *
 * @throws DomainError `invalid_parameter` with the param `password` if it is known or easy to guess
 */
export async function hashNewPassword(password: string, { name, email }: Owner): Promise<string> {
  const weakness = await findPasswordWeakness(password, [name, email]);
  if (weakness !== null) {
    throw new DomainError('invalid_parameter', { param: 'password', message: weakness });
  }
  return hashPassword(password);
}
