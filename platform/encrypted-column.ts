import { decryptBoundOrUnbound, encrypt } from './crypto.ts';

type Named = {
  table: string;
  column: string;
  /**
   * The kind of value. It is part of every ciphertext's place, so it stays when the table or column
   * is renamed.
   */
  kind: string;
  /** Whether the table has a `user_id`; true if left out. */
  hasUser?: boolean;
};

/** A column of ciphertexts in a table with the column `id`, and `user_id` if its rows are users'. */
export type EncryptedColumn = ReturnType<typeof encryptedColumn>;

/** The row of a value, and its user if it has one. */
type Row = { id: string; userId?: string | null };

/**
 * Declares an encrypted column. Each value is bound to its kind, row and user: an attacker who can
 * write to the database but has no key cannot move a value to another row or user. Every such
 * column is listed in `scripts/encrypted-columns.ts`.
 */
export function encryptedColumn({ table, column, kind, hasUser = true }: Named) {
  const toPlace = ({ id, userId }: Row) => (hasUser ? `${kind}|${userId}|${id}` : `${kind}|${id}`);
  return {
    table,
    column,
    hasUser,

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
