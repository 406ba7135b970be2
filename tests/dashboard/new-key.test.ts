import { describe, expect, test } from 'vitest';
import { paths } from '#app/paths.ts';
import { listKeysWithSecrets } from '#domain/identity/api-keys/user-keys.ts';
import { prisma } from '#platform/db.ts';
import { sharedWeb } from '../harness/shared-web.ts';
import { aMemberOfBothModes } from '../support/both-modes.ts';
import { signedInLongAgo } from '../support/old-sign-in.ts';

const web = await sharedWeb();

describe('the page that follows the creation of a key', () => {
  const screens = ['home', 'manage-api'] as const;

  async function aCreator() {
    const { visitor, userId } = await aMemberOfBothModes(web.url);
    const created = await visitor.post(paths.dashboard('new-api'), {
      ...{ name: 'Orders', mode: 'live', mayOtp: 'on' },
    });
    const key = (await listKeysWithSecrets(userId)).find(({ name }) => name === 'Orders');
    return { visitor, userId, created, key: key as NonNullable<typeof key> };
  }

  test('shows the key’s secret only once, on Home and on Manage API', async () => {
    const { visitor, created, key } = await aCreator();
    const { html } = await visitor.follow(created);
    expect(html).toContain('Orders is ready');
    expect(html).toContain(key.secretKey);
    for (const screen of screens) {
      const page = await visitor.get(paths.dashboard(screen, { created: key._id }));
      expect([screen, page.html.includes(key.secretKey)]).toEqual([screen, true]);
      const later = await visitor.get(paths.dashboard(screen));
      expect([screen, later.html.includes(key.secretKey)]).toEqual([screen, false]);
    }
  });

  test('shows the secret neither after five minutes, nor to a sign-in older than 15 minutes, nor to another user', async () => {
    const { visitor, userId, key } = await aCreator();
    const shows = async (who = visitor) =>
      (await who.get(paths.dashboard('home', { created: key._id }))).html.includes(key.secretKey);
    expect(await shows((await aMemberOfBothModes(web.url)).visitor)).toBe(false);
    await prisma.credential.update({
      where: { id: key._id },
      data: { createdAt: new Date(Date.now() - 6 * 60_000) },
    });
    expect(await shows()).toBe(false);
    await prisma.credential.update({ where: { id: key._id }, data: { createdAt: new Date() } });
    expect(await shows()).toBe(true);
    await signedInLongAgo(userId);
    expect(await shows()).toBe(false);
  });
});
