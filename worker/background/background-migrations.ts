import { secretColumn } from '#domain/identity/api-keys/create-key.ts';
import { addressColumn } from '#domain/notifications/channels/channel-address.ts';
import type { BackgroundMigration } from '#domain/shared/background-migrations/run-background-migrations.ts';
import { bindEncryptedValues } from './bind-encrypted-values.ts';
import { rewordForeignOrders } from './reword-foreign-orders.ts';

/**
 * Every background migration that may not have ended. Codes and texts of messages are encrypted, too, and erased
 * within minutes.
 */
export const backgroundMigrations: BackgroundMigration[] = [
  bindEncryptedValues('bind_api_keys', secretColumn),
  bindEncryptedValues('bind_notification_addresses', addressColumn),
  rewordForeignOrders,
];
