import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { parseIndianMobile } from '#domain/sms/phone-number.ts';
import { magicNumbers as sandboxNumbers } from '#sandbox/smsc/magic-numbers.ts';
import { exampleTestRecipient, getOutcome, magicNumbers } from './magic-numbers.ts';

test.each(magicNumbers)(
  'the magic number $recipient is a valid recipient of a call',
  ({ recipient }) => {
    expect(parseIndianMobile(recipient)).toMatchObject({ number: recipient });
  },
);

test('every magic number of the sandbox also has an outcome in test mode', () => {
  const withOutcome = magicNumbers
    .filter(({ outcome }) => outcome)
    .map(({ recipient }) => recipient);
  expect(withOutcome).toEqual(sandboxNumbers.map(({ number }) => `+${number}`));
});

test('the documentation lists every magic number with its outcome', async () => {
  const page = await readFile('app/content/docs/test-mode.md', 'utf8');
  for (const { recipient, description } of magicNumbers) {
    expect(page).toContain(`| \`${recipient.slice(3)}\` | ${description} |`);
  }
});

test('each magic number is listed once, and the number in the examples is not a magic number', () => {
  const numbers = magicNumbers.map(({ recipient }) => recipient);
  expect(new Set(numbers).size).toBe(numbers.length);
  expect(numbers).not.toContain(exampleTestRecipient);
  expect(getOutcome(exampleTestRecipient)).toEqual(getOutcome('+919876543210'));
});
