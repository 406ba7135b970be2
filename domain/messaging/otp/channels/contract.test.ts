import { expect, test } from 'vitest';
import { toChannels, toMailbox } from './contract.ts';

test.each([
  ['Asha@Example.com', 'asha@example.com'],
  ['asha+shop+1@example.com', 'asha@example.com'],
  ['a.s.h.a+1@gmail.com', 'asha@gmail.com'],
  ['a.sha@example.com', 'a.sha@example.com'],
])('the address %s belongs to the mailbox %s', (email, mailbox) => {
  expect(toMailbox(email)).toBe(mailbox);
});

test('by default, the next channel starts after a minute', () => {
  const channels = toChannels([
    { channel: 'sms' },
    { channel: 'email', to: 'a@b.in' },
    { channel: 'email', to: 'c@d.in', after: 90 },
  ]);
  expect(channels.map(({ afterSeconds }) => afterSeconds)).toEqual([0, 60, 90]);
});
