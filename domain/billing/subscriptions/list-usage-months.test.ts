import { expect, test } from 'vitest';
import { listUsageMonths } from './list-usage-months.ts';

const at = (day: string) => new Date(`2026-${day}T00:00:00Z`);
const month = (day: string, planId = 'basic') => ({ planId, startsAt: at(day), used: 0.5 });

test('lists the usage months of a plan that begin within a period, excluding its end', () => {
  const period = { planId: 'basic', startedAt: at('10-01'), expiresAt: at('12-01') };
  const months = [
    month('09-30'),
    month('10-01'),
    month('10-15', 'pro'),
    month('11-01'),
    month('12-01'),
  ];
  expect(listUsageMonths(period, months)).toEqual([
    { startsAt: at('10-01'), used: 0.5 },
    { startsAt: at('11-01'), used: 0.5 },
  ]);
});
