import { createSecretKey, KeyObject } from 'node:crypto';
import { z } from 'zod';
import { product } from '#product.ts';
import { defineSettings } from './settings.ts';

const encryptionId = 'dev';
const encryptionKey = `${product.slug}-development-encryption-key`.padEnd(32, '-').slice(0, 32);

/** Keys for development and tests. A process in production refuses to start with these keys. */
export const developmentKeys = {
  encryptionId,
  encryption: `${encryptionId}:${Buffer.from(encryptionKey).toString('base64')}`,
  hash: `${product.slug}-development-hash-key-not-for-production`,
};

/**
 * Parses `id:base64,id:base64 …`, a list of 32-byte keys. The first key encrypts and all keys decrypt, so that keys can be
 * rotated.
 */
const keyRingSchema = z.preprocess(
  (value) => (typeof value === 'string' ? value.split(',').map(parseKey) : value),
  z
    .array(
      z.object({
        id: z.string().regex(/^[a-z0-9]{1,16}$/, 'a key id is 1 to 16 of a-z and 0-9'),
        secret: z.custom<KeyObject>(
          (key) => key instanceof KeyObject && key.symmetricKeySize === 32,
          'a key is 32 bytes in base64',
        ),
      }),
    )
    .min(1)
    .refine(
      (keys) => new Set(keys.map(({ id }) => id)).size === keys.length,
      'an id is used twice',
    ),
);

/** Parses comma-separated keys. New hashes use the first key, and lookups try all keys. */
const hashKeysSchema = z
  .string()
  .transform((keys) => keys.split(',').map((key) => key.trim()))
  .pipe(
    z
      .array(z.string().min(32, 'a key has 32 characters or more'))
      .refine((keys) => new Set(keys).size === keys.length, 'a key is there twice'),
  );

/** Parses a key to a `KeyObject`, because Node 24 needs three times as long to encrypt with a key that is a buffer. */
function parseKey(text: string) {
  const [id = '', secret = ''] = text.trim().split(':');
  return { id, secret: createSecretKey(secret, 'base64') };
}

export const keySettings = defineSettings(
  {
    ENCRYPTION_KEYS: keyRingSchema.prefault(developmentKeys.encryption),
    HASH_KEY: hashKeysSchema.prefault(developmentKeys.hash),
  },
  {
    check: ({ ENCRYPTION_KEYS, HASH_KEY }, { isProduction }) => {
      if (!isProduction) return [];
      return [
        ...(HASH_KEY.includes(developmentKeys.hash)
          ? ['HASH_KEY: set your own in production']
          : []),
        ...(ENCRYPTION_KEYS.some(isDevelopmentKey)
          ? ['ENCRYPTION_KEYS: set your own in production']
          : []),
      ];
    },
  },
);

/** Whether a key is the development key, even if it has another id. */
function isDevelopmentKey({ id, secret }: { id: string; secret: KeyObject }): boolean {
  return (
    id === developmentKeys.encryptionId ||
    developmentKeys.encryption.endsWith(`:${secret.export().toString('base64')}`)
  );
}
