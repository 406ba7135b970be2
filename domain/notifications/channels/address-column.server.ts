import { encryptedColumn } from '#platform/encrypted-column.server.ts';

/** Where notifications go: numbers in E.164, and incoming-webhook addresses. */
export const addressColumn = encryptedColumn({
  table: 'notification_channels',
  column: 'address_encrypted',
  kind: 'notification-address',
});
