import { expect, test } from 'vitest';
import { paths } from '#app/paths.ts';
import { prisma } from '#platform/db.server.ts';
import { aMemberOfBothModes, choose } from '../support/both-modes.ts';
import { sharedWeb } from '../support/shared-web.ts';

const web = await sharedWeb();

test('a new key is of the mode that is shown, unless the address or the form says otherwise', async () => {
  const { visitor, userId } = await aMemberOfBothModes(web.url);
  const form = paths.dashboard('new-api');
  const isTicked = async (address: string) =>
    /<input[^>]*name="isTest"[^>]*>/
      .exec((await visitor.get(address)).html)?.[0]
      .includes('checked');
  for (const [chosen, ticked] of [
    ['live', false],
    ['test', true],
  ] as const) {
    await choose(visitor, chosen);
    expect(await isTicked(form)).toBe(ticked);
    expect(await isTicked(paths.newKey(true))).toBe(false);
    expect(await isTicked(paths.newKey(false))).toBe(true);
    expect(await isTicked(`${form}?mode=both`)).toBe(ticked);
  }
  await visitor.post(form, { name: 'Live all the same', mayOtp: 'on' });
  const [key] = await prisma.credential.findMany({
    where: { userId, name: 'Live all the same' },
  });
  expect(key).toMatchObject({ livemode: true });
});
