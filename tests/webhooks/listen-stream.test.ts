import { expect, onTestFinished, test } from 'vitest';
import { paths } from '#app/paths.ts';
import { revokeAllSessions } from '#domain/identity/sessions/manage-sessions.ts';
import { renderWebhookData } from '#domain/messaging/webhook-data.ts';
import { maxShown } from '#domain/webhooks/listening/contract.browser.ts';
import {
  positionAfter,
  readNewEvents,
  startListening,
  stopListening,
} from '#domain/webhooks/listening/manage-listener.ts';
import { prisma } from '#platform/db.ts';
import { startWeb, stopAfterTest } from '../harness/programs.ts';
import { sharedWeb } from '../harness/shared-web.ts';
import { until } from '../harness/until.ts';
import { aUser } from '../support/account.ts';
import { insertListened } from '../support/listened-events.ts';
import { aMember } from '../support/member.ts';
import { aVisitor } from '../support/visitor.ts';

const web = await sharedWeb();

/** A member who listens in live mode, and a function that opens streams. */
async function aListener(url = web.url) {
  const { userId, cookie, visitor } = await aMember(url);
  const key = { userId, livemode: true };
  await startListening(key);
  async function open(after: string | null = null, at = url, headers: Record<string, string> = {}) {
    const leave = new AbortController();
    onTestFinished(() => leave.abort());
    const response = await fetch(at + paths.webhookStream('live', after), {
      headers: { cookie: cookie(), ...headers },
      signal: leave.signal,
    });
    let received = '';
    let closed = false;
    const read = async () => {
      for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>)
        received += new TextDecoder().decode(chunk);
    };
    // Leaving the page aborts the stream, which rejects this promise.
    void read()
      .catch(() => undefined)
      .finally(() => {
        closed = true;
      });
    return {
      response,
      received: () => received,
      ids: () => [...received.matchAll(/"_id":"(evt_\w+)"/g)].map(([, id]) => id),
      closed: () => closed,
      leave: () => leave.abort(),
    };
  }
  return { key, userId, visitor, open };
}

test('a stream sends the events of its account as they occur, and a reconnecting browser gets the events it missed', async () => {
  const mine = await aListener();
  const stranger = await aListener();
  const [first = ''] = await insertListened(mine.key, 1);
  const stream = await mine.open();
  const strange = await stranger.open();
  expect(stream.response.headers.get('content-type')).toContain('text/event-stream');
  await until('what is there is sent', () => stream.ids().length === 1);
  const [second = ''] = await insertListened(mine.key, 1);
  await until('the next one is sent', () => stream.ids().length === 2);
  expect(stream.ids()).toEqual([first, second]);
  expect(stream.received()).toContain(`id: ${second}\n`);
  stream.leave();

  const minutesAgo = new Date(Date.now() - 120_000);
  const [older = ''] = await insertListened(mine.key, 1, { at: minutesAgo });
  const [third = ''] = await insertListened(mine.key, 1);
  const again = await mine.open(first, web.url, { 'last-event-id': second });
  await until('what was missed is sent', () => again.ids().includes(third));
  // Slightly older events are sent again, because they may have been committed later. The page shows each event once.
  expect(again.ids()).not.toContain(older);
  await insertListened(stranger.key, 1);
  await until('the stranger gets their own', () => strange.ids().length === 1);
  expect(again.ids()).toContain(third);
  expect(strange.ids()).not.toContain(third);
});

test('a stream resumes after the last received event when the web server restarts', async () => {
  const before = await stopAfterTest(startWeb());
  const { key, open } = await aListener(before.url);
  const [first = ''] = await insertListened(key, 1);
  const stream = await open();
  await until('it is sent', () => stream.ids().length === 1);
  await before.stop();
  await until('the stream has ended', stream.closed);
  expect(stream.received()).toMatch(/event: end\ndata:\n\n$/);
  const [second] = await insertListened(key, 1);
  const later = await open(first, web.url);
  await until('the rest is sent', () => later.ids().includes(second));
});

