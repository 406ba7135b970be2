import type { Language } from '#app/preferences/preferences.ts';
import { placeholders } from '#app/samples/contract.ts';
import { readSample } from '#app/samples/read-sample.server.ts';
import { serverSettings } from '#platform/server-settings.ts';
import { runProgram } from '../harness/run-program.ts';
import type { Account } from './account.ts';

export type SampleValues = Partial<typeof placeholders>;

/** A sample from an account's own pages, with its placeholders filled in. */
export async function fillSample(
  name: string,
  language: Language,
  keyId: string | null,
  given: SampleValues,
): Promise<string> {
  const values = { ...placeholders, ...given };
  const { text = '' } = (await readSample(name, keyId)).code[language] ?? {};
  return Object.entries({ ...placeholders, url: serverSettings.PUBLIC_URL }).reduce(
    (code, [key, placeholder]) => code.replaceAll(placeholder, values[key as keyof SampleValues]),
    text,
  );
}

/** The files that samples read. */
const files = {
  'headers.csv': ['Header,Category', 'ACMEIN,Service Implicit'].join('\n'),
  'letter.pdf': '%PDF-1.4\n',
  'opted-out.csv': ['Mobile', '9876543210'].join('\n'),
  'templates.csv': [
    'Template ID,Header,Category,Entity ID,Content',
    '1107161700000010231,ACMEIN,Service Implicit,1101172974420810001,{#numeric#} is your code. - ACME',
  ].join('\n'),
};

/** Runs an account's sample to its end. */
export async function runSample(
  name: string,
  language: Language,
  { keyId, secretKey }: Account,
  given: SampleValues,
) {
  const test = { testKeyId: keyId, testSecretKey: given.secretKey ?? secretKey };
  const text = await fillSample(name, language, keyId, { secretKey, ...test, ...given });
  return runProgram(language, text, { files });
}
