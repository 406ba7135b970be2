import { expect, test } from 'vitest';
import { entityInput } from '#domain/dlt/registry/inputs.browser.ts';
import { nameInput } from '#domain/identity/accounts/contract.browser.ts';
import { createKeyInput } from '#domain/identity/api-keys/contract.browser.ts';
import { createServiceInput } from '#domain/messaging/otp/services/contract.ts';

const names: Record<string, (name: string) => boolean> = {
  'of an account': (name) => nameInput.safeParse(name).success,
  'of a key': (name) => createKeyInput.safeParse({ name }).success,
  'of a service': (name) => createServiceInput.safeParse({ name }).success,
};

test.each(Object.entries(names))(
  'a name %s is reduced to one line of visible characters',
  (_, takes) => {
    // Joiners and marks of Indian writing systems, a no-break space, an emoji of several characters, and surrounding
    // spaces.
    for (const good of ['Asha Rao', 'क्‍ष राव', 'Ann Lee', 'Team 👩‍💻', ' Asha\n']) {
      expect([good, takes(good)]).toEqual([good, true]);
    }
    for (const odd of [
      '\n',
      '\r',
      '\t',
      '\u0007',
      '\u001b[31m',
      '\u0085',
      '\u2028',
      '\u202e',
      '\u2066',
    ]) {
      expect([odd, takes(`Asha${odd}Rao`)]).toEqual([odd, false]);
    }
  },
);

test('a name in a portal’s file becomes one line', () => {
  const input = { entity_id: '1101172974420810001', name: '\tAcme\r\n Retail\u202e Ltd ' };
  expect(entityInput.parse(input).name).toBe('Acme Retail Ltd');
});
