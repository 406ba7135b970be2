import { expect, test } from 'vitest';
import type { Refusal } from './carriers/contract.ts';
import { classifyFailure } from './retry-policy.ts';

const refused = (refusal: Refusal) => ({ kind: 'refused', refusal, status: 0 }) as const;

test('a submit that was written but got no response is not repeated', () => {
  expect(classifyFailure({ kind: 'unanswered' }, 0, 0.5)).toEqual({ kind: 'unknown' });
});

test('throttling, a lost bind and a not_sent submit do not count as attempts', () => {
  for (const outcome of [
    refused('throttled'),
    refused('bind_lost'),
    { kind: 'not_sent' } as const,
  ]) {
    expect(classifyFailure(outcome, 99, 0.5)).toEqual({
      kind: 'retry',
      retryInMs: 1_500,
      counted: false,
    });
  }
});

test('a temporary rejection is retried with delays that double up to five minutes', () => {
  const gaps = [0, 1, 2, 3, 20].map((attempts) =>
    classifyFailure(refused('temporary'), attempts, 0.5),
  );
  expect(gaps).toEqual(
    [2_000, 4_000, 8_000, 16_000, 300_000].map((retryInMs) => ({
      kind: 'retry',
      retryInMs,
      counted: true,
    })),
  );
});

test('retry delays are jittered by ±50%', () => {
  expect(classifyFailure(refused('temporary'), 0, 0)).toMatchObject({ retryInMs: 1_000 });
  expect(classifyFailure(refused('temporary'), 0, 1)).toMatchObject({ retryInMs: 3_000 });
});

test('a limited rejection is retried at most three times, and a permanent rejection is never retried', () => {
  expect(classifyFailure(refused('limited_retry'), 1, 0.5)).toEqual({
    kind: 'retry',
    retryInMs: 4_000,
    counted: true,
  });
  expect(classifyFailure(refused('limited_retry'), 2, 0.5)).toEqual({ kind: 'give-up' });
  expect(classifyFailure(refused('permanent'), 0, 0.5)).toEqual({ kind: 'give-up' });
});
