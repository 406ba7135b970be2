import { decryptBoundOrUnbound, encrypt } from './crypto.server.ts';

type Named = {
  table: string;
  column: string;
  /**
   * The kind of value. It is part of every ciphertext's place, so it stays when the table or column
   * is renamed.
   */
  kind: string;
};

/** A nullable column of ciphertexts in a table with the columns `id` and `user_id`. */
export type EncryptedColumn = ReturnType<typeof encryptedColumn>;

/** The row of a value, and its user. */
type Row = { id: string; userId: string };

/**
 * Declares an encrypted column. Each value is bound to its kind, row and user: an attacker who can
 * write to the database but has no key cannot move a value to another row or user. Every such
 * column is listed in `scripts/encrypted-columns.ts`.
 */
export function encryptedColumn({ table, column, kind }: Named) {
  const toPlace = ({ id, userId }: Row) => `${kind}|${userId}|${id}`;
  return {
    table,
    column,

    /** @param row the row it is written to */
    encrypt: (row: Row, text: string) => encrypt(text, toPlace(row)),

    /**
     * @param row the row it was read from
     * @throws Error if no key of `ENCRYPTION_KEYS` decrypts it, or it belongs to another row or
     *   user
     */
    decrypt: (row: Row, encrypted: Uint8Array) => decryptBoundOrUnbound(encrypted, toPlace(row)),
  };
}
