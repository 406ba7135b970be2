import { setTimeout as pause } from 'node:timers/promises';
import { liveIds } from '#domain/messaging/months/live-ids.server.ts';
import {
  type WokenRow,
  wakeWokenEndpoints,
} from '#domain/notifications/webhooks/queue/wake-endpoints.server.ts';
import { clock } from '#platform/clock.ts';
import { isDatabaseUnavailable } from '#platform/database-errors.ts';
import { query } from '#platform/db.server.ts';
import { logger } from '#platform/logger.ts';
import { retry } from '#platform/retry.ts';
import type { LateResponse, SubmitOutcome } from './carriers/contract.ts';
import {
  acceptedLateSql,
  findUnknownPartSql,
  refusedLateSql,
  requeueLateSql,
} from './late-response-sql.ts';
import { matchPartReceipts } from './receipts/match-stored-receipts.server.ts';
import { classifyFailure } from './retry-policy.ts';
import { statusText } from './to-attempt.ts';

/** Longer than recording an attempt takes. */
const recordingMs = 1_000;

/** How long a response is kept while the database is unavailable. */
const giveUpAfterMs = 300_000;

type Found = { message_id: string; seq: number; segments: number; attempts: number };

type Refused = Extract<SubmitOutcome, { kind: 'refused' }>;

/** @returns the segment that was taken for unanswered; undefined if no one knows of it */
async function findPart(carrier: string, { recipient, reference }: LateResponse) {
  const values = [carrier, `+${recipient}`, reference, ...liveIds()];
  const find = () => query<Found>('find-unknown-part', findUnknownPartSql, values);
  let [part] = await find();
  if (!part) {
    // The response may arrive before the timeout is recorded.
    await pause(recordingMs);
    [part] = await find();
  }
  return part;
}

/**
 * Records a response that arrived after its submit had timed out: the message is no longer unknown. If the carrier rejected
 * it for now, it is queued again; the reconciler wakes the workers up when it is due.
 *
 * @throws what PostgreSQL rejects, or that it was unavailable for five minutes; the message stays unknown then
 */
export function recordLateResponse(carrier: string, answer: LateResponse): Promise<void> {
  // Before any pause, in which its receipt may come.
  const at = clock.now();
  return retry(() => recordAt(at, carrier, answer), {
    while: isDatabaseUnavailable,
    forMs: giveUpAfterMs,
  });
}

async function recordAt(at: Date, carrier: string, answer: LateResponse): Promise<void> {
  const { outcome, reference, recipient } = answer;
  if (outcome.kind !== 'accepted' && outcome.kind !== 'refused') return;
  const part = await findPart(carrier, answer);
  if (!part) {
    logger.warn({ carrier, reference }, 'late submit_sm_resp matches no segment');
    return;
  }
  if (outcome.kind === 'refused') return recordLateRefusal(carrier, part, outcome, at);
  const { carrierMessageId: id } = outcome;
  const values = [part.message_id, part.seq, id, at];
  wakeWokenEndpoints(await query<WokenRow>('late-acceptance', acceptedLateSql, values));
  await matchPartReceipts([{ carrier, carrier_message_id: id, recipient: `+${recipient}` }]);
}

async function recordLateRefusal(carrier: string, part: Found, outcome: Refused, at: Date) {
  const { message_id, seq, segments, attempts } = part;
  const status = statusText(outcome.status);
  const reason = `refused with ${status}`;
  const event = {
    message_id,
    at,
    kind: 'refused',
    ...(segments === 1 && { seq }),
    carrier,
    status,
  };
  const events = JSON.stringify([event]);
  const decision = classifyFailure(outcome, attempts, Math.random());
  if (decision.kind === 'retry') {
    const { retryInMs, counted } = decision;
    const values = [message_id, seq, retryInMs, reason, counted ? 1 : 0, events];
    const queued = await query('requeue-late', requeueLateSql, values);
    if (queued.length > 0) return;
  }
  const values = [message_id, seq, reason, at, events];
  wakeWokenEndpoints(await query<WokenRow>('late-rejection', refusedLateSql, values));
}
