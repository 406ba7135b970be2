import type { Credential } from '#prisma/generated/client.ts';
import { type ApiKeyOutput, maskedSecret } from './contract.ts';

/** What a key's row says of it without the key itself. */
export type ApiKeyRow = Omit<
  Credential,
  'userId' | 'secretHash' | 'encryptedSecret' | 'createdFrom'
>;

/**
 * A key's row as its owner sees it.
 *
 * @param secretKey the API key, decrypted; masked if left out
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
