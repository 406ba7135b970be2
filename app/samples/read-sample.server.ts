import { highlight } from '#app/content/highlight.server.ts';
import { type Language, languages } from '#app/preferences/preferences.ts';
import { invariant } from '#domain/shared/errors.browser.ts';
import { mapInSlices } from '#platform/in-slices.ts';
import { memoize } from '#platform/memoize.ts';
import { serverSettings } from '#platform/server-settings.ts';
import { placeholders, type Sample, secretPlaceholderOf } from './contract.ts';

/** The programs; each folder holds one sample in every language. */
const programs = import.meta.glob<string>('./programs/*/*', {
  query: '?raw',
  import: 'default',
  eager: true,
});

const files: Record<Language, string> = {
  javascript: 'javascript.mjs',
  python: 'python.py',
  curl: 'curl.sh',
  java: 'Java.java',
};

/** Highlights in slices, because each language compiles its rules on first use. */
const loadTemplate = memoize((name) =>
  mapInSlices(languages, (language) => ({ language, ...readProgram(name, language) })),
);

/** Programs that Dakiya calls; all other programs call Dakiya. */
export const receivers = ['receive-webhook'];

export function sampleNames(): string[] {
  return [...new Set(Object.keys(programs).map((path) => path.split('/')[2] ?? ''))].sort();
}

/**
 * A sample with this installation's address, and the reader's API ID if there is one. It never contains the secret, which
 * would otherwise end up in pages, histories and screenshots.
 *
 * @param secretKey the placeholder of the secret
 */
export async function readSample(
  name: string,
  keyId: string | null = null,
  secretKey = secretPlaceholderOf(keyId),
): Promise<Sample> {
  const fill = (text: string) =>
    text
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

function readProgram(name: string, language: Language) {
  const text = programs[`./programs/${name}/${files[language]}`]?.trimEnd();
  invariant(text, `the sample ${name} is there in ${language}`);
  return { text, html: highlight(text, language) };
}
