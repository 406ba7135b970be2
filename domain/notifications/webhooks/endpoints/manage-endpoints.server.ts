import { DomainError } from '#domain/shared/errors.ts';
import { safeText } from '#domain/shared/text.ts';
import { prisma, query } from '#platform/db.server.ts';
import type { WebhookEndpoint } from '#prisma/generated/client.ts';
import type { EndpointChanges, EndpointOutput } from '../endpoint-contract.ts';
import { wakeEndpoints } from '../queue/wake-endpoints.server.ts';
import { checkEndpointUrl } from './check-endpoint-url.server.ts';
import { endpointColumns } from './endpoint-columns.ts';
import { toEndpointOutput } from './to-endpoint-output.ts';

/** A possible id: PostgreSQL rejects a NUL, which a URL may contain. */
const endpointId = safeText.max(64);

const noSuchEndpoint = () =>
  new DomainError('not_found', { message: 'There is no webhook endpoint by this id.' });

/** An account's endpoints, oldest first. */
export async function listEndpoints(userId: string): Promise<EndpointOutput[]> {
  const rows = await prisma.webhookEndpoint.findMany({ where: { userId }, orderBy: { id: 'asc' } });
  return rows.map(toEndpointOutput);
}

/** @throws DomainError `not_found` */
export async function getEndpoint(userId: string, id: string): Promise<EndpointOutput> {
  const row = endpointId.safeParse(id).success
    ? await prisma.webhookEndpoint.findFirst({ where: { id, userId } })
    : null;
  if (!row) throw noSuchEndpoint();
  return toEndpointOutput(row);
}

const settable = 'url, types, key_ids, description, includes_text, max_per_second, enabled';

/**
 * Columns that are not given keep what they have. Whoever turns it on, or gives it another address, begins anew: what waits
 * is posted at once.
 */
const update = `
  WITH before AS (
    SELECT changed_id, moves, moves OR turns_on AS begins_anew FROM (
      SELECT id AS changed_id, url <> coalesce($3::jsonb ->> 'url', url) AS moves,
        NOT enabled AND coalesce(($3::jsonb ->> 'enabled')::boolean, false) AS turns_on
      FROM webhook_endpoints WHERE id = $1 AND user_id = $2 FOR UPDATE) AS change
  )
  UPDATE webhook_endpoints AS endpoint SET (${settable}) = (
      SELECT ${settable} FROM jsonb_populate_record(endpoint, $3)),
    url_set_at = CASE WHEN moves THEN now() ELSE url_set_at END,
    disabled_reason = CASE WHEN begins_anew THEN NULL ELSE disabled_reason END,
    disabled_at = CASE WHEN begins_anew THEN NULL ELSE disabled_at END,
    failures = CASE WHEN begins_anew THEN 0 ELSE failures END,
    failing_since = CASE WHEN begins_anew THEN NULL ELSE failing_since END,
    last_failure_at = CASE WHEN begins_anew THEN NULL ELSE last_failure_at END,
    failure = CASE WHEN begins_anew THEN NULL ELSE failure END,
    paused_until = CASE WHEN begins_anew THEN NULL ELSE paused_until END
  FROM before
  WHERE endpoint.id = before.changed_id
  RETURNING ${endpointColumns}, begins_anew AS "beginsAnew"`;

/**
 * Changes what is given. An address or a switch that stays as it is changes nothing. Takes effect in every worker within a second.
 *
 * @throws DomainError `not_found`, and `invalid_parameter` if the address cannot be used
 */
export async function changeEndpoint(
  userId: string,
  id: string,
  changes: EndpointChanges,
): Promise<EndpointOutput> {
  if (!endpointId.safeParse(id).success) throw noSuchEndpoint();
  if (changes.url !== undefined) checkEndpointUrl(changes.url);
  const { api_ids: key_ids, ...same } = changes;
  const values = [id, userId, JSON.stringify({ ...same, key_ids })];
  type Changed = WebhookEndpoint & { beginsAnew: boolean };
  const [row] = await query<Changed>('change-webhook-endpoint', update, values);
  if (!row) throw noSuchEndpoint();
  if (row.beginsAnew) void wakeEndpoints([{ endpointId: id, userId }]);
  return toEndpointOutput(row);
}

/**
 * Deletes an endpoint. Its events stay in the log until they are pruned; pending ones are discarded.
 *
 * @throws DomainError `not_found`
 */
export async function deleteEndpoint(userId: string, id: string): Promise<void> {
  const { count } = endpointId.safeParse(id).success
    ? await prisma.webhookEndpoint.deleteMany({ where: { id, userId } })
    : { count: 0 };
  if (count === 0) throw noSuchEndpoint();
}
