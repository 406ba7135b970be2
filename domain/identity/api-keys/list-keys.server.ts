import { prisma } from '#platform/db.server.ts';
import type { ApiKeyOutput } from './contract.ts';
import { secretColumn } from './generate-api-key.server.ts';
import { toApiKeyOutput } from './to-api-key-output.ts';

/** A user's API keys with masked secrets, oldest first; at most `maxApiKeysPerAccount`. */
export async function listKeys(userId: string): Promise<ApiKeyOutput[]> {
  const rows = await prisma.credential.findMany({ where: { userId }, orderBy: { id: 'asc' } });
  return rows.map((row) => toApiKeyOutput(row));
}

/**
 * A user's API keys with their secrets, oldest first. Only after a recent sign-in
 * (`requireRecentSignIn`).
 */
export async function listKeysWithSecrets(userId: string): Promise<ApiKeyOutput[]> {
  const rows = await prisma.credential.findMany({ where: { userId }, orderBy: { id: 'asc' } });
  return rows.map((row) => toApiKeyOutput(row, secretColumn.decrypt(row, row.encryptedSecret)));
}
