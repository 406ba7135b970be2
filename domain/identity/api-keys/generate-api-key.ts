import { keyedHash, keyedHashes } from '#platform/crypto.ts';
import { encryptedColumn } from '#platform/encrypted-column.ts';
import { randomText } from '#platform/ids.ts';
import { prefixesOf } from './key-prefixes.browser.ts';

/** 32 characters without look-alikes. */
const alphabet = 'abcdefghijkmnpqrstuvwxyz23456789';

/** A new API ID: `dk_` or `dk_test_`, and 20 characters. */
export const generateApiId = (livemode: boolean) =>
  `${prefixesOf({ livemode }).id}${randomText(20, alphabet)}`;

/** A new API key: `sk_` or `sk_test_`, and 40 characters, 200 random bits. */
export const generateApiKey = (livemode: boolean) =>
  `${prefixesOf({ livemode }).secret}${randomText(40, alphabet)}`;

/** The keyed hash under which an API key is stored. */
export const hashSecretKey = (secretKey: string) => keyedHash('api-key', secretKey);

/** The keyed hashes under which an API key may be stored: one for each key of `HASH_KEY`. */
export const listSecretKeyHashes = (secretKey: string) => keyedHashes('api-key', secretKey);

/** The encrypted column that lets owners see their API keys. */
export const secretColumn = encryptedColumn({
  table: 'credentials',
  column: 'encrypted_secret',
  kind: 'api-key',
});

/** What was in `secretColumn` before the last roll, moved as it is: so its kind is the same. */
export const previousSecretColumn = encryptedColumn({
  table: 'credentials',
  column: 'encrypted_previous_secret',
  kind: 'api-key',
});
