import { encryptedColumn } from '#platform/encrypted-column.server.ts';

/** The encrypted addresses of channels: numbers in E.164, and webhook URLs. */
export const addressColumn = encryptedColumn({
  table: 'notification_channels',
  column: 'address_encrypted',
  kind: 'notification-address',
});
