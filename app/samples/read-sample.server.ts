import { highlight } from '#app/content/highlight.server.ts';
import { httpLanguages, type Language, languages } from '#app/preferences/preferences.ts';
import { isLiveApiId } from '#domain/identity/api-keys/key-prefix.browser.ts';
import { invariant } from '#domain/shared/errors.browser.ts';
import { mapInSlices } from '#platform/in-slices.ts';
import { memoize } from '#platform/memoize.ts';
import { serverSettings } from '#platform/server-settings.ts';
import { type HttpSample, placeholders, type Sample, secretPlaceholderOf } from './contract.ts';

/** The programs; each folder holds one sample in every language. */
const programs = import.meta.glob<string>('./programs/*/*', {
  query: '?raw',
  import: 'default',
  eager: true,
});

/** The file of each language, and the language as the highlighter names it. */
const files: Record<Language, [name: string, highlighted: string]> = {
  'node-library': ['library.mjs', 'javascript'],
  'python-library': ['library.py', 'python'],
  'php-library': ['library.php', 'php'],
  javascript: ['javascript.mjs', 'javascript'],
  python: ['python.py', 'python'],
  curl: ['curl.sh', 'curl'],
  java: ['Java.java', 'java'],
};

/** The name of a language for blocks of code, such as `python`. */
export const highlightedAs = (language: Language): string => files[language][1];

/** Highlights in slices, because the first use compiles the rules of each language. */
const loadTemplate = memoize((name) =>
  mapInSlices(languagesOf(name), (language) => ({ language, ...readProgram(name, language) })),
);

/** Programs that Dakiya calls; all other programs call Dakiya. */
export const receivers = ['receive-webhook'];

/** The languages of a sample. */
export const languagesOf = (name: string): Language[] =>
  languages.filter((language) => `./programs/${name}/${files[language][0]}` in programs);

/** The names of all samples. */
export function sampleNames(): string[] {
  return [...new Set(Object.keys(programs).map((path) => path.split('/')[2] ?? ''))].sort();
}

/**
 * A sample with this installation's address, and the reader's API ID if there is one; samples of test mode show only the ID of
 * a test key. It never contains the secret, which would otherwise end up in pages, histories and screenshots.
 *
 * @param secretKey the placeholder of the secret
 */
export async function readSample(
  name: string,
  keyId: string | null = null,
  secretKey = secretPlaceholderOf(keyId),
): Promise<Sample> {
  const testKeyId = keyId !== null && !isLiveApiId(keyId) ? keyId : placeholders.testKeyId;
  const fill = (text: string) =>
    text
      .replaceAll(placeholders.testKeyId, testKeyId)
      .replaceAll(placeholders.url, serverSettings.PUBLIC_URL)
      .replaceAll(placeholders.keyId, keyId ?? placeholders.keyId)
      .replaceAll(placeholders.secretKey, secretKey);
  const code = Object.fromEntries(
    (await loadTemplate(name)).map(({ language, text, html }) => [
      language,
      { text: fill(text), html: fill(html) },
    ]),
  );
  return { name, code: code as Sample['code'] };
}

/** A sample in all languages of the specification, without the programs that use our libraries. */
export async function readHttpSample(...of: Parameters<typeof readSample>): Promise<HttpSample> {
  const { name, code } = await readSample(...of);
  const shown = httpLanguages.map((language) => {
    invariant(code[language], `the sample ${name} is there in ${language}`);
    return [language, code[language]];
  });
  return { name, code: Object.fromEntries(shown) };
}

function readProgram(name: string, language: Language) {
  const [file, highlighted] = files[language];
  const text = programs[`./programs/${name}/${file}`]?.trimEnd();
  invariant(text, `the sample ${name} is there in ${language}`);
  return { text, html: highlight(text, highlighted) };
}
