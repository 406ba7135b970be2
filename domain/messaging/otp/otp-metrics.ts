import { DomainError } from '#domain/shared/errors.browser.ts';
import { counter } from '#platform/metrics/instruments.ts';

/** The value of the label `result` for each error code. */
const results: Record<string, string> = {
  otp_incorrect: 'incorrect',
  otp_expired: 'expired',
  otp_used: 'used',
  otp_attempts_exceeded: 'exhausted',
  not_found: 'not_found',
};

const sent = counter<'send'>({
  name: 'dakiya_otp_sent_total',
  help: 'OTPs accepted for sending, by send: first (a new code) or again (the same code).',
  labelNames: ['send'],
  from0: ['first', 'again'].map((send) => ({ send })),
});

const checks = counter<'result'>({
  name: 'dakiya_otp_checks_total',
  help: 'OTP checks, by result.',
  labelNames: ['result'],
  from0: ['verified', ...Object.values(results)].map((result) => ({ result })),
});

const emails = counter<'result'>({
  name: 'dakiya_otp_emails_total',
  help: 'Emails with codes, by result: started, or limited (too many to a mailbox or from an account).',
  labelNames: ['result'],
  from0: ['started', 'limited'].map((result) => ({ result })),
});

/** Counts an email with a code. */
export const countOtpEmail = (result: 'started' | 'limited') => emails.inc({ result });

export const countOtpSent = (isNew: boolean) => sent.inc({ send: isNew ? 'first' : 'again' });

/**
 * Counts the check of a code by its result. The returned promise settles in the same way as
 * `check`.
 */
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
