import { expect, test } from 'vitest';
import { createKey } from '#domain/identity/api-keys/create-key.ts';
import { findApiKeyOwner } from '#domain/identity/api-keys/find-api-key-owner.ts';
import { rollKey } from '#domain/identity/api-keys/roll-key.ts';
import { updateKey } from '#domain/identity/api-keys/user-keys.ts';
import { prisma } from '#platform/db.ts';
import { aUser } from '../support/account.ts';

test.each(['email_change_undone', 'password_reset', null] as const)(
  'rolling an inactive key (turned off by: %s) gives no overlap, and its old secrets stay invalid when the key is turned on',
  async (offReason) => {
    const { userId } = await aUser();
    const key = await createKey({ userId, name: 'Shop' });
    const roll = () => rollKey({ userId, key: key.keyId, overlapHours: 24, from: '' });
    const ofThief = await roll();
    const off = { isActive: false, offReason };
    await prisma.credential.update({ where: { id: key._id }, data: off });
    const rolled = await roll();
    expect(rolled).toMatchObject({ ...off, oldSecretEndsAt: null });
    await updateKey(userId, key._id, { isActive: true });
    for (const old of [key, ofThief]) {
      await expect(findApiKeyOwner(old)).rejects.toMatchObject({ code: 'invalid_credentials' });
    }
    expect(await findApiKeyOwner(rolled)).toMatchObject({ userId, isActive: true });
    expect((await roll()).oldSecretEndsAt).not.toBeNull();
  },
);
