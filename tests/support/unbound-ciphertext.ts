import { createCipheriv, randomBytes } from 'node:crypto';
import { keySettings } from '#platform/key-ring.ts';

/** What releases before ADR 038 stored: the key's id, `:`, nonce, tag and ciphertext, bound to no row. */
export function anUnboundCiphertext(text: string): Buffer<ArrayBuffer> {
  const [key] = keySettings.ENCRYPTION_KEYS;
  if (!key) throw new Error('no key');
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key.secret, nonce);
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([Buffer.from(`${key.id}:`), nonce, cipher.getAuthTag(), body]);
}
