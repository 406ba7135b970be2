import { type Options, ZxcvbnFactory } from '@zxcvbn-ts/core';
import graphs from '@zxcvbn-ts/language-common/dist/adjacencyGraphs.json.mjs';
import texts from '@zxcvbn-ts/language-en/dist/translations.mjs';
import { runInSlices, waitForOwnTurn } from '#platform/in-slices.ts';

/**
 * Number of leading characters that the estimator reads. Its time grows with the square of the
 * length: on one core 24 hostile characters take up to 10 ms, 128 take 1.3 s with the library's own
 * limits.
 */
export const maxReadLength = 24;

/**
 * Substitutions (as in p4ssw0rd) tried at once; the library's default of 100 takes 20 times as
 * long.
 */
const maxSubstitutions = 3;

/** The lists by which words are known, each from its own file, which unpacks it when it is loaded. */
const lists = {
  passwords: () => import('@zxcvbn-ts/language-common/dist/passwords.json.mjs'),
  words: () => import('@zxcvbn-ts/language-en/dist/commonWords.json.mjs'),
  names: () => import('@zxcvbn-ts/language-en/dist/firstnames.json.mjs'),
};

let loaded: Promise<ZxcvbnFactory> | null = null;

/**
 * Loads the estimator of passwords once, at the first new password: most processes never see one. It takes 0.2 s and
 * 30 MB, in slices, so that no other request waits for it.
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
  // What its option `dictionary` does for all lists in one turn of the event loop. The class hides its options.
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

/** Each word's place in its list, from 1. */
function* rank(words: string[]): Generator<void, Record<string, number>> {
  const ranks: Record<string, number> = {};
  for (const [index, word] of words.entries()) {
    ranks[word] = index + 1;
    if (index % 1_000 === 999) yield;
  }
  return ranks;
}
