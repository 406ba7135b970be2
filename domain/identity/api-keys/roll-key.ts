import { recordAudit } from '#domain/audit/record-audit.ts';
import { enqueueEmail } from '#domain/notifications/channels/request-notifications.ts';
import { DomainError } from '#domain/shared/errors.browser.ts';
import type { Idempotency, IdempotentResult } from '#domain/shared/idempotency/saved-response.ts';
import { clock } from '#platform/clock.browser.ts';
import { query, type Transaction, transaction } from '#platform/db.ts';
import type { ApiKeyOutput } from './contract.browser.ts';
import {
  type ApiKeyRow,
  generateApiKey,
  hashSecretKey,
  once,
  secretColumn,
  toApiKeyOutput,
} from './create-key.ts';

type Roll = {
  userId: string;
  /** The key's `_id` or its API ID. */
  key: string;
  /** How many hours the old secret keeps working if the key is active; 0 revokes it at once. */
  overlapHours: number;
  /** The IP address of the request, for the email about the roll. */
  from: string;
};

/**
 * Gives a key a new secret. The old secret works until the overlap ends. A still older secret is revoked at once. An
 * inactive key gets no overlap, because another person may know its old secret, which would work again once the key is
 * active. A key that was turned off after a leak report becomes active again.
 *
 * @returns the key with its new secret
 * @throws DomainError `not_found` if the user has no such key
 */
export const rollKey = (roll: Roll): Promise<ApiKeyOutput> =>
  transaction((tx) => replaceSecret(roll, tx));

/**
 * Like `rollKey`, but a repeated request with the same `Idempotency-Key` does not roll the key again, because a second roll
 * would revoke a secret that programs still use.
 *
 * @throws DomainError `not_found`, also if the key was deleted or rolled again after the first request;
 *   `idempotency_mismatch`
 */
export const rollKeyIdempotently = (
  roll: Roll,
  idempotency: Idempotency,
): Promise<IdempotentResult<ApiKeyOutput>> =>
  once(
    roll.userId,
    idempotency,
    (tx) => replaceSecret(roll, tx),
    'The API key rolled by this request has been deleted, or rolled again.',
  );

const overlaps = '$5::timestamptz > $6::timestamptz AND is_active AND off_reason IS NULL';

const rollSql = `
  UPDATE credentials SET
    secret_hash = $3, encrypted_secret = $4,
    previous_secret_hash = CASE WHEN ${overlaps} THEN secret_hash END,
    encrypted_previous_secret = CASE WHEN ${overlaps} THEN encrypted_secret END,
    previous_ends_at = CASE WHEN ${overlaps} THEN $5::timestamptz END,
    rolled_at = $6, rolled_from = nullif($7, ''),
    is_active = is_active OR off_reason IS NOT DISTINCT FROM 'leak_reported',
    off_reason = nullif(off_reason, 'leak_reported')
  WHERE id = $1 AND user_id = $2
  RETURNING id, name, description, key_id AS "keyId", livemode, is_active AS "isActive", off_reason AS "offReason",
    scopes, allowed_templates AS "allowedTemplates", allowed_services AS "allowedServices",
    allowed_addresses AS "allowedAddresses", expires_on AS "expiresOn", rolled_at AS "rolledAt",
    previous_ends_at AS "previousEndsAt", last_used_at AS "lastUsedAt", last_used_from AS "lastUsedFrom",
    created_by AS "createdBy", created_device AS "createdDevice", created_from AS "createdFrom",
    created_at AS "createdAt", (SELECT email FROM users WHERE users.id = $2) AS email`;

async function replaceSecret(
  { userId, key, overlapHours, from }: Roll,
  tx: Transaction,
): Promise<ApiKeyOutput> {
  const [known] = await query<{ id: string; livemode: boolean }>(
    'find-key-to-roll',
    'SELECT id, livemode FROM credentials WHERE user_id = $1 AND (id = $2 OR key_id = $2)',
    [userId, key],
    tx,
  );
  if (!known) throw new DomainError('not_found');
  const { id, livemode } = known;
  const now = clock.now();
  const secretKey = generateApiKey(livemode);
  const [rolled] = await query<ApiKeyRow & { email: string }>(
    'roll-key',
    rollSql,
    [
      ...[id, userId, hashSecretKey(secretKey), secretColumn.encrypt({ id, userId }, secretKey)],
      ...[new Date(now.getTime() + overlapHours * 3_600_000), now, from],
    ],
    tx,
  );
  if (!rolled) throw new DomainError('not_found');
  const { email, ...row } = rolled;
  await enqueueEmail('key_rolled', email, tx, id);
  await recordAudit(tx, {
    accountId: userId,
    action: 'key.roll',
    targets: [{ type: 'key', id: row.keyId, name: row.name }],
    after: { overlapHours },
  });
  return toApiKeyOutput(row, secretKey);
}

const purgeSql = `
  UPDATE credentials
  SET previous_secret_hash = NULL, encrypted_previous_secret = NULL, previous_ends_at = NULL
  WHERE previous_secret_hash IS NOT NULL AND previous_ends_at <= $1
  RETURNING id`;

/**
 * Deletes replaced secrets whose overlap has ended, and which therefore no longer work.
 *
 * @returns how many
 */
export async function purgeReplacedSecrets(): Promise<number> {
  return (await query('purge-replaced-secrets', purgeSql, [clock.now()])).length;
}
