import { symbols } from 'pino';
import { expect, test, vi } from 'vitest';
import { createInstance, runIn } from './instance.ts';
import { logger, redactFields, redactText, withLogContext } from './logger.ts';
import { parseConfig } from './settings.ts';

test('a line has the ids of its job, and no fields of an earlier line', () => {
  const lines: object[] = [];
  runIn(createInstance(parseConfig({ ...process.env, LOG_LEVEL: 'info' })), () => {
    const stream = Reflect.get(logger, symbols.streamSym) as { write(line: string): void };
    vi.spyOn(stream, 'write').mockImplementation((line) => lines.push(JSON.parse(line)));
    withLogContext({ jobId: 'job_1' }, () => {
      logger.info({ name: 'messages_2027_01' }, 'created the table of a month');
      logger.info({ streams: 3 }, 'root of the audit trail');
    });
    logger.info('outside of a job');
  });
  const level = 30;
  const time = expect.any(Number);
  expect(lines).toEqual([
    { level, time, jobId: 'job_1', name: 'messages_2027_01', msg: 'created the table of a month' },
    { level, time, jobId: 'job_1', streams: 3, msg: 'root of the audit trail' },
    { level, time, msg: 'outside of a job' },
  ]);
});

test('hides fields with secret names at any depth', () => {
  const fields = {
    messageId: 'msg_1',
    text: 'Hello',
    call: { path: '/x', body: { any: 1 }, headers: [{ cookie: 'a=b', accept: '*/*' }] },
  };
  expect(redactFields(fields)).toEqual({
    messageId: 'msg_1',
    text: '•••',
    call: { path: '/x', body: '•••', headers: [{ cookie: '•••', accept: '*/*' }] },
  });
  expect(fields.text).toBe('Hello');
});

test('omits values that are nested too deeply to check', () => {
  const deep = { a: { a: { a: { a: { a: { password: 'x' } } } } } };
  expect(JSON.stringify(redactFields(deep))).not.toContain('password');
  const round: Record<string, unknown> = {};
  round.self = round;
  expect(() => redactFields(round)).not.toThrow();
});

test('redaction does not change errors and dates', () => {
  const [error, at] = [new Error('x'), new Date(0)];
  expect(redactFields({ error, at, none: undefined })).toEqual({ error, at, none: undefined });
});

test.each([
  ['a test API key', 'no such key sk_test_c8v3x6k2p9m4w7h5n2t8q3b6d9f4j7r2', 'no such key •••'],
  ['an API key', 'no such key sk_c8v3x6k2p9m4w7h5n2t8q3b6d9f4j7r2y5a8g3z6', 'no such key •••'],
  ['a token', 'token kJ3v9QmX2bT7wLr5yHc8NfZ4sGd6pVa1uEoRiKtBxMw is over', 'token ••• is over'],
  [
    'a password in an address',
    'cannot reach redis://me:secret@h:1',
    'cannot reach redis://•••@h:1',
  ],
  ['a header', '"authorization: Bearer abc.def-123"', '"authorization: Bearer •••"'],
  ['a mail address', '550 <Asha.Rao+x@mail.example.com> unknown', '550 <•••> unknown'],
  ['a number', 'Key (recipient)=(+919876543210) exists', 'Key (recipient)=(•••) exists'],
  ['a number before a full stop', 'no route to 9876543210.', 'no route to •••.'],
  ['a number as it was typed', '"98765 43210", "09876543210"', '"•••", "•••"'],
])('redacts %s in a text', (_, text, left) => expect(redactText(text)).toBe(left));

test.each([
  '{"level":30,"time":1795321279982,"requestId":"req_01M80QSDFEAETBEMBD7591P69D"}',
  'at file:///app/node_modules/@remix-run/router/dist/router.js:120:15',
  'connect ECONNREFUSED 127.0.0.1:5432',
  'took 6123.456 ms',
  '{"messageId":"msg_01M80Q9876543210ABCDEFGHJK"}',
  '{"bytes":9876543210,"more":1}',
  'dk_yjydsgxfw7kbwjpc63jj',
])('does not change text without secrets: %s', (text) => expect(redactText(text)).toBe(text));

test('redacts a long line in a short time', () => {
  const line = 'a'.repeat(1_000_000);
  expect(redactText(`${line} @`)).toBe(`${line} @`);
});
