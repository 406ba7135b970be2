import type { Credential } from '#prisma/generated/client.ts';
import { type KeyView, maskedSecret } from './contract.ts';

/** What a key's row says of it without the key itself. */
export type KeyRow = Omit<Credential, 'userId' | 'secretHash' | 'secretSealed' | 'createdFrom'>;

/**
 * A key's row as its owner sees it.
 *
 * @param secretKey the API key, decrypted; masked if left out
 */
export function toKey(row: KeyRow, secretKey: string = maskedSecret): KeyView {
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
