import { encryptedColumn } from '#platform/encrypted-column.ts';

/** The encrypted texts of OTP messages, stored until a carrier accepts them. */
export const textColumn = encryptedColumn({
  table: 'messages',
  column: 'encrypted_content',
  kind: 'message-text',
});
