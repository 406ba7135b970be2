import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';
import { keySettings } from './key-ring.ts';

/**
 * Computes the keyed hash (HMAC-SHA256) of a secret, which is stored instead of the secret.
 *
 * @param purpose the kind of secret. Hashes of the same text for different purposes differ
 * @param key one of the keys in `HASH_KEY`; by default the first
 */
export function keyedHash(
  purpose: string,
  secret: string,
  key = getFirst(keySettings.HASH_KEY),
): Buffer {
  return createHmac('sha256', key).update(purpose).update('\0').update(secret).digest();
}

/**
 * Computes the hashes of a secret under every key of `HASH_KEY`, in the order of the keys. Use these hashes for lookups and
 * comparisons, because an older key may have made a stored hash.
 */
export function keyedHashes(purpose: string, secret: string): Buffer[] {
  return keySettings.HASH_KEY.map((key) => keyedHash(purpose, secret, key));
}

/** Compares two hashes in constant time. */
export function sameHash(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && timingSafeEqual(a, b);
}

/**
 * The first byte of every ciphertext: the version of the format. This version binds a ciphertext to the place where it is
 * stored (docs/decisions/038).
 */
const boundVersion = 1;

/** Returns the prefix of new ciphertexts: the version, the id of the first encryption key, and `:`. */
export const currentPrefix = () =>
  Buffer.from(`${String.fromCharCode(boundVersion)}${getFirst(keySettings.ENCRYPTION_KEYS).id}:`);

/**
 * Encrypts with AES-256-GCM under the first key of `ENCRYPTION_KEYS`.
 *
 * @param place a constant name for where the ciphertext is stored. GCM authenticates the name as additional data without
 *   storing it, so a ciphertext that is moved elsewhere cannot be decrypted
 * @returns `currentPrefix`, followed by the nonce (12 bytes), the tag (16 bytes) and the ciphertext
 */
export function encrypt(text: string, place: string): Buffer<ArrayBuffer> {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', getFirst(keySettings.ENCRYPTION_KEYS).secret, nonce);
  cipher.setAAD(Buffer.from(place));
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([currentPrefix(), nonce, cipher.getAuthTag(), body]);
}

/**
 * Decrypts a ciphertext that `encrypt` made for the same place.
 *
 * @throws Error if the key of the ciphertext is not in `ENCRYPTION_KEYS`, or the ciphertext was altered or belongs to
 *   another place
 */
export function decrypt(encrypted: Uint8Array, place: string): string {
  if (encrypted[0] !== boundVersion) throw new Error('A ciphertext is not bound to its place');
  const bytes = encrypted.subarray(1);
  const colon = bytes.indexOf(':'.charCodeAt(0));
  const id = Buffer.from(bytes.subarray(0, colon)).toString();
  const key = keySettings.ENCRYPTION_KEYS.find((candidate) => candidate.id === id);
  if (!key) throw new Error(`No encryption key has the id '${id}'`);
  const rest = bytes.subarray(colon + 1);
  const decipher = createDecipheriv('aes-256-gcm', key.secret, rest.subarray(0, 12));
  decipher.setAAD(Buffer.from(place));
  decipher.setAuthTag(rest.subarray(12, 28));
  return Buffer.concat([decipher.update(rest.subarray(28)), decipher.final()]).toString('utf8');
}

/** Returns the first key; the settings guarantee that there is at least one. */
function getFirst<Key>(ring: Key[]): Key {
  const [first] = ring;
  if (first === undefined) throw new Error('A ring of keys is empty');
  return first;
}
