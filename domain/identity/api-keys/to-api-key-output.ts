import { clock } from '#platform/clock.browser.ts';
import type { Credential } from '#prisma/generated/client.ts';
import type { ApiKeyOutput } from './contract.browser.ts';
import { maskedSecret } from './key-prefixes.browser.ts';
import type { KeyScope } from './scopes.browser.ts';

/** The columns of a key without the key itself. */
export type ApiKeyRow = Omit<
  Credential,
  | 'userId'
  | 'secretHash'
  | 'encryptedSecret'
  | 'previousSecretHash'
  | 'encryptedPreviousSecret'
  | 'rolledFrom'
  | 'leakReportedAt'
  | 'leakNotifiedAt'
>;

/**
 * Converts a row to an API key as its owner sees it.
 *
 * @param secretKey the decrypted API key; masked by default
 */
export function toApiKeyOutput(row: ApiKeyRow, secretKey = maskedSecret(row)): ApiKeyOutput {
  return {
    _id: row.id,
    name: row.name,
    keyId: row.keyId,
    livemode: row.livemode,
    secretKey,
    description: row.description,
    isActive: row.isActive,
    offReason: row.offReason,
    // The database accepts no others.
    scopes: row.scopes as KeyScope[],
    templates: row.allowedTemplates,
    services: row.allowedServices,
    addresses: row.allowedAddresses,
    expiresOn: row.expiresOn?.toISOString() ?? null,
    rolledAt: row.rolledAt?.toISOString() ?? null,
    oldSecretEndsAt:
      row.previousEndsAt && row.previousEndsAt > clock.now()
        ? row.previousEndsAt.toISOString()
        : null,
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
    lastUsedFrom: row.lastUsedFrom,
    createdBy: { email: row.createdBy, device: row.createdDevice, address: row.createdFrom },
    createdAt: row.createdAt.toISOString(),
  };
}
