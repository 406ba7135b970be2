import { z } from 'zod';
import { testEventData } from '#app/webhooks/sample-event.server.ts';
import { deliveredExample } from '#domain/messaging/messages/outputs.ts';
import { renderWebhookDataFor } from '#domain/messaging/webhook-data/render-webhook-data.ts';
import { exampleValues } from '#domain/shared/example-values.browser.ts';
import { withIdempotency } from '#domain/shared/idempotency/saved-response.ts';
import {
  attemptOutput,
  eventOutput,
  eventPayload,
  eventWithPayloadOutput,
  listEventsInput,
  maxAttempts,
  maxPending,
  maxPerHour,
  recoverInput,
  recoveryOutput,
  retentionDays,
  sendTestInput,
} from '#domain/webhooks/contract.browser.ts';
import { getEvent, listAttempts, listEvents } from '#domain/webhooks/log/read-events.ts';
import { listRecoveries, recoverEventsOnce } from '#domain/webhooks/log/recover-events.ts';
import { replayEvent, sendTestEvent } from '#domain/webhooks/log/replay-event.ts';
import { endpoint } from '../endpoint.ts';
import { toViewer } from '../to-viewer.server.ts';
import { pageOutput, toPageResult } from './pages.ts';
import {
  endpointById,
  eventById,
  modeOf,
  ofWebhooks,
  requireOwnMode,
} from './webhook-endpoints.server.ts';

/** What these endpoints have in common. */
const ofEvents = { ...ofWebhooks, recentSignIn: false } as const;

export const sendTestWebhook = endpoint({
  ...ofEvents,
  method: 'POST',
  path: '/webhooks/endpoints/{id}/test',
  operationId: 'sendTestWebhook',
  summary: 'Send a test event',
  description: `Posts an event of any type with made-up data, signed like any other. Its \`livemode\` is false. It shows in the list of events, and is retried if it fails. An account can send ${maxPerHour.tests} in an hour.`,
  idempotent: true,
  params: endpointById,
  body: sendTestInput,
  message: 'Test event is being posted',
  output: eventOutput,
  errors: ['not_found', 'rate_limited'],
  handle: async ({ caller, params, body: { type }, idempotency }) => {
    await requireOwnMode(caller, params.id);
    return withIdempotency(idempotency, () =>
      sendTestEvent(caller.userId, params.id, type, testEventData(type)),
    );
  },
});

export const recoverWebhookEvents = endpoint({
  ...ofEvents,
  method: 'POST',
  path: '/webhooks/endpoints/{id}/recover',
  operationId: 'recoverWebhookEvents',
  summary: 'Replay failed events',
  description: `Posts the failed events of a span again, for example after your server was down; the ids stay. Workers do it in portions, and wait while more than ${(maxPending / 2).toLocaleString('en')} events of the endpoint are pending. List the recoveries to see how far it is. It fails if the endpoint is turned off. An endpoint has one at a time, an account ${maxPerHour.recoveries} in an hour.`,
  idempotent: true,
  params: endpointById,
  body: recoverInput,
  status: 202,
  message: 'Failed events are being posted again',
  output: recoveryOutput,
  errors: ['not_found', 'rate_limited'],
  handle: async ({ caller, params, body, idempotency }) => {
    await requireOwnMode(caller, params.id);
    return recoverEventsOnce(caller.userId, params.id, body, idempotency);
  },
});

export const listWebhookRecoveries = endpoint({
  ...ofEvents,
  method: 'GET',
  path: '/webhooks/endpoints/{id}/recoveries',
  operationId: 'listWebhookRecoveries',
  summary: 'List replays of failed events',
  description: 'How far they are: the last ten of an endpoint, the newest first.',
  params: endpointById,
  message: 'Recoveries',
  output: z.array(recoveryOutput),
  errors: ['not_found'],
  handle: async ({ caller, params }) => {
    await requireOwnMode(caller, params.id);
    return { data: await listRecoveries(caller.userId, params.id) };
  },
});

export const listWebhookEvents = endpoint({
  ...ofEvents,
  method: 'GET',
  path: '/webhooks/events',
  operationId: 'listWebhookEvents',
  summary: 'List webhook events',
  description: `Your events of the last ${retentionDays} days, the newest first: one for each endpoint that gets it. A page looks at no more than 10,000 events: if few of them pass the filters, it has fewer entries than \`limit\`, or none. Go on with \`next\` until it is null. A key sees those of its own mode, a session token all.`,
  query: listEventsInput,
  message: 'Webhook events',
  output: z.array(eventOutput),
  beside: pageOutput(
    'Whether there may be older entries.',
    'The `after` of the next page; null at the end.',
    exampleValues.eventId,
  ),
  handle: async ({ caller, query }) => {
    const livemode = modeOf(caller);
    return toPageResult(await listEvents(caller.userId, { ...query, livemode }));
  },
});

export const getWebhookEvent = endpoint({
  ...ofEvents,
  method: 'GET',
  path: '/webhooks/events/{id}',
  operationId: 'getWebhookEvent',
  summary: 'Get a webhook event',
  description: 'One event with its payload. Texts that it shows are recorded as seen.',
  params: eventById,
  message: 'Webhook event',
  output: eventWithPayloadOutput.extend({
    payload: eventPayload
      .extend({ data: eventPayload.shape.data.meta({ example: deliveredExample }) })
      .nullable()
      .meta({ description: eventWithPayloadOutput.shape.payload.description }),
  }),
  errors: ['not_found'],
  handle: async ({ caller, params, client }) => ({
    data: await getEvent(
      caller.userId,
      params.id,
      renderWebhookDataFor(toViewer(caller, client)),
      modeOf(caller),
    ),
  }),
});

export const listWebhookAttempts = endpoint({
  ...ofEvents,
  method: 'GET',
  path: '/webhooks/events/{id}/attempts',
  operationId: 'listWebhookAttempts',
  summary: 'List the attempts of a webhook event',
  description:
    'Each request with the status and the beginning of the answer: the last 100, the newest first.',
  params: eventById,
  message: 'Attempts',
  output: z.array(attemptOutput),
  errors: ['not_found'],
  handle: async ({ caller, params }) => ({
    data: await listAttempts(caller.userId, params.id, modeOf(caller)),
  }),
});

export const replayWebhookEvent = endpoint({
  ...ofEvents,
  method: 'POST',
  path: '/webhooks/events/{id}/replay',
  operationId: 'replayWebhookEvent',
  summary: 'Replay a webhook event',
  description: `Posts an event again, in whatever state it is, with the same \`webhook-id\` and as many retries as a new one. An account can replay ${maxPerHour.replays.toLocaleString('en')} single events in an hour; an event is posted ${maxAttempts.toLocaleString('en')} times at most.`,
  idempotent: true,
  params: eventById,
  status: 202,
  message: 'The event is being posted again',
  output: eventOutput,
  errors: ['not_found', 'rate_limited'],
  handle: ({ caller, params, idempotency }) =>
    withIdempotency(idempotency, () => replayEvent(caller.userId, params.id, modeOf(caller))),
});
