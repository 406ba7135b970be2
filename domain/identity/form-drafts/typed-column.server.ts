import { encryptedColumn } from '#platform/encrypted-column.server.ts';

/** What users typed into forms. */
export const typedColumn = encryptedColumn({
  table: 'unsent_forms',
  column: 'sealed',
  kind: 'unsent-form',
});
