import { recordAudit } from '#domain/audit/record-audit.ts';
import { enqueueEmail } from '#domain/notifications/channels/request-notifications.ts';
import { DomainError } from '#domain/shared/errors.browser.ts';
import {
  type Idempotency,
  type IdempotentResult,
  writeOnce,
} from '#domain/shared/idempotency/saved-response.ts';
import { query, type Transaction } from '#platform/db.ts';
import { newId } from '#platform/ids.ts';
import type { WebhookEndpoint } from '#prisma/generated/client.ts';
import { maxEndpoints } from '../contract.browser.ts';
import type {
  CreatedEndpoint,
  CreateEndpointInput,
  EndpointAuthor,
  Format,
} from '../endpoint-contract.browser.ts';
import {
  auditedEndpoint,
  checkEndpointUrl,
  endpointColumns,
  generateSigningSecret,
  signingSecretColumn,
  toEndpointOutput,
  withoutQuery,
} from './manage-endpoints.ts';
import { revealSigningSecret } from './rotate-secret.ts';

/** Each origin of status callbacks has one endpoint. The check runs under the lock of the account's endpoints. */
const insert = `
  INSERT INTO webhook_endpoints
    (id, user_id, url, types, key_ids, description, includes_text, max_per_second, enabled, set_by, set_from,
     livemode, format, created_at, url_set_at)
  SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, now(), now()
  WHERE (
    SELECT count(*) FROM webhook_endpoints
    WHERE user_id = $2 AND (format = 'twilio') = ($13 = 'twilio'::webhook_format)) < ${maxEndpoints}
    AND NOT ($13 = 'twilio'::webhook_format AND EXISTS (
      SELECT FROM webhook_endpoints WHERE user_id = $2 AND livemode = $12 AND format = 'twilio' AND url = $3))
  RETURNING ${endpointColumns}, (SELECT email FROM users WHERE users.id = $2) AS email`;

const insertSecret = `
  INSERT INTO webhook_secrets (id, user_id, endpoint_id, encrypted_secret, created_at)
  VALUES ($1, $2, $3, $4, now())`;

/**
 * Throws if an API ID does not belong to a key of the account in the endpoint's mode. The caller passes this function in,
 * because this group does not know keys.
 */
type RequireKeys = (apiIds: string[], livemode: boolean, tx: Transaction) => Promise<void>;

/** The settings of a new endpoint. */
type NewEndpoint = Omit<CreateEndpointInput, 'format'> & { format?: Format | undefined };

/**
 * Creates an endpoint. A repeated request with the same `Idempotency-Key` creates no second endpoint. The saved response
 * does not contain the secret, so a repeated request reads the current secret from the table of secrets. The owner gets an
 * email, unless the endpoint has Twilio's format: such an endpoint gets only events of messages that named it.
 *
 * @param requireKeys not called for a repeated request, because the keys may have been deleted in the meantime
 * @throws DomainError `invalid_parameter` if the address cannot be used, the mode differs from the key's, or the account has
 *   too many endpoints; `idempotency_mismatch`; `not_found` for a repeated request whose endpoint is deleted
 */
export async function createEndpoint(
  author: EndpointAuthor,
  input: NewEndpoint,
  idempotency: Idempotency | null = null,
  requireKeys: RequireKeys = async () => undefined,
): Promise<IdempotentResult<CreatedEndpoint>> {
  const { userId, keyId, from } = author;
  checkEndpointUrl(input.url);
  const livemode = chooseMode(author, input);
  const id = newId('whe');
  const secret = generateSigningSecret();
  const { url, types, api_ids, description, includes_text, max_per_second, enabled } = input;
  const settings = [types, api_ids, description, includes_text, max_per_second, enabled];
  const { format = 'standard' } = input;
  const values = [id, userId, url, ...settings, keyId, from, livemode, format];
  const { data, replayed } = await writeOnce(
    idempotency,
    async (tx) => {
      await requireKeys(api_ids, livemode, tx);
      const [row] = await query<WebhookEndpoint & { email: string }>(
        'create-webhook-endpoint',
        insert,
        values,
        tx,
      );
      if (!row) {
        const what = format === 'twilio' ? 'origins of status callbacks' : 'webhook endpoints';
        const message = `An account has at most ${maxEndpoints} ${what}. Delete one that you no longer use.`;
        throw new DomainError('invalid_parameter', { message });
      }
      const secretId = newId('whs');
      const encrypted = signingSecretColumn.encrypt({ id: secretId, userId }, secret);
      const secretValues = [secretId, userId, id, encrypted];
      await query('create-webhook-secret', insertSecret, secretValues, tx);
      if (format !== 'twilio') await enqueueEmail('webhook_created', row.email, tx, id);
      const endpoint = toEndpointOutput(row);
      // Sending a message creates the endpoint of its status callbacks, and sends are not recorded in the audit trail.
      if (format !== 'twilio') {
        await recordAudit(tx, {
          accountId: userId,
          action: 'webhook.create',
          targets: [{ type: 'webhook', id, name: withoutQuery(url) }],
          after: auditedEndpoint(endpoint),
        });
      }
      return endpoint;
    },
    // Without the lock, parallel requests could together exceed the maximum number of endpoints.
    { lock: `webhook-endpoints|${userId}` },
  );
  if (!replayed) return { data: { ...data, secret }, replayed };
  return { data: { ...data, secret: await revealSigningSecret(userId, data._id) }, replayed };
}

/**
 * Determines the mode of a new endpoint. A key can only create endpoints of the same mode, because a test key must not
 * reveal what live keys send.
 */
function chooseMode({ livemode: ofKey }: EndpointAuthor, { livemode }: NewEndpoint): boolean {
  if (ofKey === undefined) return livemode ?? true;
  if (livemode === undefined || livemode === ofKey) return ofKey;
  const message = `This is a ${ofKey ? 'live' : 'test'} key: leave livemode out, or call with a key of the other mode.`;
  throw new DomainError('invalid_parameter', { param: 'livemode', message });
}
