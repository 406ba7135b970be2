import { enqueueEmail } from '#domain/notifications/channels/enqueue-email.ts';
import { addAccountEvents } from '#domain/notifications/webhooks/outbox/add-account-events.ts';
import { query, type Transaction } from '#platform/db.ts';
import { logger } from '#platform/logger.ts';
import { createRateLimiter } from '#platform/rate-limit.ts';
import { suspectStatuses } from '../operator-verdicts/operator-verdicts.browser.ts';
import { changeRegistry } from '../registry/change-registry.ts';
import type { Drift } from './contract.ts';

/** A header or template that an operator says may not be used. */
type Suspect = {
  userId: string;
  what: 'header' | 'template';
  /** The header, or the template's id. */
  name: string;
  status: string;
  /** For its owner. */
  reason: string;
};

/** What a header and a template are in the tables; only an approved one is changed. */
const statements = {
  header: {
    find: `SELECT 1 FROM dlt_headers WHERE user_id = $1 AND header = $2 AND status = 'approved'`,
    mark: `
      UPDATE dlt_headers AS h SET status = $3::dlt_header_status, reason = $4 FROM users AS u
      WHERE h.user_id = $1 AND h.header = $2 AND h.status = 'approved' AND u.id = $1 RETURNING u.email`,
  },
  template: {
    find: `SELECT 1 FROM dlt_templates WHERE user_id = $1 AND template_id = $2 AND status = 'approved'`,
    mark: `
      UPDATE dlt_templates AS t SET status = $3::dlt_template_status, reason = $4 FROM users AS u
      WHERE t.user_id = $1 AND t.template_id = $2 AND t.status = 'approved' AND u.id = $1 RETURNING u.email`,
  },
} as const;

/** The owner may turn it on again, and the operators may suspend it again, within minutes. */
const emailLimit = createRateLimiter('dlt-suspect-emails', { points: 1, seconds: 24 * 3_600 });

/**
 * Turns off headers and templates of which an operator says that they are inactive, suspended or blacklisted, so that no
 * more messages are charged and lost; checks follow within half a second. Their owner is notified, once a day of each.
 * Only what belongs to the account whose message was rejected can be turned off.
 */
export async function markSuspects(found: Drift[]): Promise<void> {
  const suspects = new Map(
    found.flatMap((drift) => {
      const suspect = toSuspect(drift);
      return suspect ? [[`${suspect.userId}/${suspect.what}/${suspect.name}`, suspect]] : [];
    }),
  );
  for (const [id, suspect] of suspects) await markSuspect(id, suspect);
}

function toSuspect({ verdict, ...drift }: Drift): Suspect | null {
  if (!(verdict in suspectStatuses)) return null;
  const { what, status } = suspectStatuses[verdict as keyof typeof suspectStatuses];
  const { userId, header, templateId, carrier, errorCode } = drift;
  const name = what === 'header' ? header : templateId;
  return { userId, what, name, status, reason: `reported by ${carrier}: ${errorCode}` };
}

/** Looks before it changes: receipts of what was sent before go on coming, and a change makes each web compile anew. */
async function markSuspect(id: string, suspect: Suspect): Promise<void> {
  const { userId, what, name, status, reason } = suspect;
  const { find, mark } = statements[what];
  if ((await query(`find-approved-${what}`, find, [userId, name])).length === 0) return;
  await changeRegistry(userId, async (tx) => {
    const values = [userId, name, status, reason];
    const [marked] = await query<{ email: string }>(`mark-suspect-${what}`, mark, values, tx);
    if (!marked) return;
    logger.warn({ accountId: userId, [what]: name, status, reason }, 'turned off by an operator');
    await addAccountEvents(userId, 'sender.suspect', { what, name, status, reason }, tx);
    await notify(id, marked.email, tx);
  });
}

async function notify(id: string, email: string, tx: Transaction): Promise<void> {
  const { allowed } = await emailLimit.consume(id);
  if (allowed) await enqueueEmail('dlt_suspect', email, tx, id);
}
