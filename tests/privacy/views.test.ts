import { expect, test, vi } from 'vitest';
import { paths } from '#app/paths.ts';
import { listMessages, listWithoutTexts } from '#domain/messaging/messages/find-messages.ts';
import {
  listTextViews,
  purgeTextViews,
  recordTextViews,
  writeTextViews,
} from '#domain/messaging/text-views/record-text-views.ts';
import { prisma } from '#platform/db.ts';
import { timeOfId } from '#platform/ids.ts';
import { logger } from '#platform/logger.ts';
import { sharedWeb } from '../harness/shared-web.ts';
import { anAccount } from '../support/account.ts';
import { client } from '../support/client.ts';
import { aMember } from '../support/member.ts';
import { insertMessages } from '../support/messages.ts';
import { aViewer } from '../support/viewer.ts';

const web = await sharedWeb();

const viewsOf = async (userId: string) => (await listTextViews(userId, { limit: 100 })).entries;

test('a view by key, page or file is recorded before the reader gets the texts', async () => {
  const account = await anAccount();
  const { userId, visitor } = await aMember(web.url);
  const call = client(web.url, account);
  const at = new Date('2026-04-06T06:30:00Z');
  const [id = ''] = await insertMessages(account.userId, [{ at }, { content: null }]);
  await insertMessages(userId, [{ at }, {}]);
  expect((await call.get('/messages')).body.data).toHaveLength(2);
  const [byKey] = await viewsOf(account.userId);
  expect(byKey).toMatchObject({
    ...{ viewer: account.keyId, way: 'api', device: null, views: 1, texts: 1 },
    ...{ from: at.toISOString(), to: at.toISOString() },
  });
  expect((await call.get(`/messages/${id}`)).body.data._id).toBe(id);
  await visitor.get(paths.dashboard('messages'));
  await visitor.get('/messages.csv');
  const own = await viewsOf(userId);
  expect(own.map(({ way, texts }) => [way, texts]).sort()).toEqual([
    ['file', 2],
    ['page', 2],
  ]);
  expect(own.every(({ viewer }) => viewer.startsWith('ses_'))).toBe(true);
  expect((await call.get('/text-views')).body.data).toEqual(await viewsOf(account.userId));
});

test('a list without texts, a list of codes, and a request for another account’s message do not count as views', async () => {
  const { userId } = await anAccount();
  await insertMessages(userId, [{ content: null }]);
  await listMessages(aViewer(userId), { limit: 10 });
  await insertMessages(userId, [{}]);
  const { entries } = await listWithoutTexts(userId, { limit: 10 });
  expect(entries).toHaveLength(2);
  expect(JSON.stringify(entries)).not.toContain('Text ');
  const stranger = await aMember(web.url);
  const [theirs = ''] = (await prisma.message.findMany({ where: { userId } })).map(({ id }) => id);
  await stranger.visitor.get(paths.message(theirs));
  expect(await viewsOf(userId)).toEqual([]);
  expect(await viewsOf(stranger.userId)).toEqual([]);
});

test('repeated views are counted in one entry, with their oldest and newest message', async () => {
  const { userId } = await anAccount();
  const ids = ['msg_01KAF9V7Z5', 'msg_01KAF9V7Z4', 'msg_01KAF9V7Z6'];
  for (const _id of ids) await recordTextViews(aViewer(userId), [{ _id, content: 'a' }]);
  expect(await viewsOf(userId)).toMatchObject([{ views: 1, texts: 1 }]);
  await writeTextViews();
  const [entry] = await viewsOf(userId);
  expect(entry).toMatchObject({ views: 3, texts: 3 });
  const times = [entry?.from, entry?.to].map((time) => Date.parse(time ?? ''));
  expect(times).toEqual([timeOfId('msg_01KAF9V7Z4'), timeOfId('msg_01KAF9V7Z6')]);
});

test('a view that happens while views are written is counted by the next write, and no failure is logged', async () => {
  const { userId } = await anAccount();
  const warn = vi.spyOn(logger, 'warn');
  const view = () => recordTextViews(aViewer(userId), [{ _id: 'msg_01KAF9V7Z5', content: 'a' }]);
  await view();
  await view();
  const writing = writeTextViews();
  await view();
  await writing;
  expect(warn).not.toHaveBeenCalled();
  expect(await viewsOf(userId)).toMatchObject([{ views: 2 }]);
  await writeTextViews();
  expect(await viewsOf(userId)).toMatchObject([{ views: 3 }]);
});

test('concurrent views of one viewer by one access method share an entry', async () => {
  const { userId } = await anAccount();
  const messages = [{ _id: 'msg_01KAF9V7Z5W3N8Q2R4T6Y8B0CD', content: 'a' }];
  await Promise.all(
    Array.from({ length: 20 }, (_, no) =>
      recordTextViews(aViewer(userId, { id: `dk_${no % 2}` }), messages),
    ),
  );
  const entries = await viewsOf(userId);
  expect(entries.map(({ viewer, views }) => [viewer, views])).toEqual([
    ['dk_1', 10],
    ['dk_0', 10],
  ]);
});

test('paging through the views lists each entry once, and an invalid cursor gives the first page', async () => {
  const { userId } = await anAccount();
  await prisma.textView.createMany({
    // Views on the 30th, the 31st and the 1st.
    data: Array.from({ length: 7 }, (_, no) => ({
      ...{ userId, viewer: `dk_${no % 3}`, way: 'api' as const, clientAddress: '' },
      day: new Date(Date.UTC(2026, 9, 30 + Math.floor(no / 3))),
      ...{ firstAt: new Date(), lastAt: new Date(), views: 1, texts: 1 },
      ...{ oldestId: 'msg_01KAF9V7Z5', newestId: 'msg_01KAF9V7Z5' },
    })),
  });
  const seen: string[] = [];
  for (let after: string | undefined; ; ) {
    const { entries, next } = await listTextViews(userId, { limit: 2, after });
    seen.push(...entries.map(({ _id }) => _id));
    if (next === null) break;
    after = next;
  }
  expect(seen).toEqual((await viewsOf(userId)).map(({ _id }) => _id));
  expect(seen).toHaveLength(7);
  const nonsense = ['x', '9999-99-99.dk_1.api', '2026-02-31.dk_1.api', '0000-01-01.dk_1.api'];
  for (const after of [...nonsense, "2026-11-01.dk_'.api"]) {
    const { status, body } = await client(web.url, await anAccount()).get(
      `/text-views?after=${encodeURIComponent(after)}`,
    );
    expect([after, status, body.data]).toEqual([after, 200, []]);
  }
});

test('views are deleted after 400 days', async () => {
  const { userId } = await anAccount();
  const messages = [{ _id: 'msg_01KAF9V7Z5W3N8Q2R4T6Y8B0CD', content: 'a' }];
  await recordTextViews(aViewer(userId), messages);
  expect(await purgeTextViews()).toBe(0);
  const old = new Date(Date.now() - 402 * 24 * 3_600_000);
  await prisma.textView.updateMany({ where: { userId }, data: { day: old } });
  expect(await purgeTextViews()).toBe(1);
  expect(await viewsOf(userId)).toEqual([]);
});
