import { expect, test } from 'vitest';
import { DomainError, errorCatalogue, isErrorCode, sentenceForPeople } from './errors.browser.ts';

test('error texts for screens never mention an HTTP header, a status or a resource of the API', () => {
  for (const [code, message] of Object.entries(errorCatalogue)) {
    if (!isErrorCode(code)) throw new Error(`${code} is in the catalogue`);
    const said = sentenceForPeople({ code, message });
    expect([code, said]).toEqual([
      code,
      expect.not.stringMatching(
        /Retry-After|Allow header|resource|JSON|x-api-|Idempotency-Key|HTTP/,
      ),
    ]);
  }
});

test.each([
  [undefined, 'in a moment'],
  [2, 'in a moment'],
  [28.4, 'in 29 seconds'],
  [3_600, 'in 60 minutes'],
])('describes a wait of %s seconds as: try again %s', (retryAfterSeconds, when) => {
  const error = new DomainError('otp_resend_too_soon', { retryAfterSeconds });
  expect(sentenceForPeople(error)).toBe(
    `A code was just sent to this number. Please try again ${when}.`,
  );
});

test('a message that is more specific than the catalogue’s message is kept', () => {
  const error = new DomainError('not_found', { message: 'There is no key by this id.' });
  expect(sentenceForPeople(error)).toBe('There is no key by this id.');
});
