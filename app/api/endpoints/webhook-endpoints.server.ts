import { z } from 'zod';
import { endpoint } from '#app/api/endpoint.ts';
import { toViewer } from '#app/api/pipeline/authenticate.server.ts';
import { testEventData } from '#app/webhooks/describe-events.server.ts';
import { requireKnownKeys, requireKnownNewKeys } from '#app/webhooks/require-known-keys.server.ts';
import type { Caller } from '#domain/identity/api-keys/contract.browser.ts';
import type { SignedInUser } from '#domain/identity/sessions/contract.ts';
import { deliveredExample } from '#domain/messaging/messages/outputs.ts';
import { renderWebhookDataFor } from '#domain/messaging/webhook-data.ts';
import { exampleValues } from '#domain/shared/example-values.browser.ts';
import { formatCount } from '#domain/shared/format.browser.ts';
import { withIdempotency } from '#domain/shared/idempotency/saved-response.ts';
import { safeText } from '#domain/shared/text.browser.ts';
import {
  attemptOutput,
  eventOutput,
  eventPayload,
  eventWithPayloadOutput,
  listEventsInput,
  maxAttempts,
  maxEndpoints,
  maxPending,
  maxPerHour,
  recoverInput,
  recoveryOutput,
  retentionDays,
  sendTestInput,
} from '#domain/webhooks/contract.browser.ts';
import {
  changeEndpointInput,
  createdEndpointOutput,
  createEndpointInput,
  type EndpointAuthor,
  endpointOutput,
  rotateSecretInput,
  secretOutput,
} from '#domain/webhooks/endpoint-contract.browser.ts';
import { changeEndpoint } from '#domain/webhooks/endpoints/change-endpoint.ts';
import { createEndpoint } from '#domain/webhooks/endpoints/create-endpoint.ts';
import {
  deleteEndpoint,
  getEndpoint,
  listEndpoints,
} from '#domain/webhooks/endpoints/manage-endpoints.ts';
import {
  rotateSigningSecretOnce,
  showSigningSecret,
} from '#domain/webhooks/endpoints/rotate-secret.ts';
import { getEvent, listAttempts, listEvents } from '#domain/webhooks/log/read-events.ts';
import { listRecoveries, recoverEventsOnce } from '#domain/webhooks/log/recover-events.ts';
import { replayEvent, sendTestEvent } from '#domain/webhooks/log/replay-event.ts';
import type { ClientInfo } from '../endpoint.ts';
import { pageOutput, toPageResult } from './pages.ts';

/** Fields that the endpoints of webhooks share. */
const ofWebhooks = {
  tag: 'Webhooks',
  auth: 'key-or-session',
  scope: 'webhooks',
  testKeys: true,
} as const;

const authorOf = (caller: Caller | SignedInUser, { address: from }: ClientInfo): EndpointAuthor =>
  'keyId' in caller
    ? { userId: caller.userId, keyId: caller.keyId, livemode: caller.livemode, from }
    : { userId: caller.userId, keyId: null, from };

/** The mode of a caller's key; undefined for a signed-in person, who may use both modes. */
const modeOf = (caller: Caller | SignedInUser): boolean | undefined =>
  'keyId' in caller ? caller.livemode : undefined;

/**
 * Requires that a webhook endpoint is of the mode of the caller's key.
 *
 * @throws DomainError `not_found`
 */
async function requireOwnMode(caller: Caller | SignedInUser, id: string): Promise<void> {
  const livemode = modeOf(caller);
  if (livemode !== undefined) await getEndpoint(caller.userId, id, livemode);
}

export const listWebhookEndpoints = endpoint({
  ...ofWebhooks,
  method: 'GET',
  path: '/webhooks/endpoints',
  operationId: 'listWebhookEndpoints',
  summary: 'List webhook endpoints',
  description: `Lists your endpoints, oldest first: up to ${maxEndpoints} that you have created, and up to ${maxEndpoints} for status callbacks in Twilio’s format, one for each origin of the callback URLs. An API key lists the endpoints of the key’s mode (live or test), a session token lists all endpoints.`,
  recentSignIn: false,
  message: 'Webhook endpoints',
  output: z.array(endpointOutput),
  handle: async ({ caller }) => ({ data: await listEndpoints(caller.userId, modeOf(caller)) }),
});

