import { beforeEach, expect, test } from 'vitest';
import { paths } from '#app/paths.ts';
import { createKey } from '#domain/identity/api-keys/create-key.ts';
import { listKeys } from '#domain/identity/api-keys/user-keys.ts';
import { prisma } from '#platform/db.ts';
import { flushRedis } from '../harness/flush-redis.ts';
import { sharedWeb } from '../harness/shared-web.ts';
import { aMember } from '../support/member.ts';
import { signedInLongAgo } from '../support/old-sign-in.ts';

const web = await sharedWeb();
const manage = paths.dashboard('manage-api');

beforeEach(flushRedis);

/** A user with a key, whose last sign-in was more than 15 minutes ago. */
async function anOwner(isActive: boolean) {
  const member = await aMember(web.url);
  const { userId } = member;
  const key = await createKey({ userId, name: 'Shop' });
  await prisma.credential.updateMany({ where: { userId }, data: { isActive } });
  await signedInLongAgo(userId);
  return { ...member, key };
}

test.each([
  ['edit', '_id'],
  ['edit', 'keyId'],
  ['turn-on', '_id'],
  ['turn-on', 'keyId'],
] as const)(
  'the form %s, which names a key by its %s, turns the key on only after the password is entered',
  async (intent, by) => {
    const { visitor, user, userId, key } = await anOwner(false);
    const edited = { name: 'Store', isActive: 'on', shownActive: 'off' };
    const fields = { intent, key: key[by], ...(intent === 'edit' && edited) };
    expect((await visitor.post(manage, fields)).status).toBe(403);
    expect(await listKeys(userId)).toMatchObject([{ name: 'Shop', isActive: false }]);
    const done = await visitor.post(manage, { ...fields, confirmPassword: user.password });
    expect(done.status).toBe(302);
    expect(await listKeys(userId)).toMatchObject([{ isActive: true }]);
  },
);

test('an older sign-in can rename an active key and turn it off', async () => {
  const { visitor, userId, key } = await anOwner(true);
  const edit = { intent: 'edit', key: key.keyId, name: 'Store' };
  const stale = { ...edit, isActive: 'on', shownActive: 'off' };
  for (const fields of [stale, { ...edit, shownActive: 'on' }]) {
    const isActive = 'isActive' in fields;
    expect((await visitor.post(manage, fields)).status).toBe(302);
    expect(await listKeys(userId)).toMatchObject([{ name: 'Store', isActive }]);
  }
});
