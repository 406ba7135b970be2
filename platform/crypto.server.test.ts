import { createCipheriv, randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { decrypt, encrypt, keyedHash, keyedHashes, sameHash } from './crypto.server.ts';
import { encryptedColumn } from './encrypted-column.server.ts';
import { env } from './env.ts';

test('what is encrypted is read again, and is never the same twice', () => {
  expect(decrypt(encrypt('नमस्ते 482913', 'here'), 'here')).toBe('नमस्ते 482913');
  expect(encrypt('482913', 'here').equals(encrypt('482913', 'here'))).toBe(false);
});

test('a ciphertext that was changed in any octet is not read', () => {
  const encrypted = encrypt('482913', 'here');
  for (let i = 0; i < encrypted.length; i++) {
    const changed = Buffer.from(encrypted);
    changed[i] = (changed[i] ?? 0) ^ 1;
    expect(() => decrypt(changed, 'here')).toThrow();
  }
});

test('a ciphertext is read in its own place alone', () => {
  expect(() => decrypt(encrypt('482913', 'here'), 'there')).toThrow();
  const named = { table: 'otps', column: 'code_sealed' };
  const codes = encryptedColumn({ ...named, kind: 'otp-code' });
  expect(codes.decrypt('otp_1', codes.encrypt('otp_1', '482913'))).toBe('482913');
  expect(() => codes.decrypt('otp_2', codes.encrypt('otp_1', '482913'))).toThrow();
  const others = encryptedColumn({ ...named, kind: 'api-key' });
  expect(() => others.decrypt('otp_1', codes.encrypt('otp_1', '482913'))).toThrow();
});

test('a ciphertext of the time before they were bound is read from a column, and from nowhere else', () => {
  const [key] = env.ENCRYPTION_KEYS;
  if (!key) throw new Error('no key');
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key.secret, nonce);
  const body = Buffer.concat([cipher.update('482913', 'utf8'), cipher.final()]);
  const unbound = Buffer.concat([Buffer.from(`${key.id}:`), nonce, cipher.getAuthTag(), body]);

  const column = encryptedColumn({ table: 'otps', column: 'code_sealed', kind: 'otp-code' });
  expect(column.decrypt('otp_1', unbound)).toBe('482913');
  expect(() => decrypt(unbound, 'otp-code|otp_1')).toThrow('not bound');
  // Nor does a bound one become an unbound one by leaving its version out.
  const stripped = column.encrypt('otp_1', '482913').subarray(1);
  expect(() => column.decrypt('otp_1', stripped)).toThrow();
});

test('a key that is not in the ring is named', () => {
  const foreign = Buffer.concat([Buffer.from('\x01other:'), randomBytes(40)]);
  expect(() => decrypt(foreign, 'here')).toThrow("No encryption key has the id 'other'");
});

test('hashes of one secret for two purposes differ', () => {
  expect(sameHash(keyedHash('otp', 'a'), keyedHash('api-key', 'a'))).toBe(false);
  expect(sameHash(keyedHash('otp', 'a'), keyedHash('otp', 'a'))).toBe(true);
  expect(sameHash(keyedHash('otp', 'a'), Buffer.alloc(1))).toBe(false);
});

test('a secret is hashed under the first key, and looked for under all', () => {
  const [key] = env.HASH_KEY;
  expect(keyedHashes('otp', 'a')).toEqual([keyedHash('otp', 'a', key)]);
  env.HASH_KEY.unshift('a newer key of more than 32 characters');
  try {
    expect(keyedHashes('otp', 'a')).toEqual([keyedHash('otp', 'a'), keyedHash('otp', 'a', key)]);
    expect(sameHash(keyedHash('otp', 'a'), keyedHash('otp', 'a', key))).toBe(false);
  } finally {
    env.HASH_KEY.shift();
  }
});
