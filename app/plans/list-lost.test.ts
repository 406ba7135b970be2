import { expect, test } from 'vitest';
import { listLost } from './list-lost.ts';

const plan = (monthlylimit: number, apiCalls: number, ...features: string[]) => ({
  ...{ monthlylimit, apiCalls },
  features: features.map((text) => ({ _id: text, text })),
});

const basic = plan(2_000, 20_000, '2,000 messages a month', 'Email support');
const pro = plan(10_000, 100_000, '10,000 messages a month', 'Email support', 'Priority support');

test('names the limits and features that a smaller plan does not have', () => {
  expect(listLost(pro, basic)).toEqual([
    '8,000 messages a month: 2,000 instead of 10,000',
    '80,000 API calls a month: 20,000 instead of 1,00,000',
    'Priority support',
  ]);
});

test('names nothing if the new plan has all limits and features of the old plan', () => {
  expect(listLost(basic, pro)).toEqual([]);
});
