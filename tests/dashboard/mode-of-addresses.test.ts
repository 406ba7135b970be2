import { expect, test } from 'vitest';
import { paths } from '#app/paths.ts';
import { prisma } from '#platform/db.ts';
import { aMemberOfBothModes, choose, shownMode } from '../support/both-modes.ts';
import { insertMessages } from '../support/messages.ts';
import { sharedWeb } from '../support/shared-web.ts';
import { joinText } from '../support/signed-in.ts';

const web = await sharedWeb();

const other = (of: string) => `in this address is of ${of} mode`;

test('a new key is live in live mode unless the address or the form says otherwise, and test mode asks', async () => {
  const { visitor, userId } = await aMemberOfBothModes(web.url);
  const form = paths.dashboard('new-api');
  const chosenIn = async (address: string) =>
    [...(await visitor.get(address)).html.matchAll(/<input[^>]*name="mode"[^>]*>/g)]
      .filter(([input]) => input.includes('type="radio"') && input.includes('checked'))
      .map(([input]) => /value="(\w+)"/.exec(input)?.[1]);
  for (const [shown, chosen] of [
    ['live', ['live']],
    ['test', []],
  ] as const) {
    await choose(visitor, shown);
    expect(await chosenIn(form)).toEqual(chosen);
    expect(await chosenIn(paths.newKey(true))).toEqual(['live']);
    expect(await chosenIn(paths.newKey(false))).toEqual(['test']);
    expect(await chosenIn(`${form}?mode=both`)).toEqual(chosen);
  }
  const unsaid = await visitor.post(form, { name: 'Which is it', mayOtp: 'on' });
  expect([unsaid.status, unsaid.html.includes('Please choose a live key or a test key')]).toEqual([
    ...[400, true],
  ]);
  await visitor.post(form, { name: 'Live all the same', mode: 'live', mayOtp: 'on' });
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
