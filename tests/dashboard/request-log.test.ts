import { expect, test } from 'vitest';
import { paths } from '#app/paths.ts';
import { defaultSettings } from '#domain/identity/settings/contract.browser.ts';
import { saveSettings } from '#domain/identity/settings/stored-settings.ts';
import { prisma } from '#platform/db.ts';
import { aFailedRequestRow } from '../support/failed-request-row.ts';
import { aMember } from '../support/member.ts';
import { invalidHtml } from '../support/parsed-page.ts';
import { sharedWeb } from '../support/shared-web.ts';
import { hrefTo } from '../support/visitor.ts';

const web = await sharedWeb();
const page = paths.requestLog();

const sentencesIn = (html: string) => [...html.matchAll(/>No (\d+)</g)].map(([, no]) => Number(no));

test('lists the account’s own entries newest first, page by page', async () => {
  const [{ userId, visitor }, other] = [await aMember(web.url), await aMember(web.url)];
  const at = Date.now() - 60_000;
  await prisma.failedRequest.createMany({
    data: Array.from({ length: 60 }, (_, no) =>
      aFailedRequestRow(no % 2 === 0 ? userId : other.userId, new Date(at + no), {
        message: `No ${no}`,
      }),
    ),
  });
  const first = await visitor.get(page);
  const own = Array.from({ length: 30 }, (_, i) => 58 - 2 * i);
  expect(sentencesIn(first.html)).toEqual(own.slice(0, 25));
  expect(await invalidHtml(first.html)).toEqual([]);
  const [, older = ''] = /href="([^"]*after=ref_[^"]*)"/.exec(first.html) ?? [];
  const second = await visitor.get(older.replaceAll('&amp;', '&'));
  expect(sentencesIn(second.html)).toEqual(own.slice(25));
  expect(second.html).toContain('Newest');
  // Another's place is a place in time, and shows one's own.
  const theirs = await prisma.failedRequest.findFirst({
    where: { userId: other.userId },
    orderBy: { id: 'asc' },
  });
  expect(sentencesIn((await visitor.get(paths.requestLog(theirs?.id))).html)).toEqual([0]);
});

test('says when there are none, when logging is off, and takes any nonsense', async () => {
  const { userId, visitor } = await aMember(web.url);
  expect((await visitor.get(page)).html).toContain('No API call with your keys failed');
  for (const after of ['%00', "ref_'--", 'msg_01KAF9V7Z5W3N8Q2R4T6Y8B0CD']) {
    expect((await visitor.get(paths.requestLog(after))).status).toBe(200);
  }
  await saveSettings(userId, { ...defaultSettings, errorLogging: false });
  expect((await visitor.get(page)).html).toContain('Error logging is off');
  expect((await visitor.get(paths.dashboard('messages'))).html).toContain(hrefTo(page));
});
