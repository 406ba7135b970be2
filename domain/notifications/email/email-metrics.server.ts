import { counter } from '#platform/metrics/instruments.server.ts';

const mails = counter<'result'>({
  name: 'dakiya_emails_total',
  help: 'Tries to hand a mail to the mail server: sent, refused for now (queued again) or for good (failed).',
  labelNames: ['result'],
});

for (const result of ['sent', 'queued', 'failed']) mails.inc({ result }, 0);

/** Counts a try by the state in which it leaves the letter. */
export const countEmailAttempt = (result: 'sent' | 'queued' | 'failed') => mails.inc({ result });
