import { expect, it } from 'vitest';
import { serverSettings } from '#platform/server-settings.ts';
import { placeholders } from './contract.ts';
import { languagesOf, readSample, receivers, sampleNames } from './read-sample.server.ts';

const keyId = 'dk_12345678901234567890';
const testKeyId = 'dk_test_12345678901234567890';

/** The samples that only a test key may run. */
const ofTestMode = ['read-test-code', 'send-in-test-mode'];

const all = sampleNames().flatMap((name) =>
  languagesOf(name).map((language) => [name, language] as const),
);

/** A program of a sample. */
async function read(name: string, language: (typeof all)[number][1], keyId: string | null = null) {
  const code = (await readSample(name, keyId)).code[language];
  if (!code) throw new Error(`the sample ${name} is missing in ${language}`);
  return code;
}

it.each(all)('shows the sample %s in %s exactly as it is copied', async (name, language) => {
  const { text, html } = await read(name, language, keyId);
  const shown = html
    .replaceAll(/<[^>]+>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&');
  expect(shown).toBe(text);
});

it.each(all.filter(([name]) => !receivers.includes(name)))(
  'fills the server’s URL and the API ID into the sample %s in %s, but no secret',
  async (name, language) => {
    const isOfTestMode = ofTestMode.includes(name);
    const { text } = await read(name, language, isOfTestMode ? testKeyId : keyId);
    expect(text).toContain(serverSettings.PUBLIC_URL);
    expect(text).toContain(isOfTestMode ? testKeyId : keyId);
    expect(text).toContain(isOfTestMode ? placeholders.testSecretKey : placeholders.secretKey);
    if (isOfTestMode) expect((await read(name, language, keyId)).text).not.toContain(keyId);
  },
);

it.each(all.filter(([name]) => receivers.includes(name)))(
  'leaves the secret and the port of the sample %s in %s to the reader',
  async (name, language) => {
    const { text } = await read(name, language, keyId);
    expect(text).toContain(placeholders.signingSecret);
    // The shell sample has no port: a web server listens on the port, and runs the sample.
    expect(text.includes(placeholders.port)).toBe(language !== 'curl');
  },
);

it.each(all)(
  'the lines of the sample %s in %s have at most 80 characters',
  async (name, language) => {
    const { text } = await read(name, language);
    expect(text.split('\n').filter((line) => line.length > 80)).toEqual([]);
  },
);
