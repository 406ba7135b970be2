import { isLiveSql, liveIds } from '#domain/messaging/months/live-ids.ts';
import { enqueueEmail } from '#domain/notifications/channels/request-notifications.ts';
import { addAccountEvents } from '#domain/webhooks/outbox/add-account-events.ts';
import { query, type Transaction } from '#platform/db.ts';
import { createRateLimiter } from '#platform/limits/rate-limit.ts';
import { logger } from '#platform/logger.ts';
import { counter } from '#platform/metrics/instruments.ts';
import {
  isDrift,
  type OperatorVerdict,
  suspectStatuses,
} from '../../dlt/operator-verdicts/operator-verdicts.browser.ts';
import { changeRegistry } from '../../dlt/registry/change-registry.ts';
import { installationAccount, isInstallationEnforced } from '../../dlt/sending/installation.ts';

const driftTotal = counter<'carrier' | 'verdict'>({
  name: 'dakiya_dlt_drift_total',
  help: 'Messages that passed our DLT check, but that an operator rejected with a DLT error.',
  labelNames: ['carrier', 'verdict'],
});

/**
 * Messages with an entity were checked against the registry of their account. Messages with a template but no entity were
 * checked against the installation's registry if there is one, and count for the installation's account ($5). Rejections are
 * not counted if the registry only warns, because then our check may have found the same problem. Verdicts about a whole header
 * or template ($4) always count. The rows are sorted, so that two workers which count the same rows lock them in the same
 * order.
 */
const statement = `
  WITH rejected AS (
    SELECT * FROM json_to_recordset($1::json) AS r(message_id text, carrier text, error_code text, verdict text)
  ),
  own AS (
    SELECT g.user_id, m.sender, coalesce(m.template_id, '') AS template_id, r.*
    FROM rejected AS r JOIN messages AS m ON m.id = r.message_id
      AND m.id = ANY (ARRAY(SELECT message_id FROM rejected)) AND ${isLiveSql('m.id', 2)}
    JOIN dlt_registries AS g ON g.user_id = CASE WHEN m.entity_id IS NULL THEN $5 ELSE m.user_id END
    WHERE r.verdict = ANY ($4) OR (m.entity_id IS NOT NULL AND g.mode = 'enforce')
      OR (m.entity_id IS NULL AND m.template_id IS NOT NULL AND ($6 OR g.mode = 'enforce'))
  ),
  counted AS (
    INSERT INTO dlt_drift AS d
      (user_id, day, header, template_id, verdict, rejections, carrier, error_code, message_id, last_at)
    SELECT user_id, (now() AT TIME ZONE 'Asia/Kolkata')::date, sender, template_id, verdict, count(*),
      (array_agg(carrier ORDER BY message_id DESC))[1], (array_agg(error_code ORDER BY message_id DESC))[1],
      max(message_id), now()
    FROM own GROUP BY 1, 2, 3, 4, 5 ORDER BY 1, 2, 3, 4, 5
    ON CONFLICT (user_id, day, header, template_id, verdict) DO UPDATE SET
      rejections = d.rejections + excluded.rejections, carrier = excluded.carrier,
      error_code = excluded.error_code, message_id = excluded.message_id, last_at = excluded.last_at
  )
  SELECT user_id AS "userId", sender AS header, template_id AS "templateId", carrier, error_code AS "errorCode",
    verdict, count(*) AS rejections
  FROM own GROUP BY 1, 2, 3, 4, 5, 6`;

/** A header or template that an operator says may not be used. */
type Suspect = {
  userId: string;
  what: 'header' | 'template';
  /** The header, or the template's id. */
  name: string;
  status: string;
  /** The reason that the owner of the header or template sees. */
  reason: string;
};

/** Statements that find, and turn off, a header or template. They only affect approved headers and templates. */
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

/**
 * Allows one email per day about each suspect header or template, because the owner can turn the suspect on again and an
 * operator can report it again within minutes.
 */
const emailLimit = createRateLimiter('dlt-suspect-emails', { points: 1, seconds: 24 * 3_600 });

/** A message that an operator rejected. */
type Rejection = {
  messageId: string;
  carrier: string;
  errorCode: string | null;
  verdict: OperatorVerdict;
};

/** Drift of one header and template within one batch. */
type Drift = Omit<Rejection, 'messageId'> & {
  userId: string;
  header: string;
  /** Empty if the messages have no template. */
  templateId: string;
  rejections: number;
};

/**
 * Turns off headers and templates that an operator reports as inactive, suspended or blacklisted, so that no further messages
 * are charged and lost. Within half a second, the DLT check refuses further messages with such a header or template. The owner
 * gets at most one email a day about each of them. Only headers and templates of the account whose message was rejected can be
 * turned off.
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

/**
 * Reads before writing, because receipts of earlier messages keep arriving and each write makes every web process compile the
 * registry again.
 */
async function markSuspect(id: string, suspect: Suspect): Promise<void> {
  const { userId, what, name, status, reason } = suspect;
  const { find, mark } = statements[what];
  if ((await query(`find-approved-${what}`, find, [userId, name])).length === 0) return;
  await changeRegistry(userId, async (tx) => {
    const values = [userId, name, status, reason];
    const [marked] = await query<{ email: string }>(`mark-suspect-${what}`, mark, values, tx);
    if (!marked) return;
    logger.warn(
      { accountId: userId, [what]: name, status, reason },
      'turned off a header or template, because of the report of an operator',
    );
    await addAccountEvents(userId, 'sender.suspect', { what, name, status, reason }, tx);
    await notify(id, marked.email, tx);
  });
}

async function notify(id: string, email: string, tx: Transaction): Promise<void> {
  const { allowed } = await emailLimit.consume(id);
  if (allowed) await enqueueEmail('dlt_suspect', email, tx, id);
}

/**
 * Counts the rejections that are drift: our check against the registry had passed the message, so the registry is out of date
 * or our check is wrong. If the verdict is about a whole header or template, also turns this header or template off.
 *
 * @param rejections at most one per message
 */
export async function recordDrift(rejections: Rejection[]): Promise<void> {
  const about = rejections.filter(({ verdict }) => isDrift(verdict));
  if (about.length === 0) return;
  const rows = about.map(({ messageId, carrier, errorCode, verdict }) => ({
    ...{ message_id: messageId, carrier, error_code: errorCode, verdict },
  }));
  const found = await query<Drift>('record-dlt-drift', statement, [
    JSON.stringify(rows),
    ...liveIds(),
    Object.keys(suspectStatuses),
    installationAccount(),
    isInstallationEnforced(),
  ]);
  for (const { carrier, verdict, rejections: count } of found) {
    driftTotal.inc({ carrier, verdict }, count);
  }
  await markSuspects(found);
}
