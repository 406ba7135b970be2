import { expect, test } from 'vitest';
import { paths } from '#app/paths.ts';
import { prisma } from '#platform/db.server.ts';
import { aMemberOfBothModes, choose, shownMode } from '../support/both-modes.ts';
import { insertMessages } from '../support/messages.ts';
import { sharedWeb } from '../support/shared-web.ts';
import { joinText } from '../support/signed-in.ts';

const web = await sharedWeb();

const other = (of: string) => `in this address is of ${of} mode`;

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

test('an address with a key of the other mode says so, and offers that mode', async () => {
  const { visitor, live, tests } = await aMemberOfBothModes(web.url);
  const screens = ['message', 'OTPVerification', 'api', 'messages'] as const;
  for (const [shown, hidden, key] of [
    ['live', 'test', tests],
    ['test', 'live', live],
  ] as const) {
    for (const screen of screens) {
      await choose(visitor, shown);
      const address = paths.dashboard(screen, { key: key.keyId });
      const { html } = await visitor.get(address);
      const text = joinText({ html });
      expect([screen, text.includes(other(hidden))]).toEqual([screen, true]);
      expect(text).toContain(`|Show ${hidden} mode|`);
      expect(html).toContain(`value="${address}"`);
      expect(shownMode(html)).toBe(shown);
      const { location } = await choose(visitor, hidden, address);
      expect(location).toBe(address);
      const there = await visitor.get(address);
      expect(joinText(there)).not.toContain('in this address');
      expect(there.html).toMatch(new RegExp(`<option[^>]*value="${key.keyId}"[^>]*selected`));
    }
  }
});

test('an address with a message of the other mode says so, and shows it in that mode', async () => {
  const { visitor, userId, tests } = await aMemberOfBothModes(web.url);
  const [id = ''] = await insertMessages(userId, [{ keyId: tests.keyId, livemode: false }]);
  await choose(visitor, 'live');
  const text = joinText(await visitor.get(paths.sent(id)));
  expect(text).toContain(other('test'));
  expect(text).not.toContain('Delivery status');
  await choose(visitor, 'test', paths.sent(id));
  const there = joinText(await visitor.get(paths.sent(id)));
  expect(there).not.toContain('in this address');
  expect(there).toContain('Delivery status');
});

test('a key of another account in the address is that of no mode', async () => {
  const [mine, theirs] = [await aMemberOfBothModes(web.url), await aMemberOfBothModes(web.url)];
  await choose(mine.visitor, 'live');
  for (const screen of ['message', 'OTPVerification', 'api'] as const) {
    const page = await mine.visitor.get(paths.dashboard(screen, { key: theirs.tests.keyId }));
    expect(joinText(page)).not.toContain('in this address');
  }
});
