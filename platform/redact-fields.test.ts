import { expect, test } from 'vitest';
import { redactFields } from './redact-fields.ts';

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

test('errors and dates stay what they are', () => {
  const [error, at] = [new Error('x'), new Date(0)];
  expect(redactFields({ error, at, none: undefined })).toEqual({ error, at, none: undefined });
});