export const createWebhookEndpoint = endpoint({
  ...ofWebhooks,
  method: 'POST',
  path: '/webhooks/endpoints',
  operationId: 'createWebhookEndpoint',
  summary: 'Create a webhook endpoint',
  description: `Creates an endpoint. Events that happen from now on are posted to its \`url\` and signed with its \`secret\`. An account can have ${maxEndpoints} endpoints. You get an email about each new endpoint. A repeated request with the same \`Idempotency-Key\` returns the current secret, or 404 if the endpoint has been deleted. With a session token, the call needs a login within the last 15 minutes.`,
  // Sensitive, because the address may get the texts of all later messages.
  recentSignIn: { for: 'create_webhook' },
  idempotent: true,
  body: createEndpointInput,
  status: 201,
  message: 'Webhook endpoint created',
  output: createdEndpointOutput,
  errors: ['reauthentication_required', 'not_found'],
  handle: async ({ caller, client, body, idempotency }) => {
    const requireKeys = requireKnownKeys(caller.userId, 'api_ids');
    return createEndpoint(authorOf(caller, client), body, idempotency, requireKeys);
  },
});

const endpointById = z.object({
  id: safeText
    .max(64)
    .meta({ description: 'The `_id` of the endpoint.', example: exampleValues.endpointId }),
});

const eventById = z.object({
  id: safeText.max(64).meta({
    description: 'The `_id` of the event, which is also its `webhook-id`.',
    example: exampleValues.eventId,
  }),
});

export const getWebhookEndpoint = endpoint({
  ...ofWebhooks,
  method: 'GET',
  path: '/webhooks/endpoints/{id}',
  operationId: 'getWebhookEndpoint',
  summary: 'Get a webhook endpoint',
  description: 'Returns an endpoint and its failures, but not its secret.',
  recentSignIn: false,
  params: endpointById,
  message: 'Webhook endpoint',
  output: endpointOutput,
  errors: ['not_found'],
  handle: async ({ caller, params }) => ({
    data: await getEndpoint(caller.userId, params.id, modeOf(caller)),
  }),
});

export const updateWebhookEndpoint = endpoint({
  ...ofWebhooks,
  method: 'PATCH',
  path: '/webhooks/endpoints/{id}',
  operationId: 'updateWebhookEndpoint',
  summary: 'Change a webhook endpoint',
  description:
    'Changes the given fields; omitted fields and the secret stay as they are. The change takes effect within a second. Pending events are posted to the new `url`. `"enabled": true` turns on an endpoint that is off, and resets its failures. You get an email if the `url` changes, or if events begin to contain texts. With a session token, the call needs a login within the last 15 minutes.',
  // Sensitive, because the address may get the texts of all later messages.
  recentSignIn: { for: 'change_webhook' },
  params: endpointById,
  body: changeEndpointInput,
  message: 'Webhook endpoint changed',
  output: endpointOutput,
  errors: ['reauthentication_required', 'not_found'],
  handle: async ({ caller, client, params, body }) => {
    await requireOwnMode(caller, params.id);
    await requireKnownNewKeys(caller.userId, 'api_ids', params.id, body);
    return { data: await changeEndpoint(authorOf(caller, client), params.id, body) };
  },
});

export const deleteWebhookEndpoint = endpoint({
  ...ofWebhooks,
  method: 'DELETE',
  path: '/webhooks/endpoints/{id}',
  operationId: 'deleteWebhookEndpoint',
  summary: 'Delete a webhook endpoint',
  description:
    'Deletes an endpoint. Its pending events are not posted and become `discarded`. All its events stay in the list of events. With a session token, the call needs a login within the last 15 minutes.',
  recentSignIn: { for: 'delete_webhook' },
  params: endpointById,
  message: 'Webhook endpoint deleted',
  output: z.object({ _id: z.string().meta({ example: exampleValues.endpointId }) }),
  errors: ['reauthentication_required', 'not_found'],
  handle: async ({ caller, params }) => {
    await requireOwnMode(caller, params.id);
    await deleteEndpoint(caller.userId, params.id);
    return { data: { _id: params.id } };
  },
});

