import { DomainError } from '#domain/shared/errors.ts';
import { databaseClock } from '#platform/database-clock.ts';
import { query } from '#platform/db.server.ts';
import { minIdAt, newId } from '#platform/ids.server.ts';
import { enqueue } from '#platform/queue.server.ts';
import type { WebhookRecovery } from '#prisma/generated/client.ts';
import { type RecoverInput, type RecoveryOutput, retentionDays } from '../contract.ts';
import { getEndpoint } from '../endpoints/manage-endpoints.server.ts';
import { recoverEventsJob } from '../jobs.ts';
import { toRecoveryOutput } from './to-recovery-output.ts';

/** The columns of `WebhookRecovery`. */
const columns = `id, user_id AS "userId", endpoint_id AS "endpointId", state, since, until, cursor, looked, replayed,
    due_at AS "dueAt", created_at AS "createdAt", finished_at AS "finishedAt"`;

/** An endpoint has one at a time (`webhook_recoveries_running`). */
const insert = `
  INSERT INTO webhook_recoveries (id, user_id, endpoint_id, since, until, cursor, due_at, created_at)
  VALUES ($1, $2, $3, $4, $5, $6, now() + interval '10 seconds', now())
  ON CONFLICT (endpoint_id) WHERE state = 'running' DO NOTHING
  RETURNING ${columns}`;

/**
 * Begins to post the failed events of a span again; workers do it in portions.
 *
 * @throws DomainError `not_found`, and `invalid_parameter` if the endpoint is off, has a recovery that runs, or the span is
 *   empty
 */
export async function recoverEvents(
  userId: string,
  endpointId: string,
  { since, until }: RecoverInput,
): Promise<RecoveryOutput> {
  const endpoint = await getEndpoint(userId, endpointId);
  if (!endpoint.enabled) throw refusal('The endpoint is turned off.');
  const now = databaseClock.now();
  const oldest = now - retentionDays * 86_400_000;
  const from = new Date(Math.max(Date.parse(since), oldest));
  const to = new Date(Math.min(until === undefined ? now : Date.parse(until), now));
  if (from >= to) throw refusal('The span is empty: since must be before until.', 'since');
  const cursor = minIdAt('evt', from.getTime());
  const values = [newId('whr'), userId, endpointId, from, to, cursor];
  const [row] = await query<WebhookRecovery>('begin-webhook-recovery', insert, values);
  if (!row) throw refusal('Failed events of this endpoint are being posted again already.');
  await enqueue(recoverEventsJob, [{ recoveryId: row.id }]);
  return toRecoveryOutput(row);
}

const refusal = (message: string, param?: string) =>
  new DomainError('invalid_parameter', { message, ...(param !== undefined && { param }) });

const list = `
  SELECT ${columns} FROM webhook_recoveries WHERE user_id = $1 AND endpoint_id = $2 ORDER BY id DESC LIMIT 10`;

/** The last ten recoveries of an endpoint, the newest first. */
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
