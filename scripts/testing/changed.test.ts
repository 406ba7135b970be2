import { expect, test } from 'vitest';
import { testsOf } from './changed.ts';

const sources = new Map([
  ['domain/sms/segments.ts', ''],
  ['domain/sms/segments.test.ts', `import { count } from './segments.ts';`],
  ['domain/dlt/check/check.ts', `import { count } from '#domain/sms/segments.ts';`],
  ['domain/dlt/check/check.test.ts', `import { check } from './check.ts';`],
  ['tests/dlt/check.test.ts', ''],
  ['tests/webhooks/rest.test.ts', `import { check } from '#domain/dlt/check/check.ts';`],
  ['tests/worker/routes.test.ts', `import { start } from '../support/start.ts';`],
  ['tests/support/start.ts', `import { check } from '#domain/dlt/check/check.ts';`],
  ['tests/dashboard/senders.test.ts', ''],
  ['tests/long/senders.test.ts', ''],
]);

test('for a changed file, selects the tests of all its importers, the product tests that import it directly, and the tests of its part', () => {
  expect(testsOf(['domain/sms/segments.ts'], sources)).toEqual([
    'domain/dlt/check/check.test.ts',
    'domain/sms/segments.test.ts',
  ]);
  expect(testsOf(['domain/dlt/check/check.ts'], sources)).toEqual([
    'domain/dlt/check/check.test.ts',
    'tests/dashboard/senders.test.ts',
    'tests/dlt/check.test.ts',
    'tests/webhooks/rest.test.ts',
  ]);
});

test('selects the tests named after a changed screen, and a changed test itself', () => {
  const screen = 'app/routes/_member.dashboard_.senders_.new/route.tsx';
  expect(testsOf([screen, 'tests/worker/routes.test.ts'], sources)).toEqual([
    'tests/dashboard/senders.test.ts',
    'tests/worker/routes.test.ts',
  ]);
});

test('selects all tests after a change of a file that everything uses, and selects no deleted test', () => {
  expect(testsOf(['platform/db.ts'], sources)).toBe('all');
  expect(testsOf(['tests/support/start.ts'], sources)).toBe('all');
  expect(testsOf(['tests/gone.test.ts'], sources)).toEqual([]);
});
