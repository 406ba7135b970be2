import { expect, test } from 'vitest';
import { audit, findUnexcepted } from './audit.ts';

const silent = async () => null;

test('an unreachable registry fails the audit only if an answer is required', async () => {
  expect(await audit({ required: false }, silent)).toBe(false);
  await expect(audit({ required: true }, silent)).rejects.toThrow('AUDIT_REQUIRED=1');
});

const url = 'https://github.com/advisories/GHSA-aaaa-bbbb-cccc';
const about = (severity: string) => ({
  auditReportVersion: 2,
  vulnerabilities: {
    left: {
      name: 'left',
      severity,
      via: [{ source: 1, name: 'left', title: 'Bad', url, severity }],
    },
    right: { name: 'right', severity, via: ['left'] },
  },
});
const exception = { advisory: url, reason: 'It is never called.', until: '2026-12-01' };

test.each([
  ['low', 0],
  ['moderate', 0],
  ['high', 1],
  ['critical', 1],
])(
  'an advisory of severity %s counts as %d problem, regardless of how many packages it affects',
  (severity, count) => {
    expect(findUnexcepted(about(severity), [], '2026-11-22')).toHaveLength(count);
  },
);

test('an exception is valid until its date', () => {
  expect(findUnexcepted(about('high'), [exception], '2026-11-30')).toEqual([]);
  expect(findUnexcepted(about('high'), [exception], '2026-12-01')).toHaveLength(1);
});

test('an exception that matches no advisory is reported', () => {
  const clean = { auditReportVersion: 2, vulnerabilities: {} };
  expect(findUnexcepted(clean, [exception], '2026-11-22')).toHaveLength(1);
  expect(findUnexcepted(clean, [], '2026-11-22')).toEqual([]);
});

test.each([[{ error: { code: 'ENOAUDIT' } }], [{ statusCode: 405 }], [''], [null]])(
  'an answer that is not an audit report gives null: %j',
  (answer) => expect(findUnexcepted(answer, [], '2026-11-22')).toBeNull(),
);