export const getWebhookSecret = endpoint({
  ...ofWebhooks,
  method: 'GET',
  path: '/webhooks/endpoints/{id}/secret',
  operationId: 'getWebhookSecret',
  summary: 'Get the secret of a webhook endpoint',
  description:
    'Returns the secret with which the endpoint’s events are signed. With a session token, the call needs a login within the last 15 minutes.',
  recentSignIn: { for: 'reveal_webhook_secret' },
  params: endpointById,
  message: 'Webhook secret',
  output: secretOutput,
  errors: ['reauthentication_required', 'not_found'],
  handle: async ({ caller, params }) => {
    await requireOwnMode(caller, params.id);
    return { data: { secret: await showSigningSecret(caller.userId, params.id) } };
  },
});

export const rotateWebhookSecret = endpoint({
  ...ofWebhooks,
  method: 'POST',
  path: '/webhooks/endpoints/{id}/rotate',
  operationId: 'rotateWebhookSecret',
  summary: 'Rotate the secret of a webhook endpoint',
  description:
    'Creates a new secret. Within a second, Dakiya begins to sign events with the new secret. For `overlap_hours`, events are also signed with the old secret, so that a receiver that knows either secret accepts them. A repeated request with the same `Idempotency-Key` returns the current secret. With a session token, the call needs a login within the last 15 minutes.',
  recentSignIn: { for: 'rotate_webhook_secret' },
  idempotent: true,
  params: endpointById,
  body: rotateSecretInput,
  message: 'Webhook secret rotated',
  output: secretOutput,
  errors: ['reauthentication_required', 'not_found'],
  handle: async ({ caller, params, body, idempotency }) => {
    await requireOwnMode(caller, params.id);
    const { userId } = caller;
    return rotateSigningSecretOnce(userId, params.id, body.overlap_hours, idempotency);
  },
});

/** Fields that these endpoints share. */
const ofEvents = { ...ofWebhooks, recentSignIn: false } as const;

export const sendTestWebhook = endpoint({
  ...ofEvents,
  method: 'POST',
  path: '/webhooks/endpoints/{id}/test',
  operationId: 'sendTestWebhook',
  summary: 'Send a test event',
  description: `Posts a test event of any type, with made-up data and a valid signature. The event has \`livemode\` false, appears in the list of events, and is retried if it fails. An account can send ${maxPerHour.tests} test events per hour.`,
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
  description: `Starts a recovery, which replays the failed events of a time range under their original ids, for example after your server was down. The recovery pauses while more than ${formatCount(maxPending / 2)} events of the endpoint are pending. List the recoveries to see the progress. The recovery fails if the endpoint is turned off. An endpoint can have one recovery at a time, and an account can start ${maxPerHour.recoveries} recoveries per hour.`,
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
  description: 'Lists the last ten recoveries of an endpoint with their progress, newest first.',
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
  description: `Lists your events of the last ${retentionDays} days, newest first. If several endpoints get an event, the list has one entry for each endpoint. For each page, at most 10,000 events are searched. So a page with filters can have fewer entries than \`limit\`, or none: continue until \`next\` is null. An API key lists the events of the key’s mode (live or test), a session token lists all events.`,
  query: listEventsInput,
  message: 'Webhook events',
  output: z.array(eventOutput),
  beside: pageOutput(
    'Whether there may be older entries.',
    'The value of `after` for the next page; null on the last page.',
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
  description:
    'Returns one event with its payload. If the payload contains the text of a message, the call is recorded as a view of the text.',
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
    'Lists the last 100 attempts to post an event, newest first, each with the status and the beginning of the response.',
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
  description: `Posts an event again; the event can be in any state. The \`webhook-id\` stays the same, and the event gets as many retries as a new event. An account can replay ${formatCount(maxPerHour.replays)} single events per hour. An event can be posted at most ${formatCount(maxAttempts)} times.`,
  idempotent: true,
  params: eventById,
  status: 202,
  message: 'The event is being posted again',
  output: eventOutput,
  errors: ['not_found', 'rate_limited'],
  handle: ({ caller, params, idempotency }) =>
    withIdempotency(idempotency, () => replayEvent(caller.userId, params.id, modeOf(caller))),
});
