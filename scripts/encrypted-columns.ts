import {
  previousSecretColumn,
  secretColumn,
} from '#domain/identity/api-keys/generate-api-key.server.ts';
import { passwordColumn } from '#domain/messaging/delivery/carrier-rows/carrier-row.server.ts';
import { textColumn } from '#domain/messaging/messages/text-column.server.ts';
import { codeColumn } from '#domain/messaging/otp/otp-code.server.ts';
import { addressColumn } from '#domain/notifications/channels/channel-address.server.ts';
import { signingSecretColumn } from '#domain/notifications/webhooks/endpoints/signing-secret.server.ts';

/**
 * Every encrypted column of the database, by its name in the output of `npm run rotate-keys`. A test compares
 * it with the database.
 */
export const encryptedColumns = {
  'API keys': secretColumn,
  'Replaced API keys': previousSecretColumn,
  'One-time passwords': codeColumn,
  'Texts of queued messages': textColumn,
  'Addresses of notifications': addressColumn,
  'Signing secrets of webhooks': signingSecretColumn,
  'Passwords of carriers': passwordColumn,
};
