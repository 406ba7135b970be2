import { decryptOfAnyAge, encrypt } from './crypto.server.ts';

type Named = {
  table: string;
  column: string;
  /** What the values are. It is part of every ciphertext's place, so it outlives a rename of table or column. */
  kind: string;
};

/** A column of ciphertexts, null where there is nothing, in a table whose key is `id`. */
export type EncryptedColumn = ReturnType<typeof encryptedColumn>;

/**
 * Names a column whose values are encrypted. Each is bound to its kind and its row: whoever can write to the
 * database cannot make one row's ciphertext pass for another's.
 *
 * Every such column is in the list of `scripts/rotate-keys.ts`.
 */
export function encryptedColumn({ table, column, kind }: Named) {
  const placeOf = (id: string) => `${kind}|${id}`;
  return {
    table,
    column,

    /** @param id of the row that it is written to */
    encrypt: (id: string, text: string) => encrypt(text, placeOf(id)),

    /**
     * @param id of the row that it was read from
     * @throws Error if no key of `ENCRYPTION_KEYS` decrypts it, or it was made for another row
     */
    decrypt: (id: string, encrypted: Uint8Array) => decryptOfAnyAge(encrypted, placeOf(id)),
  };
}
