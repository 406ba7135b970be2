import { DomainError } from '#domain/shared/errors.browser.ts';
import {
  type Idempotency,
  type IdempotentResult,
  writeOnce,
} from '#domain/shared/idempotency/saved-response.ts';
import { databaseClock } from '#platform/database-clock.ts';
import { query } from '#platform/db.ts';
import { minIdAt, newId } from '#platform/ids.ts';
import { enqueue } from '#platform/queue.ts';
import type { WebhookRecovery } from '#prisma/generated/client.ts';
import { type RecoverInput, type RecoveryOutput, retentionDays } from '../contract.browser.ts';
import { getEndpoint, isEndpointId, noSuchEndpoint } from '../endpoints/manage-endpoints.ts';
import { recoverEventsJob } from '../jobs.ts';
import { consumeWebhookLimit } from './replay-event.ts';

/** The columns of `WebhookRecovery`. */
const columns = `id, user_id AS "userId", endpoint_id AS "endpointId", state, since, until, cursor, looked, replayed,
    due_at AS "dueAt", failure, created_at AS "createdAt", finished_at AS "finishedAt"`;

const isOn = 'SELECT enabled FROM webhook_endpoints WHERE id = $1 AND user_id = $2';

/** An endpoint has at most one running recovery (unique index `webhook_recoveries_running`). */
const insert = `
  INSERT INTO webhook_recoveries (id, user_id, endpoint_id, since, until, cursor, due_at, created_at)
  VALUES ($1, $2, $3, $4, $5, $6, now() + interval '10 seconds', now())
  ON CONFLICT (endpoint_id) WHERE state = 'running' DO NOTHING
  RETURNING ${columns}`;

const toRecoveryOutput = (row: WebhookRecovery): RecoveryOutput => ({
  _id: row.id,
  endpoint: row.endpointId,
  status: row.state,
  since: row.since.toISOString(),
  until: row.until.toISOString(),
  looked: row.looked,
  replayed: row.replayed,
  failure: row.failure,
  createdAt: row.createdAt.toISOString(),
  finishedAt: row.finishedAt?.toISOString() ?? null,
});

/**
 * Starts a recovery, which replays the failed events of a time range. A repeated request with the same `Idempotency-Key`
 * starts no second recovery. Workers then run it in batches.
 *
 * @throws DomainError `not_found`, `rate_limited`, `idempotency_mismatch`, and `invalid_parameter` if the endpoint is off,
 *   has a running recovery, or the range is empty
 */
export async function recoverEventsOnce(
  userId: string,
  endpointId: string,
  input: RecoverInput,
  idempotency: Idempotency | null,
): Promise<IdempotentResult<RecoveryOutput>> {
  if (!isEndpointId(endpointId)) throw noSuchEndpoint();
  return writeOnce(idempotency, async (tx) => {
    const [endpoint] = await query<{ enabled: boolean }>(
      'is-webhook-endpoint-on',
      isOn,
      [endpointId, userId],
      tx,
    );
    if (!endpoint) throw noSuchEndpoint();
    await consumeWebhookLimit(userId, 'recoveries');
    if (!endpoint.enabled) throw refusal('The endpoint is turned off.');
    const span = spanOf(input);
    const cursor = minIdAt('evt', span.from.getTime());
    const values = [newId('whr'), userId, endpointId, span.from, span.to, cursor];
    const [row] = await query<WebhookRecovery>('begin-webhook-recovery', insert, values, tx);
    if (!row) throw refusal('Failed events of this endpoint are being posted again already.');
    tx.afterCommit(() => void enqueue(recoverEventsJob, [{ recoveryId: row.id }]));
    return toRecoveryOutput(row);
  });
}

/** Like `recoverEventsOnce`, without an `Idempotency-Key`. */
export const recoverEvents = async (
  userId: string,
  endpointId: string,
  input: RecoverInput,
): Promise<RecoveryOutput> => (await recoverEventsOnce(userId, endpointId, input, null)).data;

/** Limits a time range to the days for which events are kept. */
function spanOf({ since, until }: RecoverInput): { from: Date; to: Date } {
  const now = databaseClock.now();
  const oldest = now - retentionDays * 86_400_000;
  const [begin, end] = [Date.parse(since), until === undefined ? now : Date.parse(until)];
  if (begin >= end)
    throw refusal('The time range is empty: it must begin before it ends.', 'since');
  if (begin >= now)
    throw refusal('The time range has not begun yet. Choose one in the past.', 'since');
  if (end <= oldest) {
    const message = `Events are kept for ${retentionDays} days, and the time range ended before that.`;
    throw refusal(message, 'until');
  }
  return { from: new Date(Math.max(begin, oldest)), to: new Date(Math.min(end, now)) };
}

const refusal = (message: string, param?: string) =>
  new DomainError('invalid_parameter', { message, ...(param !== undefined && { param }) });

const list = `
  SELECT ${columns} FROM webhook_recoveries WHERE user_id = $1 AND endpoint_id = $2 ORDER BY id DESC LIMIT 10`;

/** Lists the last ten recoveries of an endpoint, newest first. */
export async function listRecoveries(
  userId: string,
  endpointId: string,
): Promise<RecoveryOutput[]> {
  await getEndpoint(userId, endpointId);
  const values = [userId, endpointId];
  return (await query<WebhookRecovery>('list-webhook-recoveries', list, values)).map(
    toRecoveryOutput,
  );
}
