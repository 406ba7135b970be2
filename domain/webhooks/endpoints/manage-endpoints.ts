import { randomBytes } from 'node:crypto';
import { audited } from '#domain/audit/record-audit.ts';
import { DomainError } from '#domain/shared/errors.browser.ts';
import { safeText } from '#domain/shared/text.browser.ts';
import { prisma, query, type SqlClient } from '#platform/db.ts';
import { encryptedColumn } from '#platform/encrypted-column.ts';
import { OutboundError } from '#platform/http/user-address/outbound-error.ts';
import { checkUserAddress } from '#platform/http/user-address/post-to-user-address.ts';
import type { WebhookEndpoint } from '#prisma/generated/client.ts';
import type { EventType } from '../contract.browser.ts';
import type { EndpointOutput } from '../endpoint-contract.browser.ts';

export const toEndpointOutput = (row: WebhookEndpoint): EndpointOutput => ({
  _id: row.id,
  url: row.url,
  types: row.types as EventType[],
  apiIds: row.keyIds,
  description: row.description,
  includesText: row.includesText,
  maxPerSecond: row.maxPerSecond,
  livemode: row.livemode,
  format: row.format,
  enabled: row.enabled,
  disabledReason: row.disabledReason,
  disabledAt: row.disabledAt?.toISOString() ?? null,
  failures: row.failures,
  failingSince: row.failingSince?.toISOString() ?? null,
  failure: row.failure,
  createdAt: row.createdAt.toISOString(),
});

/** A URL without its query, which may contain a secret. */
export const withoutQuery = (url: string): string => url.replace(/[?#].*/s, '');

/** The fields of an endpoint that the audit trail stores. */
export const auditedEndpoint = (endpoint: EndpointOutput) => ({
  ...endpoint,
  url: withoutQuery(endpoint.url),
});

/** Lists an account's endpoints, oldest first. @param livemode only endpoints of this mode; undefined for both modes */
export async function listEndpoints(userId: string, livemode?: boolean): Promise<EndpointOutput[]> {
  const rows = await prisma.webhookEndpoint.findMany({
    where: { userId, ...ofMode(livemode) },
    orderBy: { id: 'asc' },
  });
  return rows.map(toEndpointOutput);
}

const ofMode = (livemode: boolean | undefined) => (livemode === undefined ? {} : { livemode });

/**
 * Whether the last attempt failed for at least one enabled endpoint in this mode. Cheap: an account has few endpoints,
 * and an index finds them.
 */
export async function hasFailingEndpoint(userId: string, livemode: boolean): Promise<boolean> {
  const where = { userId, livemode, enabled: true, failures: { gt: 0 } };
  return (await prisma.webhookEndpoint.findFirst({ where, select: { id: true } })) !== null;
}

/** Matches possible ids. A URL may contain a NUL, which PostgreSQL rejects. */
const possibleId = safeText.max(64);

/** Whether a text may be the id of an endpoint. */
export const isEndpointId = (id: string): boolean => possibleId.safeParse(id).success;

export const noSuchEndpoint = () =>
  new DomainError('not_found', { message: 'There is no webhook endpoint with this id.' });

/**
 * @param livemode only an endpoint of this mode; undefined for either mode
 * @throws DomainError `not_found`
 */
export async function getEndpoint(
  userId: string,
  id: string,
  livemode?: boolean,
): Promise<EndpointOutput> {
  const row = isEndpointId(id)
    ? await prisma.webhookEndpoint.findFirst({ where: { id, userId, ...ofMode(livemode) } })
    : null;
  if (!row) throw noSuchEndpoint();
  return toEndpointOutput(row);
}

/**
 * Deletes an endpoint. Its events stay in the log for 30 days; pending events are discarded.
 *
 * @throws DomainError `not_found`
 */
export async function deleteEndpoint(userId: string, id: string): Promise<void> {
  if (!isEndpointId(id)) throw noSuchEndpoint();
  await audited(
    async (tx) => {
      const [deleted] = await query<{ url: string }>('delete-webhook', deletion, [id, userId], tx);
      if (!deleted) throw noSuchEndpoint();
      return withoutQuery(deleted.url);
    },
    (name) => ({
      accountId: userId,
      action: 'webhook.delete',
      targets: [{ type: 'webhook', id, name }],
    }),
  );
}

const deletion = 'DELETE FROM webhook_endpoints WHERE id = $1 AND user_id = $2 RETURNING url';

/** The columns of `webhook_endpoints`, aliased to their names in code. */
export const endpointColumns = `id, user_id AS "userId", url, url_set_at AS "urlSetAt", description, types, key_ids AS "keyIds",
    includes_text AS "includesText", livemode, format, max_per_second AS "maxPerSecond", enabled,
    disabled_reason AS "disabledReason", disabled_at AS "disabledAt", failures, failing_since AS "failingSince",
    last_failure_at AS "lastFailureAt", failure, created_at AS "createdAt"`;

/** Creates a secret of 32 random bytes in the format of Standard Webhooks (https://www.standardwebhooks.com). */
export const generateSigningSecret = () => `whsec_${randomBytes(32).toString('base64')}`;

export const signingSecretColumn = encryptedColumn({
  table: 'webhook_secrets',
  column: 'encrypted_secret',
  kind: 'webhook-secret',
});

/** Advice for developers whose server is not on the internet yet. */
const whileDeveloping =
  'While you develop, see your events at /dashboard/webhooks/listen, or use the https address of a tunnel to your computer.';

/**
 * Checks the address of an endpoint. The IP addresses to which its host name resolves are checked at each attempt.
 *
 * @throws DomainError `invalid_parameter`
 */
export function checkEndpointUrl(url: string): void {
  try {
    checkUserAddress(url);
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    const isLocal = error.code === 'https_required' || error.code === 'not_public';
    const message = isLocal ? `${error.message} ${whileDeveloping}` : error.message;
    throw new DomainError('invalid_parameter', { param: 'url', message });
  }
}

const statement = `
  UPDATE webhook_endpoints SET enabled = false, disabled_at = now(), disabled_reason = 'account_recovered'
  WHERE user_id = $1 AND enabled AND ($2::timestamptz IS NULL OR url_set_at >= $2)
  RETURNING id`;

/**
 * Turns off the endpoints whose URL an attacker may have set. Call it in the transaction that ends the sessions, after
 * ending them, like `removeChannels`.
 *
 * @param since endpoints whose URL was set before this time stay on; null turns all endpoints off
 * @returns how many it turned off
 */
export async function turnOffEndpoints(
  userId: string,
  since: Date | null,
  tx: SqlClient,
): Promise<number> {
  return (await query('turn-off-webhook-endpoints', statement, [userId, since], tx)).length;
}
