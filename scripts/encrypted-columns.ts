import { passwordColumn } from '#domain/delivery/routing/carrier-row.ts';
import { previousSecretColumn, secretColumn } from '#domain/identity/api-keys/create-key.ts';
import { totpSecretColumn } from '#domain/identity/factors/totp.ts';
import {
  hookSecretColumn,
  previousHookSecretColumn,
} from '#domain/messaging/hooks/manage-hooks.ts';
import { textColumn } from '#domain/messaging/messages/message-columns.ts';
import { codeColumn } from '#domain/messaging/otp/otp-code.ts';
import { addressColumn } from '#domain/notifications/channels/manage-channels.ts';
import { signingSecretColumn } from '#domain/webhooks/endpoints/manage-endpoints.ts';

/**
 * All encrypted columns of the database, by their names in the output of `npm run rotate-keys`. A test compares this list with
 * the database.
 */
export const encryptedColumns = {
  'API keys': secretColumn,
  'Replaced API keys': previousSecretColumn,
  'One-time passwords': codeColumn,
  'Texts of queued messages': textColumn,
  'Addresses of notifications': addressColumn,
  'Signing secrets of webhooks': signingSecretColumn,
  'Secrets of hooks': hookSecretColumn,
  'Replaced secrets of hooks': previousHookSecretColumn,
  'Secrets of authenticator apps': totpSecretColumn,
  'Passwords of carriers': passwordColumn,
};
