import { expect, test } from 'vitest';
import { keyedHash, sameHash, seal, unseal } from './crypto.server.ts';

test('what is sealed is read again, and is never the same twice', () => {
  expect(unseal(seal('नमस्ते 482913'))).toBe('नमस्ते 482913');
  expect(seal('482913').equals(seal('482913'))).toBe(false);
});

test('a sealed text that was changed in any octet is not read', () => {
  const sealed = seal('482913');
  for (let i = sealed.indexOf(':') + 1; i < sealed.length; i++) {
    const changed = Buffer.from(sealed);
    changed[i] = (changed[i] ?? 0) ^ 1;
    expect(() => unseal(changed)).toThrow();
  }
});

test('a key that is not in the ring is named', () => {
  const foreign = Buffer.concat([Buffer.from('other:'), seal('482913').subarray(4)]);
  expect(() => unseal(foreign)).toThrow("No encryption key has the id 'other'");
});

test('hashes of one secret for two purposes differ', () => {
  expect(sameHash(keyedHash('otp', 'a'), keyedHash('api-key', 'a'))).toBe(false);
  expect(sameHash(keyedHash('otp', 'a'), keyedHash('otp', 'a'))).toBe(true);
  expect(sameHash(keyedHash('otp', 'a'), Buffer.alloc(1))).toBe(false);
});
