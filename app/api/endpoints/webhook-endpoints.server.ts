import { z } from 'zod';
import { requireKnownKeys, requireKnownNewKeys } from '#app/webhooks/require-known-keys.server.ts';
import type { Caller } from '#domain/identity/api-keys/contract.browser.ts';
import type { SignedInUser } from '#domain/identity/sessions/contract.ts';
import { exampleValues } from '#domain/shared/example-values.browser.ts';
import { safeText } from '#domain/shared/text.browser.ts';
import { maxEndpoints } from '#domain/webhooks/contract.browser.ts';
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
  revealSigningSecret,
  rotateSigningSecretOnce,
} from '#domain/webhooks/endpoints/rotate-secret.ts';
import { type ClientInfo, endpoint } from '../endpoint.ts';

/** What the endpoints of webhooks have in common. */
export const ofWebhooks = {
  tag: 'Webhooks',
  auth: 'key-or-session',
  scope: 'webhooks',
  testKeys: true,
} as const;

const authorOf = (caller: Caller | SignedInUser, { address: from }: ClientInfo): EndpointAuthor =>
  'keyId' in caller
    ? { userId: caller.userId, keyId: caller.keyId, livemode: caller.livemode, from }
    : { userId: caller.userId, keyId: null, from };

/** The mode of a caller's key; undefined for a person who is signed in, who has both. */
export const modeOf = (caller: Caller | SignedInUser): boolean | undefined =>
  'keyId' in caller ? caller.livemode : undefined;

/**
 * Requires that a webhook endpoint is of the mode of the caller's key.
 *
 * @throws DomainError `not_found`
 */
export async function requireOwnMode(caller: Caller | SignedInUser, id: string): Promise<void> {
  const livemode = modeOf(caller);
  if (livemode !== undefined) await getEndpoint(caller.userId, id, livemode);
}

export const listWebhookEndpoints = endpoint({
  ...ofWebhooks,
  method: 'GET',
  path: '/webhooks/endpoints',
  operationId: 'listWebhookEndpoints',
  summary: 'List webhook endpoints',
  description: `Your endpoints, oldest first; at most ${maxEndpoints}. A key sees those of its own mode, a session token all.`,
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
  description: `Events that happen from now on are posted to its address, signed with its \`secret\`. An account has at most ${maxEndpoints}. You get an email about each new one. A repeated request with the same \`Idempotency-Key\` returns the secret that is current then, and 404 if the endpoint has been deleted. With a session token it needs a login within the last 15 minutes.`,
  // Who sets an address gets the texts of all later messages.
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

export const endpointById = z.object({
  id: safeText.max(64).meta({ description: 'Its `_id`.', example: exampleValues.endpointId }),
});

export const eventById = z.object({
  id: safeText.max(64).meta({
    description: 'Its `_id`: the header `webhook-id`.',
    example: exampleValues.eventId,
  }),
});

export const getWebhookEndpoint = endpoint({
  ...ofWebhooks,
  method: 'GET',
  path: '/webhooks/endpoints/{id}',
  operationId: 'getWebhookEndpoint',
  summary: 'Get a webhook endpoint',
  description: 'An endpoint, without its secret, and whether it works.',
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
    'Changes what is given, within a second; its secret stays. Events that wait go to the new address. `"enabled": true` turns on an endpoint that was turned off, and resets its failures. You get an email if its address changes, or if it gets texts that it did not get before. With a session token it needs a login within the last 15 minutes.',
  // Who sets an address gets the texts of all later messages.
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
    'Its events stay in the list of events; those that wait are discarded. With a session token it needs a login within the last 15 minutes.',
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
    'The secret with which its events are signed. With a session token it needs a login within the last 15 minutes.',
  recentSignIn: { for: 'reveal_webhook_secret' },
  params: endpointById,
  message: 'Webhook secret',
  output: secretOutput,
  errors: ['reauthentication_required', 'not_found'],
  handle: async ({ caller, params }) => {
    await requireOwnMode(caller, params.id);
    return { data: { secret: await revealSigningSecret(caller.userId, params.id) } };
  },
});

export const rotateWebhookSecret = endpoint({
  ...ofWebhooks,
  method: 'POST',
  path: '/webhooks/endpoints/{id}/rotate',
  operationId: 'rotateWebhookSecret',
  summary: 'Rotate the secret of a webhook endpoint',
  description:
    'Events are signed with the new secret within a second. For `overlap_hours` they are signed with the earlier one as well, so that receivers may know either. With a session token it needs a login within the last 15 minutes. A repeated request with the same `Idempotency-Key` returns the secret that is current then.',
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
