import { recordAudit } from '#domain/audit/record-audit.ts';
import {
  type Idempotency,
  type IdempotentResult,
  writeOnce,
} from '#domain/shared/idempotency/saved-response.ts';
import { query, type Transaction, transaction } from '#platform/db.ts';
import { newId } from '#platform/ids.ts';
import {
  generateSigningSecret,
  isEndpointId,
  noSuchEndpoint,
  signingSecretColumn,
} from './manage-endpoints.ts';

/** Maximum number of secrets that sign an event, because each adds a signature to every request. */
const maxSecrets = 5;

const lock = `SELECT id FROM webhook_endpoints WHERE id = $1 AND user_id = $2 FOR UPDATE`;

/**
 * Expires all old secrets by the end of the new overlap. This includes secrets of earlier rotations, because they may have
 * leaked.
 */
const expire = `
  UPDATE webhook_secrets SET expires_at = least(expires_at, now() + make_interval(hours => $2))
  WHERE endpoint_id = $1`;

/** Deletes expired secrets, and the oldest secrets beyond the maximum. */
const purge = `
  DELETE FROM webhook_secrets WHERE endpoint_id = $1 AND (
    expires_at <= now()
    OR id IN (SELECT id FROM webhook_secrets WHERE endpoint_id = $1 ORDER BY id DESC OFFSET ${maxSecrets - 1}))`;

const insert = `
  INSERT INTO webhook_secrets (id, user_id, endpoint_id, encrypted_secret, created_at)
  VALUES ($1, $2, $3, $4, now())`;

/**
 * Gives an endpoint a new secret. Within a second, all workers sign the events of the endpoint with the new secret. Until the
 * overlap ends, workers also sign with earlier secrets. A repeated request with the same `Idempotency-Key` does not rotate
 * again, because a second rotation would end the overlap of secrets that receivers still use. The stored response does not
 * contain the secret.
 *
 * @returns the new secret; for a repeated request the current secret
 * @throws DomainError `not_found`, `idempotency_mismatch`
 */
export async function rotateSigningSecretOnce(
  userId: string,
  id: string,
  overlapHours: number,
  idempotency: Idempotency | null,
): Promise<IdempotentResult<{ secret: string }>> {
  if (!isEndpointId(id)) throw noSuchEndpoint();
  const secret = generateSigningSecret();
  const { replayed } = await writeOnce(idempotency, async (tx) => {
    await replaceSecret({ userId, id, overlapHours, secret }, tx);
    return { _id: id };
  });
  return { data: { secret: replayed ? await revealSigningSecret(userId, id) : secret }, replayed };
}

/**
 * Like `rotateSigningSecretOnce`, without an `Idempotency-Key`.
 *
 * @returns the new secret
 * @throws DomainError `not_found`
 */
export const rotateSigningSecret = async (
  userId: string,
  id: string,
  overlapHours: number,
): Promise<string> => (await rotateSigningSecretOnce(userId, id, overlapHours, null)).data.secret;

type Replacement = { userId: string; id: string; overlapHours: number; secret: string };

async function replaceSecret(
  { userId, id, overlapHours, secret }: Replacement,
  tx: Transaction,
): Promise<void> {
  const found = await query('lock-webhook-endpoint', lock, [id, userId], tx);
  if (found.length === 0) throw noSuchEndpoint();
  await query('expire-webhook-secrets', expire, [id, overlapHours], tx);
  await query('purge-webhook-secrets', purge, [id], tx);
  const secretId = newId('whs');
  const encrypted = signingSecretColumn.encrypt({ id: secretId, userId }, secret);
  await query('rotate-webhook-secret', insert, [secretId, userId, id, encrypted], tx);
  await recordAudit(tx, {
    accountId: userId,
    action: 'webhook.roll',
    targets: [{ type: 'webhook', id }],
    after: { overlapHours },
  });
}

const current = `
  SELECT s.id, s.encrypted_secret AS encrypted
  FROM webhook_secrets AS s JOIN webhook_endpoints AS e ON e.id = s.endpoint_id
  WHERE e.id = $1 AND e.user_id = $2 AND s.expires_at IS NULL`;

/**
 * Returns the current secret of an endpoint. Screens require a recent sign-in first (`requireRecentSignIn`).
 *
 * @throws DomainError `not_found`
 */
export async function revealSigningSecret(userId: string, id: string): Promise<string> {
  const [row] = isEndpointId(id)
    ? await query<{ id: string; encrypted: Buffer }>('reveal-webhook-secret', current, [id, userId])
    : [];
  if (!row) throw noSuchEndpoint();
  return signingSecretColumn.decrypt({ id: row.id, userId }, row.encrypted);
}

/**
 * Reveals the signing secret of an endpoint to a person or a program, and records it.
 *
 * @throws DomainError `not_found`
 */
export async function showSigningSecret(userId: string, id: string): Promise<string> {
  const secret = await revealSigningSecret(userId, id);
  const targets = [{ type: 'webhook', id }];
  await transaction((tx) =>
    recordAudit(tx, { accountId: userId, action: 'webhook.reveal', targets }),
  );
  return secret;
}
