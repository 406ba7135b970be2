import { isEarlierRoundSql, seqOf } from '#domain/messaging/messages/message-columns.ts';
import {
  addWebhookEventsSql,
  type WokenRow,
  wakeWokenEndpoints,
  wokenEndpointsSql,
} from '#domain/webhooks/outbox/add-subject-events-sql.ts';
import { releaseEventsOf } from '#domain/webhooks/queue/reserve-events.ts';
import { clock } from '#platform/clock.browser.ts';
import { query, type Transaction, transaction } from '#platform/db.ts';
import type { PartRow } from '../contract.ts';
import { segmentReference } from '../prepare-submits.ts';
import { noWorker } from '../queue/reserve-messages.ts';
import { findLostWorkers } from '../queue/worker-heartbeat.ts';
import { insertEventsSql, upsertPartsSql } from '../record-attempt.ts';
import { deliverySettings, silentSeconds } from '../settings.ts';
import type { CountedOutcome } from '../stats/count-outcomes.ts';
import { countOutcome } from '../stats/write-counts.ts';

type Row = {
  id: string;
  /** Null if the message was not being submitted. */
  carrier: string | null;
  recipient: string;
  kind: CountedOutcome['kind'];
  segments: number;
  /** Whether the text would have been sent to the carrier in one submit. */
  isWhole: boolean;
  round: number;
};

type Submitted = Row & { carrier: string };

const findSql = `
  SELECT message_id AS id FROM message_queue WHERE worker_id = ANY ($1) AND carrier IS NOT NULL AND kind <> 'test'
  LIMIT 1000 FOR UPDATE SKIP LOCKED`;

/**
 * The ids are passed as a list so that the planner looks each message up in its month, however old it is (docs/decisions/046).
 */
const statement = `
  WITH lost AS (
    DELETE FROM message_queue WHERE message_id = ANY ($1) RETURNING message_id, carrier, worker_id
  ),
  moved AS (
    UPDATE messages AS m SET
      state = 'unknown', version = m.version + 1, encrypted_content = NULL,
      reason = coalesce($3, CASE lost.worker_id WHEN '${noWorker}' THEN 'its outcome could not be recorded'
        ELSE 'the worker was lost while it was sent' END)
    FROM lost WHERE m.id = ANY ($1) AND m.id = lost.message_id
    RETURNING m.id, m.user_id, m.key_id, m.livemode, m.state, m.reason, m.version, $2::timestamptz AS at, lost.carrier, m.recipient, m.kind,
      m.segments,
      m.segments > 1
        AND EXISTS (SELECT FROM carriers AS c WHERE c.name = lost.carrier AND c.profile->>'longText' = 'payload')
        AND NOT EXISTS (
          SELECT FROM message_parts AS p WHERE p.message_id = m.id AND p.message_id = ANY ($1)
            AND NOT (${isEarlierRoundSql('p', 'm')})) AS "isWhole",
      (SELECT count(*)::int FROM message_parts AS p WHERE p.message_id = m.id AND p.message_id = ANY ($1)
        AND ${isEarlierRoundSql('p', 'm')}) AS round
  ),
  ${addWebhookEventsSql('moved')}
  SELECT id, carrier, recipient, kind, segments, "isWhole", round, ${wokenEndpointsSql} FROM moved`;

const insertTimeline = `
  WITH lost AS (SELECT unnest($3::text[]) AS id),
  ${upsertPartsSql('$1')},
  ${insertEventsSql('$2', 'lost')}
  SELECT id FROM lost`;

/**
 * Marks messages as `unknown` if their worker was lost during the submit. A carrier may have received these messages, so they
 * are never sent again automatically; a receipt that echoes the reference of a message still settles it.
 *
 * @returns the number of messages
 */
export async function markAbandonedMessagesUnknown(): Promise<number> {
  const lost = await findLostWorkers(deliverySettings.SUBMIT_LEASE_SECONDS);
  if (lost.length === 0) return 0;
  return transaction(async (tx) => {
    const found = await query<{ id: string }>('find-abandoned', findSql, [lost], tx);
    return await markUnknown(
      found.map(({ id }) => id),
      null,
      tx,
    );
  });
}

/**
 * @param reason the reason of the state; null for the one that follows from the worker
 * @returns the number of messages
 */
