import { prisma } from '#platform/db.server.ts';
import type { ApiKeyOutput } from './contract.ts';
import { secretColumn } from './generate-api-key.server.ts';
import { toApiKeyOutput } from './to-api-key-output.ts';

/** The API keys of a user with their secrets masked, the oldest first; `maxApiKeysPerAccount` at most. */
export async function listKeys(userId: string): Promise<ApiKeyOutput[]> {
  const rows = await prisma.credential.findMany({ where: { userId }, orderBy: { id: 'asc' } });
  return rows.map((row) => toApiKeyOutput(row));
}

/**
 * The API keys of a user with their secrets, the oldest first; `maxApiKeysPerAccount` at most. Only for somebody who signed in
 * recently (`requireRecentSignIn`).
 */
export async function listKeysWithSecrets(userId: string): Promise<ApiKeyOutput[]> {
  const rows = await prisma.credential.findMany({ where: { userId }, orderBy: { id: 'asc' } });
  return rows.map((row) => toApiKeyOutput(row, secretColumn.decrypt(row, row.encryptedSecret)));
}
