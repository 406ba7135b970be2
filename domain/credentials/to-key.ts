import type { Credential } from '#prisma/generated/client.ts';
import type { KeyView } from './contract.ts';

/** What a key's row says of it without the key itself. */
export type KeyRow = Omit<Credential, 'userId' | 'secretHash' | 'secretSealed'>;

/**
 * A key's row as its owner sees it.
 *
 * @param secretKey the API key, opened
 */
export function toKey(row: KeyRow, secretKey: string): KeyView {
  return {
    _id: row.id,
    name: row.name,
    keyId: row.keyId,
    secretKey,
    description: row.description,
    isActive: row.isActive,
    expiresOn: row.expiresOn?.toISOString() ?? null,
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
  };
}
