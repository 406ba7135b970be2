import { expect, test } from 'vitest';
import { formatLogLine, parseLogMessage } from './terminal.ts';

const at = new Date(2026, 10, 20, 9, 5, 7).getTime();

test('a log line becomes one line that a person can read', () => {
  const line = JSON.stringify({ level: 30, time: at, requestId: 'req_1', ms: 12, msg: 'answered' });

  expect(formatLogLine(line)).toBe('09:05:07 INFO  answered requestId=req_1 ms=12');
});

test('an error keeps its stack, whichever name it was logged under', () => {
  const stack = 'Error: no\n    at here';

  for (const name of ['err', 'error']) {
    const line = JSON.stringify({ level: 50, time: at, [name]: { stack }, msg: 'failed' });
    expect(formatLogLine(line)).toBe('09:05:07 ERROR failed\n  Error: no\n      at here');
  }
});

test.each(['listening', '{ not json', '{"answer":42}', ''])('%j is left as it is', (line) => {
  expect(formatLogLine(line)).toBe(line);
  expect(parseLogMessage(line)).toBeNull();
});

test('a program says that it is ready by the message of a log line', () => {
  expect(parseLogMessage(JSON.stringify({ level: 30, msg: 'worker ready' }))).toBe('worker ready');
});
