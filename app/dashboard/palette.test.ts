import { expect, test } from 'vitest';
import { findMessages, findScreens } from '#app/dashboard/palette.tsx';
import { paths } from '#app/paths.ts';
import { exampleValues } from '#domain/shared/example-values.browser.ts';

test.each([
  ['hook', 'Webhooks'],
  ['  BILLING ', 'Billing History'],
  ['testing console', 'Message'],
  ['templates new', 'New template'],
])('finds the screen that %j names', (query, label) => {
  expect(findScreens(query).map((place) => place.label)).toContain(label);
});

test('lists screens whose name begins with the query first', () => {
  expect(findScreens('message')[0]?.label).toBe('Message');
  expect(findScreens('templates')[0]?.label).toBe('Templates');
  expect(findScreens('xyzzy')).toEqual([]);
});

test('leads to a message by its exact id', () => {
  const id = exampleValues.messageId;
  expect(findMessages(` ${id.toLowerCase()} `).map(({ to }) => to)).toEqual([paths.message(id)]);
  expect(findMessages('msg_1')).toEqual([]);
});

test.each(['9876543210', '+91 98765 43210', '098765-43210', '919876543210'])(
  'leads to the messages sent to %j',
  (query) => {
    expect(findMessages(query).map(({ to }) => to)).toEqual([
      paths.messages({ number: '9876543210' }),
    ]);
  },
);

test.each(['98765', '9876543210 order', ''])(
  'does not search for %j as a phone number',
  (query) => {
    expect(findMessages(query)).toEqual([]);
  },
);
