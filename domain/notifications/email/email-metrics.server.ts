import { counter } from '#platform/metrics/instruments.server.ts';

const emails = counter<'result'>({
  name: 'dakiya_emails_total',
  help: 'Attempts to send an email, by result: sent, queued (rejected temporarily, retried) or failed.',
  labelNames: ['result'],
});

for (const result of ['sent', 'queued', 'failed']) emails.inc({ result }, 0);

/** Counts an attempt by the resulting state of the email. */
export const countEmailAttempt = (result: 'sent' | 'queued' | 'failed') => emails.inc({ result });
