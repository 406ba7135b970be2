import { expect, test } from 'vitest';
import { usageMonthAt } from './months.ts';

const at = (text: string) => new Date(text);

test.each([
  ['the first day', '2026-01-10T08:00:00Z', '2026-01-10T08:00:00Z', '2026-01-10', '2026-02-10'],
  ['the last moment', '2026-01-10T08:00:00Z', '2026-02-10T07:59:59Z', '2026-01-10', '2026-02-10'],
  ['the turn', '2026-01-10T08:00:00Z', '2026-02-10T08:00:00Z', '2026-02-10', '2026-03-10'],
  ['years later', '2024-06-30T00:00:00Z', '2026-03-01T00:00:00Z', '2026-02-28', '2026-03-30'],
  ['a short month', '2026-01-31T00:00:00Z', '2026-02-28T00:00:00Z', '2026-02-28', '2026-03-31'],
  ['before it', '2026-01-31T00:00:00Z', '2026-02-27T23:00:00Z', '2026-01-31', '2026-02-28'],
  ['a leap day', '2024-02-29T00:00:00Z', '2025-03-01T00:00:00Z', '2025-02-28', '2025-03-29'],
])('the month of use: %s', (_, anchor, now, startsAt, endsAt) => {
  const month = usageMonthAt(at(anchor), at(now));
  expect(month.startsAt.toISOString().slice(0, 10)).toBe(startsAt);
  expect(month.endsAt.toISOString().slice(0, 10)).toBe(endsAt);
});

test('months follow each other without gap or overlap', () => {
  const anchor = at('2026-01-31T13:14:15Z');
  let { endsAt } = usageMonthAt(anchor, anchor);
  for (let i = 0; i < 30; i++) {
    const next = usageMonthAt(anchor, endsAt);
    expect(next.startsAt).toEqual(endsAt);
    endsAt = next.endsAt;
  }
});