test('a stream sends the earlier events and then ends when the session ends or listening is stopped', async () => {
  const { key, open } = await aListener();
  const [id] = await insertListened(key, 1);
  await stopListening(key);
  const stream = await open();
  await until('it has ended', stream.closed);
  expect(stream.ids()).toEqual([id]);
  expect(stream.received()).toMatch(/event: end\ndata:\n\n$/);

  const other = await aListener();
  const [page, second] = [await other.open(), await other.open()];
  await revokeAllSessions(other.userId);
  await until('the end of the session ends both', () => page.closed() && second.closed());
  expect(page.received()).not.toContain('isOver');
});

test('the stream of a deleted listener reports the end of listening, so that the page does not reconnect', async () => {
  const { key, open } = await aListener();
  const stream = await open();
  await prisma.webhookListener.deleteMany({ where: key });
  await until('it has ended', stream.closed);
  expect(stream.received()).toBe('data: {"events":[],"isOver":true}\n\nevent: end\ndata:\n\n');
});

test('a HEAD request takes no stream slot', async () => {
  const { cookie } = await aMember(web.url);
  const headers = { cookie: cookie() };
  for (let i = 0; i < 5; i += 1) {
    const path = paths.webhookStream('live', null);
    const { status } = await fetch(web.url + path, { method: 'HEAD', headers });
    expect(status).toBe(405);
  }
});

test('visitors, unknown modes and an account’s third stream are rejected, and closing a page releases its slot', async () => {
  expect((await aVisitor(web.url).get(paths.webhookStream('live', null))).status).toBe(401);
  const { visitor, open } = await aListener();
  for (const mode of ['Live', 'x', '%00']) {
    expect([mode, (await visitor.get(`/webhook-stream/${mode}`)).status]).toEqual([
      mode,
      expect.toBeOneOf([400, 404]),
    ]);
  }
  const [first] = [await open(), await open('\u0000not an id')];
  const third = await open();
  expect([third.response.status, third.response.headers.get('retry-after')]).toEqual([429, '30']);
  first.leave();
  await until('a place is free', async () => (await open()).response.status === 200);
});

/** A listening account. `read` returns the ids of the account's events since the last call of `read`. */
async function aListeningAccount() {
  const { userId } = await aUser();
  const key = { userId, livemode: false };
  await startListening(key);
  const position = positionAfter(key, null);
  const read = async () => {
    const [found] = await readNewEvents([position], renderWebhookData);
    return found?.events.map(({ _id }) => _id);
  };
  return { key, position, read };
}

test('an event that is committed after a newer event is still read, and each event is read only once', async () => {
  const { key, read } = await aListeningAccount();
  const secondsAgo = (seconds: number) => new Date(Date.now() - seconds * 1_000);
  const [newer] = await insertListened(key, 1);
  expect(await read()).toEqual([newer]);
  const [late] = await insertListened(key, 1, { at: secondsAgo(10) });
  expect(await read()).toEqual([late]);
  expect(await read()).toEqual([]);
});

test('a stream reads only the newest events, so that a busy account costs no more than others', async () => {
  const { key, position, read } = await aListeningAccount();
  const many = await insertListened(key, 120);
  expect(await read()).toEqual(many.slice(-maxShown));
  expect(await read()).toEqual([]);
  for (let round = 0; round < 5; round += 1) {
    const more = await insertListened(key, 30);
    expect(await read()).toEqual(more);
    expect(position.seen.size).toBeLessThanOrEqual(maxShown);
  }
  expect(position.since > (many.at(-1) ?? '')).toBe(true);
});

test('one statement reads the events for many streams, in the order of the requests', async () => {
  const keys = await Promise.all(
    Array.from({ length: 3 }, async () => ({ userId: (await aUser()).userId, livemode: true })),
  );
  const [one, other, none] = keys as [(typeof keys)[0], (typeof keys)[0], (typeof keys)[0]];
  for (const key of [one, other]) await startListening(key);
  const [ofOther] = await insertListened(other, 1);
  const positions = [none, other, one, other].map((key) => positionAfter(key, null));
  const found = await readNewEvents(positions, renderWebhookData);
  expect(found.map((each) => each?.events.map(({ _id }) => _id))).toEqual([
    undefined,
    [ofOther],
    [],
    [ofOther],
  ]);
  await prisma.webhookListener.deleteMany({ where: one });
  const [gone] = await readNewEvents([positionAfter(one, null)], renderWebhookData);
  expect(gone).toBeNull();
});
