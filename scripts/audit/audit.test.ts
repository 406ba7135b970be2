import { expect, test } from 'vitest';
import { audit } from './audit.ts';

const silent = async () => null;

test('a registry that does not answer fails the audit only where its answer is required', async () => {
  expect(await audit({ required: false }, silent)).toBe(false);
  await expect(audit({ required: true }, silent)).rejects.toThrow('AUDIT_REQUIRED=1');
});
