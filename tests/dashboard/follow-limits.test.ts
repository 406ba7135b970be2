import { expect, onTestFinished, test } from 'vitest';
import { revokeAllSessions } from '#domain/identity/sessions/manage-sessions.ts';
import { databaseSettings, prisma } from '#platform/db.ts';
import { startRelay } from '../harness/breakable.ts';
import { startWeb, stopAfterTest } from '../harness/programs.ts';
import { sharedWeb } from '../harness/shared-web.ts';
import { until } from '../harness/until.ts';
import { aMember } from '../support/member.ts';
import { insertMessages } from '../support/messages.ts';

// The web server trusts one proxy, so that a test can use several client addresses.
const web = await sharedWeb({ TRUSTED_PROXIES: '1' });

/** Opens a stream. @returns the status, the text so far, and whether the stream has ended */
async function openStream(cookie: string, messageId: string, from = '192.0.2.1', at = web.url) {
  const leave = new AbortController();
  onTestFinished(() => leave.abort());
  const response = await fetch(`${at}/follow/${messageId}`, {
    headers: { cookie, 'x-forwarded-for': from },
    signal: leave.signal,
  });
  let received = '';
  let closed = false;
  const read = async () => {
    for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
      received += new TextDecoder().decode(chunk);
    }
  };
  void read()
    .catch(() => undefined)
    .finally(() => {
      closed = true;
    });
  return {
    status: response.status,
    retryAfter: response.headers.get('retry-after'),
    received: () => received,
    closed: () => closed,
    leave: () => leave.abort(),
  };
}

async function aSender(at = web.url) {
  const { userId, cookie } = await aMember(at);
  const [messageId = ''] = await insertMessages(userId, [{ state: 'queued' }]);
  return { userId, messageId, open: (from?: string) => openStream(cookie(), messageId, from, at) };
}

test('if one session requests 300 streams, five are open and share one query at a time, and streams of other sessions are not delayed', async () => {
  const database = new URL(databaseSettings.DATABASE_URL);
  let looks = 0;
  const relay = await startRelay(Number(database.port), (sent) => {
    // PostgreSQL's Bind message has a length and an empty portal name before the name of the statement.
    looks += sent.toString('latin1').split('\0read-followed\0').length - 1;
  });
  database.port = String(relay.port);
  const relayed = await stopAfterTest(startWeb({ DATABASE_URL: database.href }));
  const attacker = await aSender(relayed.url);
  const neighbour = await aSender(relayed.url);
  const began = performance.now();
  const opened = await Promise.all(Array.from({ length: 300 }, () => attacker.open()));
  const served = opened.filter(({ status }) => status === 200);
  const refused = opened.filter(({ status }) => status === 429);

  const mine = await neighbour.open();
  for (const state of ['submitting', 'sent', 'unknown', 'submitting', 'sent', 'unknown'] as const) {
    const lengthBefore = mine.received().length;
    await prisma.message.update({ where: { id: neighbour.messageId }, data: { state } });
    await until(`${state} is shown`, () =>
      mine.received().slice(lengthBefore).includes(`"${state}"`),
    );
  }
  const seconds = (performance.now() - began) / 1_000;

  expect(served).toHaveLength(5);
  expect(refused).toHaveLength(295);
  expect(refused[0]?.retryAfter).toBe('60');
  // Each of the six streams runs one query when it starts. After that, one query every 400 ms serves all six streams.
  expect(looks).toBeGreaterThan(6);
  expect(looks).toBeLessThanOrEqual(6 + seconds / 0.4 + 1);
});

test('a network gets at most twenty streams over all accounts that use it, independently of other networks', async () => {
  const senders = await Promise.all(Array.from({ length: 24 }, () => aSender()));
  // All addresses of an IPv6 network share a limit.
  const opened = await Promise.all(senders.map(({ open }, i) => open(`2001:db8:7:7::${i + 1}`)));
  expect(opened.filter(({ status }) => status === 200)).toHaveLength(20);
  const refused = opened.filter(({ status }) => status === 429);
  expect(refused).toHaveLength(4);
  expect(refused[0]?.retryAfter).toBe('60');
  const [first] = senders;
  expect((await first?.open('2001:db8:7:8::1'))?.status).toBe(200);
});

test('a slot is released when the browser or the server ends the stream', async () => {
  const { messageId, open } = await aSender();
  const streams = await Promise.all(Array.from({ length: 5 }, () => open()));
  expect((await open()).status).toBe(429);
  streams[0]?.leave();
  await until('the place of who left is free', async () => (await open()).status === 200);
  await prisma.message.update({ where: { id: messageId }, data: { state: 'failed' } });
  await until('all have ended', () => streams.every(({ closed }) => closed()));
  expect((await open()).status).toBe(200);
});

test('a stream ends when its user signs out or the session expires', async () => {
  const user = await aMember(web.url);
  const [messageId = ''] = await insertMessages(user.userId, [{ state: 'queued' }]);
  const first = await openStream(user.cookie(), messageId);
  await user.visitor.post('/logout', {});
  await until('sign-out ends it', first.closed);
  expect(first.received()).toMatch(/event: end\ndata:\n\n$/);

  const other = await aSender();
  const second = await other.open();
  await prisma.session.updateMany({
    where: { userId: other.userId },
    data: { expiresAt: new Date(Date.now() - 1_000) },
  });
  await until('the end of the session ends it', second.closed);

  const third = await aSender();
  const stream = await third.open();
  await revokeAllSessions(third.userId);
  await until('signing out everywhere ends it', stream.closed);
});

test('a message id that the database rejects does not end other streams', async () => {
  const neighbour = await aSender();
  const stream = await neighbour.open();
  const { cookie } = await aMember(web.url);
  for (const id of ['a%00b', '%ED%A0%80', 'x'.repeat(500)]) {
    expect([400, 404]).toContain((await openStream(cookie(), id)).status);
  }
  await prisma.message.update({ where: { id: neighbour.messageId }, data: { state: 'sent' } });
  await until('the neighbour is shown the next state', () => stream.received().includes('"sent"'));
});

test('a HEAD request takes no slot', async () => {
  const { userId, cookie } = await aMember(web.url);
  const [messageId = ''] = await insertMessages(userId, [{ state: 'queued' }]);
  const headers = { cookie: cookie(), 'x-forwarded-for': '192.0.2.9' };
  for (let i = 0; i < 7; i += 1) {
    const { status } = await fetch(`${web.url}/follow/${messageId}`, { method: 'HEAD', headers });
    expect(status).toBe(405);
  }
  expect((await openStream(cookie(), messageId, '192.0.2.9')).status).toBe(200);
});
