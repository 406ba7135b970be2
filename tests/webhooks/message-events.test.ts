import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';
import { getMessage } from '#domain/messaging/messages/find-messages.ts';
import { messageWithTimelineOutput } from '#domain/messaging/messages/outputs.ts';
import { changeEndpoint } from '#domain/webhooks/endpoints/change-endpoint.ts';
import { prisma } from '#platform/db.ts';
import { until } from '../harness/until.ts';
import { aReceiver } from '../harness/webhook-receiver.ts';
import { anAccount } from '../support/account.ts';
import {
  acceptTestMessage,
  recordTestAttempt,
  recordTestReceipts,
  toCaller,
} from '../support/message-fixtures.ts';
import { anEndpoint, asOwner, startDispatcher } from '../support/webhooks.ts';

const now = () => new Date();

const viewerOf = ({ userId, keyId }: { userId: string; keyId: string }) =>
  ({ userId, id: keyId, way: 'api', clientAddress: '127.0.0.1', device: null }) as const;

test('each state of a delivered message posts the body of GET /messages/{id}, signed as Standard Webhooks defines', async () => {
  const caller = await toCaller(await anAccount());
  const receiver = await aReceiver();
  const endpoint = await anEndpoint(caller.userId, receiver.url);
  const dispatcher = await startDispatcher();
  const message = await acceptTestMessage(caller, now());
  await recordTestAttempt(message, 'sent');
  const viewer = viewerOf(caller);
  const whenSent = await getMessage(viewer, message.id);
  await recordTestReceipts(message, 'delivered', 1_000);
  const whenDelivered = await getMessage(viewer, message.id);
  expect(whenDelivered).toMatchObject({ status: 'delivered', version: 2 });

  dispatcher.wake(endpoint, caller);
  await until('both are posted', () => receiver.received.length === 2);
  const [sent, delivered] = receiver.received.toSorted(
    (a, b) => a.payload.data.version - b.payload.data.version,
  );
  expect(sent?.payload).toMatchObject({ type: 'message.sent', livemode: true, data: whenSent });
  expect(delivered?.payload).toMatchObject({
    type: 'message.delivered',
    timestamp: whenDelivered.settledAt,
    data: whenDelivered,
  });
  for (const { body, headers, payload } of receiver.received) {
    expect(new Webhook(endpoint.secret).verify(body, headers as Record<string, string>)).toEqual(
      payload,
    );
    messageWithTimelineOutput.strict().parse(payload.data);
  }
  await until('both are recorded', async () => {
    const rows = await prisma.webhookEvent.findMany({ where: { userId: caller.userId } });
    return rows.every(({ state, attempts }) => state === 'delivered' && attempts === 1);
  });
  expect(await prisma.queuedWebhookEvent.count({ where: { userId: caller.userId } })).toBe(0);
  expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(2);
});

test('if a message’s receipt arrived before the message was recorded as sent, the event `sent` does not contain the receipt', async () => {
  const caller = await toCaller(await anAccount());
  const receiver = await aReceiver();
  const endpoint = await anEndpoint(caller.userId, receiver.url);
  const dispatcher = await startDispatcher();
  const message = await acceptTestMessage(caller, now());
  await recordTestAttempt(message, 'sent');
  const whenSent = await getMessage(viewerOf(caller), message.id);
  await recordTestReceipts(message, 'delivered', 0);
  const whenDelivered = await getMessage(viewerOf(caller), message.id);
  expect(whenDelivered.settledAt).toBe(whenDelivered.createdAt);
  dispatcher.wake(endpoint, caller);
  await until('both are posted', () => receiver.received.length === 2);
  const dataOf = (type: string) =>
    receiver.received.find(({ payload }) => payload.type === type)?.payload.data;
  expect(dataOf('message.sent')).toEqual(whenSent);
  expect(dataOf('message.delivered')).toEqual(whenDelivered);
});

test('an endpoint gets only events of its account, and only those with the types and API IDs to which it subscribes', async () => {
  const caller = await toCaller(await anAccount());
  const stranger = await anAccount();
  const receiver = await aReceiver();
  const subscribed = await anEndpoint(caller.userId, `${receiver.url}/subscribed`, {
    types: ['message.failed'],
    api_ids: [caller.keyId],
  });
  await anEndpoint(caller.userId, receiver.url, { types: ['message.delivered'] });
  await anEndpoint(caller.userId, receiver.url, { api_ids: ['dk_another'] });
  await anEndpoint(caller.userId, receiver.url, { enabled: false });
  await anEndpoint(stranger.userId, receiver.url);
  const message = await acceptTestMessage(caller, now());
  await recordTestAttempt(message, 'failed');
  const events = await prisma.webhookEvent.findMany({ where: { subjectId: message.id } });
  expect(events).toMatchObject([
    { endpointId: subscribed._id, userId: caller.userId, type: 'message.failed', version: 1 },
  ]);
});

test('no event contains a text that was erased, and events to an endpoint that excludes texts never contain a text', async () => {
  const caller = await toCaller(await anAccount());
  const receiver = await aReceiver();
  const all = await anEndpoint(caller.userId, receiver.url);
  const bare = await anEndpoint(caller.userId, receiver.url, { includes_text: false });
  const dispatcher = await startDispatcher();
  const message = await acceptTestMessage(caller, now());
  await recordTestAttempt(message, 'sent');
  dispatcher.wake(bare, caller);
  await until('it is posted', () => receiver.received.length === 1);
  expect(receiver.received[0]?.payload.data).toMatchObject({ _id: message.id, content: null });
  await prisma.message.updateMany({
    where: { id: message.id },
    data: { content: null, recipient: 'erased_1' },
  });
  dispatcher.wake(all, caller);
  await until('it is posted again', () => receiver.received.length === 2);
  expect(receiver.received[1]?.payload.data).toMatchObject({
    content: null,
    recipient: 'erased_1',
  });
  expect(receiver.received[1]?.body).not.toContain(message.recipient);
  expect(receiver.received[1]?.body).not.toContain(message.content ?? '-');
});

test('an inactive endpoint gets nothing, and its waiting events are posted when it is turned on again', async () => {
  const caller = await toCaller(await anAccount());
  const receiver = await aReceiver();
  const endpoint = await anEndpoint(caller.userId, receiver.url);
  const dispatcher = await startDispatcher();
  await recordTestAttempt(await acceptTestMessage(caller, now()), 'sent');
  await changeEndpoint(asOwner(caller.userId), endpoint._id, { enabled: false });
  await recordTestAttempt(await acceptTestMessage(caller, now()), 'sent');
  expect(await prisma.webhookEvent.count({ where: { userId: caller.userId } })).toBe(1);
  dispatcher.wake(endpoint, caller);
  await changeEndpoint(asOwner(caller.userId), endpoint._id, { enabled: true });
  dispatcher.wake(endpoint, caller);
  await until('it is posted', () => receiver.received.length === 1);
});
