import type { Credential } from '#prisma/generated/client.ts';
import { type ApiKeyOutput, maskedSecret } from './contract.ts';

/** The columns of a key without the key itself. */
export type ApiKeyRow = Omit<
  Credential,
  'userId' | 'secretHash' | 'encryptedSecret' | 'createdFrom'
>;

/**
 * Converts a row to an API key as its owner sees it.
 *
 * @param secretKey the decrypted API key; masked by default
 */
export function toApiKeyOutput(row: ApiKeyRow, secretKey: string = maskedSecret): ApiKeyOutput {
  return {
    _id: row.id,
    name: row.name,
    keyId: row.keyId,
    secretKey,
    description: row.description,
    isActive: row.isActive,
    offReason: row.offReason,
    expiresOn: row.expiresOn?.toISOString() ?? null,
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
  };
}
