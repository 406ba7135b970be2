import { randomBytes } from 'node:crypto';
import { encryptedColumn } from '#platform/encrypted-column.ts';

/** 32 random bytes, as Standard Webhooks writes them (https://www.standardwebhooks.com). */
export const generateSigningSecret = () => `whsec_${randomBytes(32).toString('base64')}`;

/** The encrypted secrets of endpoints. */
export const signingSecretColumn = encryptedColumn({
  table: 'webhook_secrets',
  column: 'encrypted_secret',
  kind: 'webhook-secret',
});
