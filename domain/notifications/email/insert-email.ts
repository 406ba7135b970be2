import { sendEmailJob } from '#domain/notifications/jobs.ts';
import { normalizeEmail } from '#domain/shared/text.browser.ts';
import { clock } from '#platform/clock.browser.ts';
import { keyedHash } from '#platform/crypto.ts';
import { query, type Transaction } from '#platform/db.ts';
import { newId } from '#platform/ids.ts';
import { createRateLimiter, type RateLimiter } from '#platform/limits/rate-limit.ts';
import { enqueue } from '#platform/queue.ts';
import type { EmailKind } from './contract.ts';

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

type Rules = {
  /** Whether the email is also sent to an unconfirmed address, which may belong to another person. */
  toUnconfirmed: boolean;
  /** Limit per address within 24 hours, for emails that a user can trigger at will. */
  maxPerDay?: number;
  /** Returns a part of `about`. Emails are counted separately by this part: each value of it has a separate limit. */
  limitedBy?: (about: string) => string;
  /** Whether a user is waiting for the email, so that it is sent before emails that are not urgent. */
  isUrgent?: boolean;
};

const toUnconfirmed = true;
const toConfirmed = { toUnconfirmed: false };

/**
 * The rules of each kind of email. The rules prevent users from flooding their own or another person's mailbox. If a kind has
 * no `maxPerDay`, a comment names its other limit.
 */
const emailKinds: Record<EmailKind, Rules> = {
  welcome: { toUnconfirmed, maxPerDay: 10 },
  // `limitAuthAttempt` allows five per address while a link is valid. An attacker could use up a daily limit and so lock the
  // owner of the address out.
  reset_password: { toUnconfirmed, isUrgent: true },
  // `requestLoginCode` allows one a minute and ten a day.
  login_code: { toUnconfirmed, isUrgent: true },
  password_changed: { ...toConfirmed, maxPerDay: 10 },
  // `recordDevice` sends at most five a day.
  new_sign_in: toConfirmed,
  // Each email is sent at most once per usage month.
  usage_warning: { toUnconfirmed },
  usage_limit_reached: { toUnconfirmed },
  // Sent to support, once per paid order.
  refund_requested: { toUnconfirmed },
  // Sent once per period or paid order.
  plan_ends_soon: { toUnconfirmed },
  payment_received: { toUnconfirmed },
  otp_throttled: { toUnconfirmed, maxPerDay: 10 },
  // `consumeEmailLimits` limits these by address and by account.
  otp_code: { toUnconfirmed, isUrgent: true },
  // `markSuspects` also sends at most one a day for each header and template.
  dlt_suspect: { ...toConfirmed, maxPerDay: 10 },
  // `enqueueDriftEmails` sends at most one a day.
  dlt_drift: toConfirmed,
  slack_turned_off: { ...toConfirmed, maxPerDay: 10 },
  channel_connected: { ...toConfirmed, maxPerDay: 10 },
  key_created: { ...toConfirmed, maxPerDay: 10 },
  key_rolled: { ...toConfirmed, maxPerDay: 10 },
  // Sent once for each key, and again only after the owner has rolled the key or turned it on. An account has at most 50 keys.
  key_leaked: { ...toConfirmed, maxPerDay: 50, isUrgent: true },
  email_change_link: { toUnconfirmed, maxPerDay: 10, isUrgent: true },
  // Sent to the old address, if it was confirmed, once per change. An account can request five changes an hour. There is no
  // daily limit, because an attacker could use it up before the decisive change.
  email_change_notice: { toUnconfirmed, isUrgent: true },
  // Sent once for each decision, which the operator of the installation makes by hand.
  dlt_header_decided: toConfirmed,
  // `startExport` allows three a day.
  account_export_ready: toConfirmed,
  account_deletion_requested: { ...toConfirmed, maxPerDay: 10, isUrgent: true },
  account_deletion_undone: { ...toConfirmed, maxPerDay: 10 },
  account_deleted: toConfirmed,
  webhook_created: { ...toConfirmed, maxPerDay: 10 },
  webhook_changed: { ...toConfirmed, maxPerDay: 10 },
  // An endpoint may fail and recover many times a day.
  webhook_failing: { ...toConfirmed, maxPerDay: 5 },
  webhook_disabled: { ...toConfirmed, maxPerDay: 10 },
  sensitive_action: {
    ...toConfirmed,
    maxPerDay: 3,
    limitedBy: (about) => about.split(' ')[0] ?? '',
  },
  // A recovery code used by a thief must be reported even if the thief has changed other factors many times.
  factors_changed: { ...toConfirmed, maxPerDay: 10, limitedBy: (about) => about, isUrgent: true },
  // Sent once for each suspension and its end, which an operator decides by hand.
  account_suspension: toConfirmed,
};

for (const [kind, { maxPerDay: mostADay }] of Object.entries(emailKinds)) {
  if (mostADay === undefined) continue;
  limits.set(kind, createRateLimiter(`mails-${kind}`, { points: mostADay, seconds: 24 * 3_600 }));
}

/**
 * Counts one email towards the limit for its kind and address in 24 hours. All accounts share this limit. For some
 * kinds, emails are also counted separately by `about` (`limitedBy`).
 *
 * @returns whether the email may be sent, and whether it is the last permitted email
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
 * Enqueues an email without notifications; `enqueueEmail` in `channels` adds those. The worker writes the text, if an
 * account has this address. Emails beyond the limits of `emailKinds` are silently dropped.
 *
 * @param email as entered
 * @returns its id; null if the rules of this kind forbid the email
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

/** Priority of emails that are not urgent. BullMQ runs jobs without a priority first. */
const afterUrgent = 1;

/** Enqueues emails whose rows are committed; urgent emails are sent first. */
export async function enqueueEmails(emails: { id: string; kind: EmailKind }[]): Promise<void> {
  const payloads = (isUrgent: boolean) =>
    emails
      .filter(({ kind }) => (emailKinds[kind].isUrgent ?? false) === isUrgent)
      .map(({ id }) => ({ mailId: id }));
  await enqueue(sendEmailJob, payloads(true));
  await enqueue(sendEmailJob, payloads(false), { priority: afterUrgent });
}