async function markUnknown(ids: string[], reason: string | null, tx: Transaction): Promise<number> {
  if (ids.length === 0) return 0;
  const now = clock.now();
  const values = [ids, now, reason];
  const rows = await query<Row & WokenRow>('mark-abandoned-unknown', statement, values, tx);
  const submitted = rows.filter((row): row is Submitted & WokenRow => row.carrier !== null);
  tx.afterCommit(() => {
    wakeWokenEndpoints(rows);
    for (const { carrier, recipient, kind } of submitted)
      countOutcome({ carrier, recipient, kind, outcome: 'unknown' });
  });
  const events = submitted.map(({ id, carrier }) => ({
    message_id: id,
    at: now,
    kind: 'unanswered',
    carrier,
  }));
  const parts = submitted.flatMap(toUnknownParts);
  await query(
    'record-abandoned',
    insertTimeline,
    [JSON.stringify(parts), JSON.stringify(events), ids],
    tx,
  );
  return rows.length;
}

/** Messages per transaction. */
const batchSize = 1_000;

const findRestoredSql = `
  SELECT message_id AS id FROM message_queue
  WHERE kind <> 'test' AND (carrier IS NOT NULL OR ($1 AND due_at <= now())) LIMIT ${batchSize} FOR UPDATE`;

/**
 * Marks messages of a restored database as `unknown`, because they may have been sent since the backup: those that were being
 * submitted, and all others that were due before now. Messages that are due later stay queued.
 *
 * @param hasRunSince false if no worker has run since the backup, so that only messages that were being submitted are marked
 * @returns the number of messages
 */
export async function markRestoredUnknown(hasRunSince: boolean): Promise<number> {
  for (let total = 0; ; ) {
    const marked = await transaction(async (tx) => {
      const values = [hasRunSince];
      const found = await query<{ id: string }>('find-restored', findRestoredSql, values, tx);
      const ids = found.map(({ id }) => id);
      return await markUnknown(ids, 'it may have been sent after the restored backup', tx);
    });
    if (marked === 0) return total;
    total += marked;
  }
}

/** Any of the segments may have been sent, so each gets a part. Parts that were recorded before keep their data. */
function toUnknownParts({
  id,
  carrier,
  recipient,
  segments,
  isWhole,
  round,
}: Submitted): PartRow[] {
  return Array.from({ length: isWhole ? 1 : segments }, (_, i) => ({
    message_id: id,
    seq: seqOf(round, i + 1),
    carrier,
    carrier_message_id: null,
    reference: segmentReference(id, seqOf(round, i + 1)),
    recipient,
    state: 'unknown',
    submitted_at: null,
    ...(isWhole && { segments }),
  }));
}

/**
 * The condition on `carrier` is checked again under the row's lock: if the worker has just marked a message, it stays
 * reserved. A marked test message is released all the same: it reaches no carrier, so it can be submitted again.
 */
const release = `
  UPDATE message_queue SET worker_id = NULL, carrier = NULL
  WHERE worker_id = ANY ($1) AND (carrier IS NULL OR kind = 'test')
  RETURNING message_id`;

/**
 * Deletes the rows of lost workers, because each run reads the whole queue while rows of lost workers exist. The row of a
 * worker is deleted at once if the worker has recorded that it ended. Otherwise it is deleted after an hour, because a worker
 * that was only suspended may continue and reserve messages.
 */
const deleteLost = `
  DELETE FROM delivery_workers AS w
  WHERE id = ANY ($1) AND seen_at < now() - interval '1 hour'
    AND NOT EXISTS (SELECT FROM message_queue AS q WHERE q.worker_id = w.id)`;

/**
 * Releases the reservations of lost workers, so that other workers can submit the messages. None of these messages has been
 * submitted. A worker that was only slow notices the loss when it tries to mark a message.
 *
 * @returns the number of released messages and webhook events
 */
export async function releaseLostReservations(): Promise<number> {
  const lost = await findLostWorkers(silentSeconds);
  if (lost.length === 0) return 0;
  const released = await query('release-lost-reservations', release, [lost]);
  const events = await releaseEventsOf(lost);
  await query('delete-lost-workers', deleteLost, [lost]);
  return released.length + events;
}
