import { expect, test } from 'vitest';
import { defaultSettings } from '#domain/identity/settings/contract.browser.ts';
import { getSettings, saveSettings } from '#domain/identity/settings/stored-settings.ts';
import { purgeTexts } from '#domain/messaging/privacy/purge-messages.ts';
import { prisma } from '#platform/db.ts';
import { sharedWeb } from '../harness/shared-web.ts';
import { anAccount, aUser } from '../support/account.ts';
import { client } from '../support/client.ts';
import { insertMessages, messagesOf } from '../support/messages.ts';

const web = await sharedWeb();

const dayMs = 24 * 3_600_000;
const ago = (days: number) => new Date(Date.now() - days * dayMs);

const keepTextsFor = (userId: string, textRetentionDays: number | null) =>
  saveSettings(userId, { ...defaultSettings, textRetentionDays });

const chosenADayAgo = () =>
  prisma.settings.updateMany({ data: { textRetentionSetAt: new Date(Date.now() - dayMs - 1) } });

const textsOf = async (userId: string) =>
  (await messagesOf(userId)).map(({ content }) => content !== null);

test('if an account chooses a shorter retention, its older texts are deleted from the next day, and other accounts keep theirs', async () => {
  const [{ userId }, other] = [await anAccount(), await anAccount()];
  for (const id of [userId, other.userId]) {
    await insertMessages(id, [{ at: ago(11) }, { at: ago(9), state: 'sent' }]);
  }
  await keepTextsFor(userId, 10);
  expect(await purgeTexts()).toBe(0);
  await chosenADayAgo();
  expect(await purgeTexts()).toBe(1);
  expect(await textsOf(userId)).toEqual([false, true]);
  expect(await textsOf(other.userId)).toEqual([true, true]);
  expect((await messagesOf(userId))[0]).toMatchObject({ recipient: '+919876543210' });
});

test('a purge reads no message twice: if the retention is shortened, the purge continues from its last position', async () => {
  const { userId } = await anAccount();
  const ids = await insertMessages(userId, [{ at: ago(30) }, { at: ago(20) }, { at: ago(1) }]);
  await keepTextsFor(userId, 25);
  await chosenADayAgo();
  expect(await purgeTexts()).toBe(1);
  const until = async () => (await prisma.textPurge.findUnique({ where: { userId } }))?.purgedUntil;
  expect(await until()).toBe(ids[0]);
  // The purge does not look again at messages up to this position. So if the text of such a message is written again,
  // the purge does not delete it.
  await prisma.message.updateMany({ where: { userId }, data: { content: 'again' } });
  await keepTextsFor(userId, 7);
  await chosenADayAgo();
  expect(await purgeTexts()).toBe(1);
  expect(await textsOf(userId)).toEqual([true, false, true]);
  expect(await until()).toBe(ids[1]);
});

test('the text of a queued message is kept, regardless of its age', async () => {
  const { userId } = await anAccount();
  await insertMessages(userId, [{ at: ago(6), state: 'queued' }]);
  await keepTextsFor(userId, 1);
  await chosenADayAgo();
  expect(await purgeTexts()).toBe(0);
  expect(await textsOf(userId)).toEqual([true]);
});

test('the API can change the retention of messages and texts, and no other setting', async () => {
  const user = await aUser();
  const call = client(web.url, user);
  await saveSettings(user.userId, { ...defaultSettings, requestValidation: true });
  const first = await call.call('PATCH', '/retention', { body: { text_days: 30 } });
  expect(first.body.data).toEqual({
    ...{ messageDays: null, textDays: 30, leastMessageDays: 365, leastTextDays: 7, mostDays: 400 },
  });
  await call.call('PATCH', '/retention', { body: { message_days: 370 } });
  expect((await call.get('/retention')).body.data).toMatchObject({
    messageDays: 370,
    textDays: 30,
  });
  expect(await getSettings(user.userId)).toMatchObject({ requestValidation: true });
  const wrong: [Record<string, unknown>, string | undefined][] = [
    [{ message_days: 364 }, 'message_days'],
    [{ message_days: 401 }, 'message_days'],
    [{ text_days: 6 }, 'text_days'],
    [{ text_days: 371 }, 'text_days'],
    [{ text_days: 1e9 }, 'text_days'],
    [{ text_days: '30' }, 'text_days'],
    [{}, undefined],
  ];
  for (const [body, param] of wrong) {
    const reply = await call.call('PATCH', '/retention', { body });
    expect([body, reply.status, reply.body.error?.param]).toEqual([body, 400, param]);
  }
  expect((await call.get('/retention')).body.data).toMatchObject({
    messageDays: 370,
    textDays: 30,
  });
});
