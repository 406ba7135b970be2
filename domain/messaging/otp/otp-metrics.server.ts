import { DomainError } from '#domain/shared/errors.ts';
import { counter } from '#platform/metrics/instruments.server.ts';

const sent = counter<'send'>({
  name: 'dakiya_otp_sent_total',
  help: 'Codes accepted for sending: a new one, or the same one again.',
  labelNames: ['send'],
});

const checks = counter<'result'>({
  name: 'dakiya_otp_checks_total',
  help: 'OTP checks, by result.',
  labelNames: ['result'],
});

/** The errors of a check, as it is counted. */
const results: Record<string, string> = {
  otp_incorrect: 'incorrect',
  otp_expired: 'expired',
  otp_used: 'used',
  otp_attempts_exceeded: 'exhausted',
  not_found: 'not_found',
};

for (const send of ['first', 'again']) sent.inc({ send }, 0);
for (const result of ['verified', ...Object.values(results)]) checks.inc({ result }, 0);

/** Counts a code that is on its way. */
export const countOtpSent = (isNew: boolean) => sent.inc({ send: isNew ? 'first' : 'again' });

/** Counts a check as it ends, and lets it end so. */
export async function countOtpCheck<T>(check: Promise<T>): Promise<T> {
  try {
    const verified = await check;
    checks.inc({ result: 'verified' });
    return verified;
  } catch (error) {
    const result = error instanceof DomainError ? results[error.code] : undefined;
    if (result) checks.inc({ result });
    throw error;
  }
}
