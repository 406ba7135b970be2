import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { paths } from '#app/paths.ts';
import { addressColumn } from '#domain/notifications/channels/manage-channels.ts';
import { requestNotifications } from '#domain/notifications/channels/request-notifications.ts';
import { prisma } from '#platform/db.ts';
import { newId } from '#platform/ids.ts';
import { carrierConfig, carriers, startSmsc } from '../harness/product.ts';
import { startWorker, stopAfterTest } from '../harness/programs.ts';
import { sharedWeb } from '../harness/shared-web.ts';
import { until } from '../harness/until.ts';
import { aUser } from '../support/account.ts';
import { joinText, signedIn } from '../support/signed-in.ts';

const allowed = { WEBHOOK_ALLOW: '127.0.0.1' };

async function aWorker() {
  const smsc = await startSmsc();
  return stopAfterTest(startWorker({ ...carriers(carrierConfig('first', smsc)), ...allowed }));
}

/**
 * A server with webhooks that accept messages but respond only after `answer` is called. The last part of an address
 * names the webhook. The server starts after the worker and therefore closes before the worker does, so the stopping
 * worker need not wait for responses.
 */
async function slowWebhooks() {
  const waiting = new Map<string, Set<ServerResponse>>();
  let closed = 0;
  let answers = false;
  let most = 0;
  const server = createServer((request, response) => {
    const of = waiting.get(request.url ?? '') ?? new Set();
    waiting.set(request.url ?? '', of.add(response));
    most = Math.max(most, of.size);
    request.resume();
    response.on('close', () => {
      of.delete(response);
      closed += 1;
    });
    if (answers) response.end('ok');
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const open = () => [...waiting.values()].flatMap((of) => [...of]);
  return {
    address: (name: string) => `http://127.0.0.1:${port}/${name}`,
    open: () => open().length,
    closed: () => closed,
    mostOfOne: () => most,
    answer() {
      answers = true;
      for (const response of open()) response.end('ok');
    },
  };
}

/** Shortens the worker's timeout for responses from ten seconds to two. */
function shortenTimeouts() {
  const { setTimeout } = globalThis;
  const shortened = (run: () => void, ms?: number, ...given: []) =>
    setTimeout(run, ms === 10_000 ? 2_000 : ms, ...given);
  const spied = vi
    .spyOn(globalThis, 'setTimeout')
    .mockImplementation(shortened as typeof setTimeout);
  onTestFinished(() => spied.mockRestore());
}

/** A user whose notifications go to one address. */
async function aUserAt(kind: 'sms' | 'slack', address: string, timeouts = 0) {
  const user = await aUser();
  const { userId, email } = user;
  const id = newId('chn');
  const addressEncrypted = addressColumn.encrypt({ id, userId }, address);
  await prisma.notificationChannel.create({
    data: { id, userId, kind, hint: 'there', addressEncrypted, confirmedAt: new Date(), timeouts },
  });
  await prisma.settings.create({ data: { userId, [kind]: true } });
  return {
    ...user,
    notify: async (count = 1) => {
      for (let i = 0; i < count; i += 1) await requestNotifications('password_changed', email);
    },
    rows: () => prisma.notification.findMany({ where: { userId }, orderBy: { id: 'asc' } }),
    channel: () => prisma.notificationChannel.findUniqueOrThrow({ where: { id } }),
  };
}

const allSent = async ({ rows }: Pick<Awaited<ReturnType<typeof aUserAt>>, 'rows'>) =>
  (await rows()).every(({ state }) => state === 'sent');

test('hanging webhooks do not delay an SMS', async () => {
  await aWorker();
  const slow = await slowWebhooks();
  const users = await Promise.all(
    Array.from({ length: 15 }, (_, i) => aUserAt('slack', slow.address(`user${i}`))),
  );
  await Promise.all(users.map(({ notify }) => notify(4)));
  await until('all slots for Slack are taken', () => slow.open() === 20);
  const other = await aUserAt('sms', '+919876543999');
  await other.notify();
  await until('the SMS is accepted', () => allSent(other));
  // None of the earlier requests has reached its timeout of 10 s.
  expect(slow.closed()).toBe(0);
  expect(slow.open()).toBe(20);
});

test('each user has at most two concurrent sends to Slack, and all messages arrive', async () => {
  await aWorker();
  const [slow, quick] = [await slowWebhooks(), await slowWebhooks()];
  quick.answer();
  const user = await aUserAt('slack', slow.address('one'));
  await user.notify(4);
  await until('two are under way', () => slow.open() === 2);
  const other = await aUserAt('slack', quick.address('two'));
  await other.notify();
  await until('the other is sent', () => allSent(other));
  expect([slow.closed(), slow.mostOfOne()]).toEqual([0, 2]);
  slow.answer();
  await until('all are sent', () => allSent(user));
  expect(slow.mostOfOne()).toBe(2);
});

test('a webhook that has timed out three times in a row is paused for an hour, and then tried again', async () => {
  shortenTimeouts();
  const [web] = await Promise.all([sharedWeb(), aWorker()]);
  const slow = await slowWebhooks();
  const [first, third] = await Promise.all([
    aUserAt('slack', slow.address('first')),
    aUserAt('slack', slow.address('third'), 2),
  ]);
  await Promise.all([first.notify(), third.notify()]);
  const reason = 'The server did not answer in time.';
  await until('both ran into the limit', async () =>
    [...(await first.rows()), ...(await third.rows())].every((row) => row.reason === reason),
  );
  expect(await first.channel()).toMatchObject({ timeouts: 1, pausedUntil: null });
  const { pausedUntil } = await third.channel();
  expect(Number(pausedUntil) - Date.now()).toBeGreaterThan(3_590_000);

  await third.notify();
  const waits = async () => (await third.rows())[1]?.dueAt.getTime() === pausedUntil?.getTime();
  await until('the next one waits for the end of the pause', waits);
  expect((await third.rows())[1]).toMatchObject({ state: 'queued', attempts: 0 });
  const visitor = await signedIn(web.url, third);
  expect(joinText(await visitor.get(paths.dashboard('settings')))).toContain('Paused until');

  slow.answer();
  const where = { userId_kind: { userId: third.userId, kind: 'slack' as const } };
  await prisma.notificationChannel.update({ where, data: { pausedUntil: new Date() } });
  await third.notify();
  await until('it is sent', async () => (await third.rows())[2]?.state === 'sent');
  expect(await third.channel()).toMatchObject({ timeouts: 0, pausedUntil: null });
});
