import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';
import { env } from './env.ts';

/**
 * Keyed hash (HMAC-SHA256) of a secret, for looking it up or comparing it without storing it.
 *
 * @param purpose keeps the hashes of different kinds of secret apart
 */
export function keyedHash(purpose: string, secret: string): Buffer {
  return createHmac('sha256', env.HASH_KEY).update(purpose).update('\0').update(secret).digest();
}

/** Compares two hashes in a time that does not depend on where they differ. */
export function sameHash(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && timingSafeEqual(a, b);
}

/** How everything begins that is sealed under the first key of `ENCRYPTION_KEYS`. */
export const sealedBeginning = () => Buffer.from(`${firstKey().id}:`);

function firstKey() {
  const key = env.ENCRYPTION_KEYS[0];
  if (!key) throw new Error('ENCRYPTION_KEYS is empty');
  return key;
}

/**
 * Encrypts with AES-256-GCM under the first key of `ENCRYPTION_KEYS`.
 *
 * @returns the key's id, `:`, then nonce (12 bytes), tag (16) and ciphertext
 */
export function seal(text: string): Buffer<ArrayBuffer> {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', firstKey().secret, nonce);
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([sealedBeginning(), nonce, cipher.getAuthTag(), body]);
}

/**
 * Decrypts what `seal` made.
 *
 * @throws Error if its key is not in `ENCRYPTION_KEYS`, or it was changed
 */
export function unseal(sealed: Uint8Array): string {
  const bytes = Buffer.from(sealed);
  const colon = bytes.indexOf(':');
  const id = bytes.subarray(0, colon).toString();
  const key = env.ENCRYPTION_KEYS.find((candidate) => candidate.id === id);
  if (!key) throw new Error(`No encryption key has the id '${id}'`);
  const rest = bytes.subarray(colon + 1);
  const decipher = createDecipheriv('aes-256-gcm', key.secret, rest.subarray(0, 12));
  decipher.setAuthTag(rest.subarray(12, 28));
  return Buffer.concat([decipher.update(rest.subarray(28)), decipher.final()]).toString('utf8');
}
