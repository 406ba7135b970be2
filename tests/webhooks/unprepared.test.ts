import { expect, onTestFinished, test, vi } from 'vitest';
import type { RenderData } from '#domain/webhooks/contract.browser.ts';
import { prisma } from '#platform/db.ts';
import { logger } from '#platform/logger.ts';
import { aUser } from '../support/account.ts';
import { until } from '../support/until.ts';
import { aReceiver } from '../support/webhook-receiver.ts';
import {
  anEndpoint,
  insertEvents,
  makeDue,
  readEvent,
  startDispatcher,
} from '../support/webhooks.ts';

/** An account with an endpoint, and events of it. */
async function anAccount(count: number) {
  const user = await aUser();
  const receiver = await aReceiver();
  const endpoint = await anEndpoint(user.userId, receiver.url);
  const ids = await insertEvents(endpoint, user, count);
  return { user, endpoint, ids };
}

const isDelivered = async (id: string) => (await readEvent(id)).state === 'delivered';

const queued = (eventId: string) =>
  prisma.queuedWebhookEvent.findUniqueOrThrow({ where: { eventId } });

test('an event that cannot be rendered waits for its next attempt, and fails none that is rendered with it', async () => {
  const [poisoned, other] = [await anAccount(1), await anAccount(5)];
  const [bad = ''] = poisoned.ids;
  await prisma.$executeRaw`
    UPDATE webhook_events SET data = NULL, subject_id = 'msg_0' WHERE id = ANY (${[bad, ...other.ids]})`;
  let isMended = false;
  const renderData: RenderData = async (events) => {
    if (!isMended && events.some(({ id }) => id === bad)) throw new TypeError('no such field');
    return new Map(events.map(({ id }) => [id, { test: true }]));
  };
  const dispatcher = await startDispatcher({ renderData });
  dispatcher.wake(poisoned.endpoint, poisoned.user);
  dispatcher.wake(other.endpoint, other.user);
  for (const id of other.ids) await until('the others are delivered', () => isDelivered(id));

  await until('it waits', async () => (await queued(bad)).attempt === 1);
  const { dueAt } = await queued(bad);
  expect(dueAt.getTime()).toBeGreaterThan(Date.now());
  // No request was made, so there is no attempt in the log, and the endpoint counts as working.
  expect(await readEvent(bad)).toMatchObject({
    ...{ state: 'pending', attempts: 0, log: [] },
    lastError: 'The event could not be prepared: an error of Dakiya, which is logged.',
  });

  isMended = true;
  await makeDue(poisoned.endpoint._id);
  dispatcher.wake(poisoned.endpoint, poisoned.user);
  await until('it is delivered', () => isDelivered(bad));
});

/** Makes the secret of an endpoint one that cannot be decrypted. @returns what undoes that */
async function breakSecret({ _id: endpointId }: { _id: string }) {
  const secret = await prisma.webhookSecret.findFirstOrThrow({ where: { endpointId } });
  const change = (encryptedSecret: Uint8Array<ArrayBuffer>) =>
    prisma.webhookSecret.update({ where: { id: secret.id }, data: { encryptedSecret } });
  await change(new Uint8Array([1, 0, 0]));
  return () => change(secret.encryptedSecret);
}

test('events of an endpoint whose secret cannot be decrypted wait, and are posted once it can', async () => {
  const { user, endpoint, ids } = await anAccount(3);
  const mend = await breakSecret(endpoint);
  const dispatcher = await startDispatcher();
  dispatcher.wake(endpoint, user);
  for (const id of ids) {
    await until('it waits for its second attempt', async () => (await queued(id)).attempt === 1);
  }
  await mend();
  await makeDue(endpoint._id);
  dispatcher.wake(endpoint, user);
  for (const id of ids) await until('it is delivered', () => isDelivered(id));
});

test('many events that cannot be prepared are logged in one line, and delay no event of others', async () => {
  const [poisoned, other] = [await anAccount(50), await anAccount(1)];
  await breakSecret(poisoned.endpoint);
  const logged = vi.spyOn(logger, 'error').mockReturnValue();
  onTestFinished(() => logged.mockRestore());
  const dispatcher = await startDispatcher();
  dispatcher.wake(poisoned.endpoint, poisoned.user);
  const attempted = (count: number) =>
    until(`${count} are attempted`, async () => {
      const where = { endpointId: poisoned.endpoint._id, attempt: 1 };
      return (await prisma.queuedWebhookEvent.count({ where })) >= count;
    });
  await attempted(1);
  dispatcher.wake(other.endpoint, other.user);
  const [id = ''] = other.ids;
  await until('the other is delivered', () => isDelivered(id));
  const where = { endpointId: poisoned.endpoint._id, attempt: 0 };
  expect(await prisma.queuedWebhookEvent.count({ where })).toBeGreaterThan(0);
  await attempted(5);
  const lines = logged.mock.calls.map(([fields]) => fields);
  expect(lines).toMatchObject([{ endpointId: poisoned.endpoint._id, count: 1 }]);
});

test('an event that cannot be prepared for its last attempt fails, with the reason', async () => {
  const { user, endpoint, ids } = await anAccount(1);
  const [id = ''] = ids;
  await breakSecret(endpoint);
  await prisma.queuedWebhookEvent.update({ where: { eventId: id }, data: { attempt: 7 } });
  const dispatcher = await startDispatcher();
  dispatcher.wake(endpoint, user);
  await until('it has failed', async () => (await readEvent(id)).state === 'failed');
  expect(await readEvent(id)).toMatchObject({
    lastError: 'The event could not be prepared: an error of Dakiya, which is logged.',
  });
});
