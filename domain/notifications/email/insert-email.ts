import { normalizeEmail } from '#domain/shared/text.browser.ts';
import { clock } from '#platform/clock.browser.ts';
import { keyedHash } from '#platform/crypto.ts';
import { query, type Transaction } from '#platform/db.ts';
import { newId } from '#platform/ids.ts';
import { createRateLimiter, type RateLimiter } from '#platform/limits/rate-limit.ts';
import { enqueue } from '#platform/queue.ts';
import type { EmailKind } from './contract.ts';
import { sendEmailJob } from './jobs.ts';
import { emailKinds } from './kinds.ts';

declare module '#platform/ids.ts' {
  interface IdPrefixes {
    mail: 'emails';
  }
}

const confirmed = 'SELECT 1 FROM users WHERE email_key = $1 AND email_confirmed_at IS NOT NULL';

const insert = `
  INSERT INTO emails (id, kind, email, about, is_last_of_day, created_at, due_at)
  VALUES ($1, $2::email_kind, $3, $4, $5, $6, $6)`;

const limits = new Map<string, RateLimiter>();
for (const [kind, { maxPerDay: mostADay }] of Object.entries(emailKinds)) {
  if (mostADay === undefined) continue;
  limits.set(kind, createRateLimiter(`mails-${kind}`, { points: mostADay, seconds: 24 * 3_600 }));
}

/**
 * Consumes one email from what an address may get of a kind within 24 hours, over all accounts; for some kinds, of each
 * thing that it is about.
 *
 * @returns whether it may be sent, and whether it is the last one
 */
async function consumeDailyLimit(
  kind: EmailKind,
  email: string,
  about: string | undefined,
): Promise<{ allowed: boolean; isLast: boolean }> {
  const limit = limits.get(kind);
  if (!limit) return { allowed: true, isLast: false };
  const part = emailKinds[kind].limitedBy?.(about ?? '') ?? '';
  const key = keyedHash('mails-a-day', normalizeEmail(email) + part).toString('base64url');
  const { allowed, remaining } = await limit.consume(key);
  return { allowed, isLast: remaining === 0 };
}

/**
 * Enqueues an email without notifications; `enqueueEmail` of the concept channels adds those. The worker writes the text,
 * if an account has this address. Emails beyond the limits of `emailKinds` are silently dropped.
 *
 * @param email as entered
 * @returns its id; null if the rules of its kind forbid it
 */
export async function insertEmail(
  kind: EmailKind,
  email: string,
  tx: Transaction | undefined,
  about: string | undefined,
): Promise<string | null> {
  if (!emailKinds[kind].toUnconfirmed) {
    const found = await query('is-email-confirmed', confirmed, [normalizeEmail(email)], tx);
    if (found.length === 0) return null;
  }
  const { allowed, isLast } = await consumeDailyLimit(kind, email, about);
  if (!allowed) return null;
  const now = clock.now();
  const id = newId('mail', now.getTime());
  await query('insert-email', insert, [id, kind, email, about ?? null, isLast, now], tx);
  const enqueue = () => void enqueueEmails([{ id, kind }]);
  if (tx) tx.afterCommit(enqueue);
  else enqueue();
  return id;
}

/** BullMQ runs jobs without a priority first. */
const afterUrgent = 1;

/** Enqueues emails whose rows are committed; urgent ones are sent before all others. */
export async function enqueueEmails(emails: { id: string; kind: EmailKind }[]): Promise<void> {
  const payloads = (isUrgent: boolean) =>
    emails
      .filter(({ kind }) => (emailKinds[kind].isUrgent ?? false) === isUrgent)
      .map(({ id }) => ({ mailId: id }));
  await enqueue(sendEmailJob, payloads(true));
  await enqueue(sendEmailJob, payloads(false), { priority: afterUrgent });
}
