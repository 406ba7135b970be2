import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { decrypt, encrypt, keyedHash, keyedHashes, sameHash } from './crypto.ts';
import { encryptedColumn } from './encrypted-column.ts';
import { keySettings } from './key-ring.ts';

test('decrypts its own ciphertexts, and encrypts the same value differently each time', () => {
  expect(decrypt(encrypt('नमस्ते 482913', 'here'), 'here')).toBe('नमस्ते 482913');
  expect(encrypt('482913', 'here').equals(encrypt('482913', 'here'))).toBe(false);
});

test('a ciphertext in which any octet was changed cannot be decrypted', () => {
  const encrypted = encrypt('482913', 'here');
  for (let i = 0; i < encrypted.length; i++) {
    const changed = Buffer.from(encrypted);
    changed[i] = (changed[i] ?? 0) ^ 1;
    expect(() => decrypt(changed, 'here')).toThrow();
  }
});

const named = { table: 'otps', column: 'encrypted_code' };
const codes = encryptedColumn({ ...named, kind: 'otp-code' });
const row = { id: 'otp_1', userId: 'usr_1' };

test('a ciphertext can be decrypted only for its own row, user and kind of value', () => {
  expect(() => decrypt(encrypt('482913', 'here'), 'there')).toThrow();
  const encrypted = codes.encrypt(row, '482913');
  expect(codes.decrypt(row, encrypted)).toBe('482913');
  expect(() => codes.decrypt({ ...row, id: 'otp_2' }, encrypted)).toThrow();
  expect(() => codes.decrypt({ ...row, userId: 'usr_2' }, encrypted)).toThrow();
  const others = encryptedColumn({ ...named, kind: 'api-key' });
  expect(() => others.decrypt(row, encrypted)).toThrow();
});

test('a ciphertext without its version cannot be decrypted', () => {
  expect(() => codes.decrypt(row, codes.encrypt(row, '482913').subarray(1))).toThrow('not bound');
});

test('the error names the missing key of a ciphertext', () => {
  const foreign = Buffer.concat([Buffer.from('\x01other:'), randomBytes(40)]);
  expect(() => decrypt(foreign, 'here')).toThrow("No encryption key has the id 'other'");
});

test('hashes of the same secret for two purposes differ', () => {
  expect(sameHash(keyedHash('otp', 'a'), keyedHash('api-key', 'a'))).toBe(false);
  expect(sameHash(keyedHash('otp', 'a'), keyedHash('otp', 'a'))).toBe(true);
  expect(sameHash(keyedHash('otp', 'a'), Buffer.alloc(1))).toBe(false);
});

test('a secret is hashed with the first key, and looked up with all keys', () => {
  const [key] = keySettings.HASH_KEY;
  expect(keyedHashes('otp', 'a')).toEqual([keyedHash('otp', 'a', key)]);
  keySettings.HASH_KEY.unshift('a newer key of more than 32 characters');
  try {
    expect(keyedHashes('otp', 'a')).toEqual([keyedHash('otp', 'a'), keyedHash('otp', 'a', key)]);
    expect(sameHash(keyedHash('otp', 'a'), keyedHash('otp', 'a', key))).toBe(false);
  } finally {
    keySettings.HASH_KEY.shift();
  }
});
