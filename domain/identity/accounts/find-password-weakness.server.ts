import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary as common } from '@zxcvbn-ts/language-common';
import { dictionary as english, translations } from '@zxcvbn-ts/language-en';

/**
 * How many characters from the start the estimator reads. Its time grows with the square of the length: on
 * one core 24 hostile characters take up to 10 ms, 128 take 1.3 s with the library's own limits.
 */
const readLength = 24;

/** Replaced characters, as in p4ssw0rd, that are tried at once; the library's 100 takes 20 times as long. */
const substitutions = 3;

/**
 * Guesses that a password must withstand: what the library calls safe from guessing over a network.
 * https://zxcvbn-ts.github.io/zxcvbn/guide/
 */
const enoughGuesses = 1e8;

/** The estimator counts ten guesses for each character in which it finds no pattern. */
const guessesPerCharacter = 10;

/** Loaded when the web starts (0.2 s, 30 MB): no request waits for it. */
const estimator = new ZxcvbnFactory({
  dictionary: {
    passwords: common['passwords-common'] ?? [],
    words: english['commonWords-en'] ?? [],
    names: english['firstnames-en'] ?? [],
  },
  graphs: adjacencyGraphs,
  maxLength: readLength,
  l33tMaxSubstitutions: substitutions,
  translations: {
    ...translations,
    warnings: {
      ...translations.warnings,
      userInputs: 'Your name, your e-mail address and our name are easy to guess.',
    },
    suggestions: { ...translations.suggestions, anotherWord: 'Add another word or two.' },
  },
});

/** Words that everybody tries here. */
const ourWords = ['dakiya'];

/** Parts of a name or an address that count as words, and the most of them. */
const partLength = 3;
const mostParts = 16;

/**
 * Finds out whether a password is known or easy to guess.
 *
 * A password of six or seven characters cannot withstand `enoughGuesses`: it is taken if it has no pattern.
 * Characters after the 24th are not read: a password with a weak beginning is refused, however it goes on.
 *
 * @param about what a guesser knows of the owner, such as name and e-mail address
 * @returns what is weak about it and what helps, in sentences; null if it is strong enough
 */
export function findPasswordWeakness(password: string, about: string[]): string | null {
  const read = password.normalize('NFKC').slice(0, readLength);
  const { guesses, feedback } = estimator.check(read, [...ourWords, ...partsOf(about)]);
  if (guesses >= Math.min(enoughGuesses, guessesPerCharacter ** read.length)) return null;
  const reason = feedback.warning ?? 'This password is easy to guess.';
  const [advice = 'Add another word or two.'] = feedback.suggestions;
  return `${reason} ${advice}`;
}

function partsOf(about: string[]): string[] {
  const parts = about.flatMap((text) => [
    text.replace(/[^\p{L}\p{N}]+/gu, ''),
    ...text.split(/[^\p{L}\p{N}]+/u),
  ]);
  return parts
    .filter(({ length }) => length >= partLength)
    .map((part) => part.slice(0, readLength))
    .slice(0, mostParts);
}
