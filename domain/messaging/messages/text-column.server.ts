import { encryptedColumn } from '#platform/encrypted-column.server.ts';

/** Texts of messages that carry a code, until a carrier has them. */
export const textColumn = encryptedColumn({
  table: 'messages',
  column: 'encrypted_content',
  kind: 'message-text',
});
