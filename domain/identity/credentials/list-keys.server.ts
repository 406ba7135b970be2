import { prisma } from '#platform/db.server.ts';
import type { KeyView } from './contract.ts';
import { secretColumn } from './secret.server.ts';
import { toKey } from './to-key.ts';

/** The API keys of a user with their secrets masked, the oldest first; `maxKeys` at most. */
export async function listKeys(userId: string): Promise<KeyView[]> {
  const rows = await prisma.credential.findMany({ where: { userId }, orderBy: { id: 'asc' } });
  return rows.map((row) => toKey(row));
}

/**
 * The API keys of a user with their secrets, the oldest first; `maxKeys` at most. Only for somebody who signed in
 * recently (`requireRecentSignIn`).
 */
export async function listKeysWithSecrets(userId: string): Promise<KeyView[]> {
  const rows = await prisma.credential.findMany({ where: { userId }, orderBy: { id: 'asc' } });
  return rows.map((row) => toKey(row, secretColumn.decrypt(row, row.secretSealed)));
}
