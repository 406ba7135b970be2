import { decryptBoundOrUnbound, encrypt } from './crypto.server.ts';

type Named = {
  table: string;
  column: string;
  /** What the values are. It is part of every ciphertext's place, so it outlives a rename of table or column. */
  kind: string;
};

/** A column of ciphertexts, null where there is nothing, in a table with the columns `id` and `user_id`. */
export type EncryptedColumn = ReturnType<typeof encryptedColumn>;

/** The row that a value stands in, and the user it belongs to. */
type Row = { id: string; userId: string };

/**
 * Names a column whose values are encrypted. Each is bound to its kind, its row and its user: someone who can write
 * to the database, but has no key, cannot make a value pass for one of another row or user.
 *
 * Every such column is in the list of `scripts/encrypted-columns.ts`.
 */
export function encryptedColumn({ table, column, kind }: Named) {
  const placeOf = ({ id, userId }: Row) => `${kind}|${userId}|${id}`;
  return {
    table,
    column,

    /** @param row that it is written to */
    encrypt: (row: Row, text: string) => encrypt(text, placeOf(row)),

    /**
     * @param row that it was read from
     * @throws Error if no key of `ENCRYPTION_KEYS` decrypts it, or it was made for another row or user
     */
    decrypt: (row: Row, encrypted: Uint8Array) => decryptBoundOrUnbound(encrypted, placeOf(row)),
  };
}
