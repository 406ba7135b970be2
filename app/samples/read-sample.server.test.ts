import { expect, it } from 'vitest';
import { languages } from '#app/preferences/preferences.ts';
import { serverSettings } from '#platform/server-settings.ts';
import { placeholders } from './contract.ts';
import { readSample, receivers, sampleNames } from './read-sample.server.ts';

const keyId = 'dk_12345678901234567890';

const all = sampleNames().flatMap((name) => languages.map((language) => [name, language] as const));

it.each(all)('shows the sample %s in %s exactly as it is copied', async (name, language) => {
  const { text, html } = (await readSample(name, keyId)).code[language];
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
    const { text } = (await readSample(name, keyId)).code[language];
    expect(text).toContain(serverSettings.PUBLIC_URL);
    expect(text).toContain(keyId);
    expect(text).toContain(placeholders.secretKey);
  },
);

it.each(all.filter(([name]) => receivers.includes(name)))(
  'leaves the secret and the port of the sample %s in %s to the reader',
  async (name, language) => {
    const { text } = (await readSample(name, keyId)).code[language];
    expect(text).toContain(placeholders.signingSecret);
    // The shell sample has no port, because a web server listens and runs it.
    expect(text.includes(placeholders.port)).toBe(language !== 'curl');
  },
);

it.each(all)(
  'the lines of the sample %s in %s have at most 80 characters',
  async (name, language) => {
    const { text } = (await readSample(name)).code[language];
    expect(text.split('\n').filter((line) => line.length > 80)).toEqual([]);
  },
);
