import { recordAudit } from '#domain/audit/record-audit.ts';
import { enqueueEmail } from '#domain/notifications/channels/request-notifications.ts';
import { DomainError } from '#domain/shared/errors.browser.ts';
import { query, transaction } from '#platform/db.ts';
import type { WebhookEndpoint } from '#prisma/generated/client.ts';
import {
  type CreateEndpointInput,
  type EndpointAuthor,
  type EndpointChanges,
  type EndpointOutput,
  settingsOf,
} from '../endpoint-contract.browser.ts';
import { wakeEndpoints } from '../outbox/add-subject-events-sql.ts';
import {
  auditedEndpoint,
  checkEndpointUrl,
  endpointColumns,
  getEndpoint,
  isEndpointId,
  noSuchEndpoint,
  toEndpointOutput,
  withoutQuery,
} from './manage-endpoints.ts';

const settable = 'url, types, key_ids, description, includes_text, max_per_second, enabled';

/**
 * Omitted columns keep their values. A new address resets the endpoint's failures, and so does turning the endpoint on.
 * Waiting events are then posted at once.
 */
const statement = `
  WITH before AS (
    SELECT changed_id, is_as_before, moves, moves OR adds_text AS is_notified, moves OR turns_on AS begins_anew FROM (
      SELECT id AS changed_id, to_jsonb(e) || $6::jsonb = to_jsonb(e) AS is_as_before,
        url <> coalesce($3::jsonb ->> 'url', url) AS moves,
        NOT includes_text AND coalesce(($3::jsonb ->> 'includes_text')::boolean, false) AS adds_text,
        NOT enabled AND coalesce(($3::jsonb ->> 'enabled')::boolean, false) AS turns_on
      FROM webhook_endpoints AS e WHERE id = $1 AND user_id = $2 FOR UPDATE) AS change
  )
  UPDATE webhook_endpoints AS endpoint SET (${settable}) = (
      SELECT ${settable} FROM jsonb_populate_record(endpoint, $3)),
    url_set_at = CASE WHEN moves THEN now() ELSE url_set_at END,
    set_by = CASE WHEN is_notified THEN $4 ELSE set_by END,
    set_from = CASE WHEN is_notified THEN $5 ELSE set_from END,
    disabled_reason = CASE WHEN begins_anew THEN NULL ELSE disabled_reason END,
    disabled_at = CASE WHEN begins_anew THEN NULL ELSE disabled_at END,
    failures = CASE WHEN begins_anew THEN 0 ELSE failures END,
    failing_since = CASE WHEN begins_anew THEN NULL ELSE failing_since END,
    last_failure_at = CASE WHEN begins_anew THEN NULL ELSE last_failure_at END,
    failure = CASE WHEN begins_anew THEN NULL ELSE failure END,
    paused_until = CASE WHEN begins_anew THEN NULL ELSE paused_until END
  FROM before
  WHERE endpoint.id = before.changed_id AND before.is_as_before
  RETURNING ${endpointColumns}, begins_anew AS "beginsAnew", is_notified AS "isNotified",
    (SELECT email FROM users WHERE users.id = endpoint.user_id) AS email`;

const toColumns = ({ api_ids: key_ids, ...same }: EndpointChanges) =>
  JSON.stringify({ ...same, key_ids });

type Changed = WebhookEndpoint & { beginsAnew: boolean; isNotified: boolean; email: string };

/** The fields of an endpoint that the caller has sent. */
const pickChanged = (endpoint: ReturnType<typeof auditedEndpoint>, changes: EndpointChanges) => ({
  ...(changes.url !== undefined && { url: endpoint.url }),
  ...(changes.types !== undefined && { types: endpoint.types }),
  ...(changes.api_ids !== undefined && { apiIds: endpoint.apiIds }),
  ...(changes.includes_text !== undefined && { includesText: endpoint.includesText }),
  ...(changes.enabled !== undefined && { enabled: endpoint.enabled }),
});

/** The names of the settings on the form of an endpoint. */
const labels: Record<keyof EndpointChanges, string> = {
  url: 'the address',
  types: 'the types of events',
  api_ids: 'the API keys',
  description: 'the description',
  includes_text: 'whether texts are included',
  max_per_second: 'the events a second',
  enabled: 'whether it is on',
};

/** Creates the error for settings that another request has changed since the caller read them. */
function changedMeanwhile(before: EndpointChanges, current: CreateEndpointInput): DomainError {
  const names = Object.keys(before) as (keyof EndpointChanges)[];
  const changed = names.filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(current[name]),
  );
  const what = changed.map((name) => labels[name]).join(', ') || 'the endpoint';
  const message = `Another change was saved since you opened this page: ${what}. Nothing of yours was saved. Open the page again to see it.`;
  return new DomainError('invalid_parameter', { message });
}

/**
 * Changes the given settings. The change takes effect in every worker within a second. Sending the current address, or the
 * current value of `enabled`, has no effect. The owner gets an email if the address is new or the endpoint now gets texts.
 *
 * @param before the settings that the caller has read; if any of them is different now, nothing is changed
 * @throws DomainError `not_found`, or `invalid_parameter` if the address cannot be used or the settings differ from `before`
 */
export async function changeEndpoint(
  { userId, keyId, from }: EndpointAuthor,
  id: string,
  changes: EndpointChanges,
  before: EndpointChanges = {},
): Promise<EndpointOutput> {
  if (!isEndpointId(id)) throw noSuchEndpoint();
  if (changes.url !== undefined) checkEndpointUrl(changes.url);
  const values = [id, userId, toColumns(changes), keyId, from, toColumns(before)];
  const row = await transaction(async (tx) => {
    const [changed] = await query<Changed>('change-webhook-endpoint', statement, values, tx);
    if (changed?.isNotified) await enqueueEmail('webhook_changed', changed.email, tx, id);
    if (changed) {
      const endpoint = toEndpointOutput(changed);
      await recordAudit(tx, {
        accountId: userId,
        action: 'webhook.update',
        targets: [{ type: 'webhook', id, name: withoutQuery(endpoint.url) }],
        after: pickChanged(auditedEndpoint(endpoint), changes),
      });
    }
    return changed;
  });
  if (!row) throw changedMeanwhile(before, settingsOf(await getEndpoint(userId, id)));
  if (row.beginsAnew) void wakeEndpoints([{ endpointId: id, userId }]);
  return toEndpointOutput(row);
}
