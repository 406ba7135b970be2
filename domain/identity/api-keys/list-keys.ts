import { clock } from '#platform/clock.browser.ts';
import { prisma, query, type Transaction } from '#platform/db.ts';
import type { ApiKeyOutput } from './contract.browser.ts';
import { secretColumn, toApiKeyOutput } from './create-key.ts';

/** A user's API keys with masked secrets, oldest first; at most `maxApiKeysPerAccount`. */
export async function listKeys(userId: string): Promise<ApiKeyOutput[]> {
  const rows = await prisma.credential.findMany({ where: { userId }, orderBy: { id: 'asc' } });
  return rows.map((row) => toApiKeyOutput(row));
}

/** A user's API keys with their secrets, oldest first. Callers first require a recent sign-in (`requireRecentSignIn`). */
export async function listKeysWithSecrets(userId: string): Promise<ApiKeyOutput[]> {
  const rows = await prisma.credential.findMany({ where: { userId }, orderBy: { id: 'asc' } });
  return rows.map((row) => toApiKeyOutput(row, secretColumn.decrypt(row, row.encryptedSecret)));
}

/** Whether a user has test keys but no live key. Inactive keys count too. */
export async function hasOnlyTestKeys(userId: string): Promise<boolean> {
  const keys = await prisma.credential.findMany({ where: { userId }, select: { livemode: true } });
  return keys.length > 0 && keys.every(({ livemode }) => !livemode);
}

/**
 * Returns the API ID of a user's oldest active key in a mode, without decrypting its secret. Keys that have expired are
 * ignored. Returns null if there is no such key.
 *
 * @param livemode live mode by default
 */
export async function findActiveApiId(userId: string, livemode = true): Promise<string | null> {
  const key = await prisma.credential.findFirst({
    where: {
      userId,
      livemode,
      isActive: true,
      OR: [{ expiresOn: null }, { expiresOn: { gt: clock.now() } }],
    },
    orderBy: { id: 'asc' },
    select: { keyId: true },
  });
  return key?.keyId ?? null;
}

const unknown = `
  SELECT asked.key_id AS "keyId" FROM unnest($3::text[]) WITH ORDINALITY AS asked(key_id, place)
  WHERE NOT EXISTS (
    SELECT FROM credentials AS c WHERE c.key_id = asked.key_id AND c.user_id = $1 AND c.livemode = $2)
  ORDER BY place`;

/** Returns those of the given API IDs that are not keys of the user in this mode, in the given order. */
export async function findUnknownApiIds(
  userId: string,
  livemode: boolean,
  apiIds: string[],
  tx?: Transaction,
): Promise<string[]> {
  if (apiIds.length === 0) return [];
  const values = [userId, livemode, apiIds];
  const rows = await query<{ keyId: string }>('find-unknown-api-ids', unknown, values, tx);
  return rows.map(({ keyId }) => keyId);
}
