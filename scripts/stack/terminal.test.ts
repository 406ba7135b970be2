import { expect, test } from 'vitest';
import { formatLogLine, parseLogMessage } from './terminal.ts';

const at = new Date(2026, 10, 20, 9, 5, 7).getTime();

test('a JSON log line becomes one readable line', () => {
  const line = JSON.stringify({ level: 30, time: at, requestId: 'req_1', ms: 12, msg: 'answered' });

  expect(formatLogLine(line)).toBe('09:05:07 INFO  answered requestId=req_1 ms=12');
});

test('the stack of an error is printed under any property name', () => {
  const stack = 'Error: no\n    at here';

  for (const name of ['err', 'error']) {
    const line = JSON.stringify({ level: 50, time: at, [name]: { stack }, msg: 'failed' });
    expect(formatLogLine(line)).toBe('09:05:07 ERROR failed\n  Error: no\n      at here');
  }
});

test.each(['listening', '{ not json', '{"answer":42}', ''])('%j is left unchanged', (line) => {
  expect(formatLogLine(line)).toBe(line);
  expect(parseLogMessage(line)).toBeNull();
});

test('finds the message of the log line that shows that a program is ready', () => {
  expect(parseLogMessage(JSON.stringify({ level: 30, msg: 'worker ready' }))).toBe('worker ready');
});
