import { expect, test } from 'vitest';
import {
  attemptOutput,
  eventOutput,
  eventPayload,
  eventTypes,
  eventWithPayloadOutput,
  listEventsInput,
  maxEndpoints,
  recoverInput,
  recoveryOutput,
  sendTestInput,
} from '#domain/webhooks/contract.browser.ts';
import {
  changeEndpointInput,
  createdEndpointOutput,
  createEndpointInput,
  endpointOutput,
} from '#domain/webhooks/endpoint-contract.browser.ts';
import { changeEndpoint } from '#domain/webhooks/endpoints/change-endpoint.ts';
import { createEndpoint } from '#domain/webhooks/endpoints/create-endpoint.ts';
import { listEndpoints, turnOffEndpoints } from '#domain/webhooks/endpoints/manage-endpoints.ts';
import { rotateSigningSecret } from '#domain/webhooks/endpoints/rotate-secret.ts';
import { getEvent, listAttempts, listEvents } from '#domain/webhooks/log/read-events.ts';
import { listRecoveries, recoverEvents } from '#domain/webhooks/log/recover-events.ts';
import { sendTestEvent } from '#domain/webhooks/log/replay-event.ts';
import { prisma, transaction } from '#platform/db.ts';
import { until } from '../harness/until.ts';
import { aReceiver } from '../harness/webhook-receiver.ts';
import { aUser } from '../support/account.ts';
import { anEndpoint, asOwner, startDispatcher } from '../support/webhooks.ts';

const nothing = async () => new Map();

test('the functions of the contract return exactly the declared shapes', async () => {
  const { userId } = await aUser();
  const receiver = await aReceiver();
  const endpoint = createdEndpointOutput.strict().parse(await anEndpoint(userId, receiver.url));
  const { _id } = endpoint;
  const changes = changeEndpointInput.parse({ description: 'Orders', max_per_second: 50 });
  const changed = endpointOutput
    .strict()
    .parse(await changeEndpoint(asOwner(userId), _id, changes));
  expect(changed).toMatchObject({ description: 'Orders', maxPerSecond: 50, url: receiver.url });
  expect(await listEndpoints(userId)).toEqual([changed]);

  const { type } = sendTestInput.parse({});
  const event = eventOutput.strict().parse(await sendTestEvent(userId, _id, type, {}));
  const dispatcher = await startDispatcher();
  dispatcher.wake(endpoint, { userId });
  const delivered = await until('it is delivered', async () => {
    const found = await getEvent(userId, event._id, nothing);
    return found.status === 'delivered' ? found : null;
  });
  const { payload } = eventWithPayloadOutput.strict().parse(delivered);
  expect(eventPayload.strict().parse(receiver.received[0]?.payload)).toEqual(payload);
  const [attempt] = await listAttempts(userId, event._id);
  expect(attemptOutput.strict().parse(attempt)).toMatchObject({ status: 200, response: 'ok' });
  const { entries } = await listEvents(userId, listEventsInput.parse({}));
  expect(entries.map((entry) => eventOutput.strict().parse(entry)._id)).toEqual([event._id]);

  const span = recoverInput.parse({ since: new Date(Date.now() - 60_000).toISOString() });
  const recovery = recoveryOutput.strict().parse(await recoverEvents(userId, _id, span));
  expect(await listRecoveries(userId, _id)).toEqual([recovery]);
});

test('recovering an account turns off the endpoints whose URL was set after the given time', async () => {
  const { userId } = await aUser();
  const made = [];
  for (const url of ['https://a.example/', 'https://b.example/', 'https://c.example/']) {
    made.push(await anEndpoint(userId, url));
  }
  const [old, moved] = made.map(({ _id }) => _id);
  const since = new Date(Date.now() - 60_000);
  const urlSetAt = new Date(since.getTime() - 60_000);
  await prisma.webhookEndpoint.updateMany({
    where: { id: { in: [old ?? '', moved ?? ''] } },
    data: { urlSetAt },
  });
  await changeEndpoint(asOwner(userId), old ?? '', { url: 'https://a.example/', types: ['ping'] });
  await changeEndpoint(asOwner(userId), moved ?? '', { url: 'https://d.example/' });
  await transaction((tx) => turnOffEndpoints(userId, since, tx));
  const reasons = (await listEndpoints(userId)).map(({ disabledReason }) => disabledReason);
  expect(reasons).toEqual([null, 'account_recovered', 'account_recovered']);
});

test('after many rotations at most five secrets are used to sign', async () => {
  const { userId } = await aUser();
  const receiver = await aReceiver();
  const endpoint = await anEndpoint(userId, receiver.url);
  for (let i = 0; i < 8; i += 1) await rotateSigningSecret(userId, endpoint._id, 24);
  const dispatcher = await startDispatcher();
  await sendTestEvent(userId, endpoint._id, 'ping', {});
  dispatcher.wake(endpoint, { userId });
  await until('it is posted', () => receiver.received.length === 1);
  const signatures = String(receiver.received[0]?.headers['webhook-signature']).split(' ');
  expect(signatures.length).toBe(5);
});

test('the limit of endpoints per account is not exceeded, even by concurrent requests', async () => {
  const { userId } = await aUser();
  const input = createEndpointInput.parse({ url: 'https://hooks.example/' });
  const all = await Promise.allSettled(
    Array.from({ length: maxEndpoints + 3 }, () => createEndpoint(asOwner(userId), input)),
  );
  expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(maxEndpoints);
});

test('each event type has a description and a name that Standard Webhooks allows', () => {
  for (const [type, text] of Object.entries(eventTypes)) {
    expect(type).toMatch(/^[a-zA-Z0-9_]+(?:\.[a-zA-Z0-9_]+)*$/);
    expect(text).toMatch(/^[A-Z].+\.$/);
  }
});
