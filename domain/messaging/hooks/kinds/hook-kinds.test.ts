import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DomainError } from '#domain/shared/errors.browser.ts';
import type { HookCall } from '../contract.ts';
import { hookKinds } from './hook-kinds.ts';

const toCall = (payload: unknown): HookCall => ({
  headers: new Headers() as never,
  query: {},
  raw: new Uint8Array(),
  payload,
});

/**
 * Names of fields in random payloads: those that the kinds read, so that some payloads pass the first checks, and names
 * that every object has, such as `toString`.
 */
const places = [
  ...['sms', 'metadata', 'phone', 'otp', 'uuid', 'contextInfo', 'recipientPhoneNumber', 'args'],
  ...['code', 'templateData', 'text', 'to', 'payload', 'ip', 'To', 'Body', 'Message', 'recipient'],
  ...[
    'body',
    'phoneNumber',
    'status',
    'alerts',
    'labels',
    'annotations',
    'commonLabels',
    'groupKey',
  ],
  ...['__proto__', 'constructor', 'toString'],
];

const values = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 5 },
    fc.constantFrom<unknown>('9876543210', '+919876543210', '271828', 'firing', '', null, 7, true),
    fc.string({ unit: 'binary' }),
    fc.double(),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom(...places), tie('value'), { maxKeys: 6 }),
  ),
})).value;

test.each(Object.entries(hookKinds))(
  '%s reads any payload, or throws an expected error',
  (_, kind) => {
    fc.assert(
      fc.property(values, (payload) => {
        try {
          const { recipients, code, text } = kind.read(toCall(payload));
          expect(
            [...recipients, code ?? '', text ?? ''].every((one) => typeof one === 'string'),
          ).toBe(true);
        } catch (error) {
          expect(error).toBeInstanceOf(DomainError);
        }
      }),
    );
  },
);

test.each(Object.entries(hookKinds))(
  '%s rejects calls without a secret or signature',
  (_, kind) => {
    for (const payload of [{}, { secret: '' }, { secret: 'other' }, null, 'x', []]) {
      expect(() => kind.authenticate(toCall(payload), ['right'])).toThrow(DomainError);
    }
  },
);

test.each(Object.entries(hookKinds))('%s has setup lines that contain the address', (_, kind) => {
  const blocks = kind.setup({ url: 'https://a.example/h', secret: 'S', recipient: '9999900000' });
  expect(blocks.some(({ lines }) => lines.includes('https://a.example/h'))).toBe(true);
  expect(blocks.every(({ lines }) => !lines.includes('undefined'))).toBe(true);
});
