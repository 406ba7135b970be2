import { z } from 'zod';
import { paths } from '#app/paths.ts';
import {
  apiKeyIdOrPublicId,
  createKeyInput,
  keyOutput,
  maxApiKeysPerAccount,
  maxOverlapHours,
  rollKeyInput,
  updateKeyInput,
} from '#domain/identity/api-keys/contract.browser.ts';
import { createKey, createKeyIdempotently } from '#domain/identity/api-keys/create-key.ts';
import {
  collectKey,
  pairingSeconds,
  pollSeconds,
  startPairing,
} from '#domain/identity/api-keys/pairing.ts';
import { reportLeak } from '#domain/identity/api-keys/report-leak.ts';
import { rollKey, rollKeyIdempotently } from '#domain/identity/api-keys/roll-key.ts';
import {
  deleteKey,
  listKeys,
  listKeysWithSecrets,
  revealSecret,
  updateKey,
} from '#domain/identity/api-keys/user-keys.ts';
import { describeUserAgent } from '#domain/identity/sessions/contract.ts';
import { isRecentSignIn } from '#domain/identity/sessions/guard-sensitive.ts';
import { exampleValues } from '#domain/shared/example-values.browser.ts';
import { safeText } from '#domain/shared/text.browser.ts';
import { serverSettings } from '#platform/server-settings.ts';
import { endpoint } from '../endpoint.ts';

export const listApiKeys = endpoint({
  method: 'GET',
  path: '/api-keys/view-api-keys',
  operationId: 'listApiKeys',
  summary: 'List API keys',
  description: `Lists your API keys, oldest first. An account can have ${maxApiKeysPerAccount} keys. Secrets are masked if the login of the session is older than 15 minutes.`,
  tag: 'API keys',
  auth: 'session',
  recentSignIn: false,
  message: 'API keys',
  output: z.array(keyOutput),
  handle: async ({ caller }) => {
    const list = isRecentSignIn(caller) ? listKeysWithSecrets : listKeys;
    return { data: await list(caller.userId) };
  },
});

export const createApiKey = endpoint({
  method: 'POST',
  path: '/api-keys/create-api-key',
  operationId: 'createApiKey',
  summary: 'Create an API key',
  description:
    'Creates an API key. If you send only a `name`, the key can make all calls from any address and never expires. The call needs a login within the last 15 minutes. A repeated request with the same `Idempotency-Key` returns 404 if the API key that the first request created has since been deleted or rolled.',
  tag: 'API keys',
  auth: 'session',
  recentSignIn: { for: 'create_key' },
  idempotent: true,
  body: createKeyInput,
  status: 201,
  message: 'API Key created successfully',
  output: keyOutput,
  errors: ['reauthentication_required', 'not_found'],
  handle: async ({ caller, body, idempotency, client }) => {
    const { userId } = caller;
    const createdDevice = describeUserAgent(client.userAgent);
    const key = { ...body, createdFrom: client.address, createdDevice };
    if (idempotency) return createKeyIdempotently(userId, key, idempotency);
    return { data: await createKey({ ...key, userId }) };
  },
});

export const updateApiKey = endpoint({
  method: 'PATCH',
  path: '/api-keys/{keyId}',
  operationId: 'updateApiKey',
  summary: 'Change an API key',
  description:
    'Changes the given fields; omitted fields stay as they are. The change takes effect within a second. `null` removes the description or expiry. If you activate a key or change its expiry, scopes, templates, services or addresses, the call needs a login within the last 15 minutes. A key that was turned off because it has leaked can be activated only by rolling it.',
  tag: 'API keys',
  auth: 'session',
  recentSignIn: {
    for: 'change_key',
    when: ({ isActive, expiresOn, scopes, templates, services, addresses }) =>
      isActive === true ||
      [expiresOn, scopes, templates, services, addresses].some((value) => value !== undefined),
  },
  params: z.object({ keyId: apiKeyIdOrPublicId }),
  body: updateKeyInput,
  message: 'API updated successfully',
  output: keyOutput,
  errors: ['reauthentication_required', 'not_found'],
  handle: async ({ caller, params, body }) => {
    const { userId } = caller;
    const key = await updateKey(userId, params.keyId, body);
    if (!isRecentSignIn(caller)) return { data: key };
    return { data: { ...key, secretKey: await revealSecret(userId, key._id) } };
  },
});

export const rollApiKey = endpoint({
  method: 'POST',
  path: '/api-keys/{keyId}/roll',
  operationId: 'rollApiKey',
  summary: 'Roll an API key',
  description: `Replaces the secret of a key. The API ID and all other fields stay the same. The old secret keeps working for \`overlapHours\`, at most ${maxOverlapHours} hours. If an even older secret still works because of an earlier roll, it is revoked at once. If the key is inactive, the old secret is revoked at once and never works again. A key that was turned off because it has leaked becomes active. The call needs a login within the last 15 minutes. A repeated request with the same \`Idempotency-Key\` returns 404 if the API key has since been deleted or rolled again.`,
  tag: 'API keys',
  auth: 'session',
  recentSignIn: { for: 'roll_key' },
  idempotent: true,
  params: z.object({ keyId: apiKeyIdOrPublicId }),
  body: rollKeyInput,
  message: 'API key rolled',
  output: keyOutput,
  errors: ['reauthentication_required', 'not_found'],
  handle: async ({ caller, params, body, idempotency, client }) => {
    const roll = { ...body, userId: caller.userId, key: params.keyId, from: client.address };
    if (idempotency) return rollKeyIdempotently(roll, idempotency);
    return { data: await rollKey(roll) };
  },
});

export const reportLeakedKey = endpoint({
  method: 'POST',
  path: '/keys/report-leak',
  operationId: 'reportLeakedKey',
  summary: 'Report a leaked API key',
  description:
    'Anyone who finds a leaked API key can make this call, for example a secret scanner. If the key exists, Dakiya turns it off at once and emails its owner. If the key does not exist, the response is the same.',
  tag: 'API keys',
  auth: 'none',
  addressLimit: 'leakReports',
  body: z.object({
    secretKey: safeText.max(200).trim().min(1).meta({
      description: 'The leaked API key, `sk_…` or `sk_test_…`.',
      example: exampleValues.secretKey,
    }),
  }),
  message: 'Thank you. If this is an API key of ours, it no longer works.',
  output: z.null(),
  handle: async ({ body }) => {
    await reportLeak(body.secretKey);
    return { data: null };
  },
});

export const deleteApiKey = endpoint({
  method: 'DELETE',
  path: '/api-keys/api-keys/{key}',
  operationId: 'deleteApiKey',
  summary: 'Delete an API key',
  description:
    'Deletes an API key. Messages sent with the key are kept. If the query parameter `keyId` is given, it selects the key, and the key in the path is ignored. The call needs a login within the last 15 minutes.',
  tag: 'API keys',
  auth: 'session',
  recentSignIn: { for: 'delete_key' },
  params: z.object({ key: apiKeyIdOrPublicId }),
  query: z.object({ keyId: apiKeyIdOrPublicId.optional() }),
  message: 'API deleted successfully',
  output: z.null(),
  beside: { newApis: z.array(keyOutput) },
  errors: ['reauthentication_required', 'not_found'],
  handle: async ({ caller, params, query }) => {
    const { userId } = caller;
    await deleteKey(userId, query.keyId ?? params.key);
    return { data: null, beside: { newApis: await listKeysWithSecrets(userId) } };
  },
});

const secret = safeText.min(1).max(200).meta({
  description: 'The secret with which the program collects the key. Keep it in memory only.',
  example: 'k3Jx0dWq9sRt5vYb.Qm7fT2hLc8pXn4wZr6gKd1jVs0bHy3eUa5oIi9tCqEk',
});

export const startKeyPairing = endpoint({
  method: 'POST',
  path: '/pairings',
  operationId: 'startPairing',
  summary: 'Start a pairing',
  description: `Starts the login of a program. The program gets a new API key, and the user does not have to copy it. Show the user \`url\` and \`code\`: the page at \`url\` shows the same code, and the signed-in user chooses what the new key may do. Then collect the key. A pairing ends after ${pairingSeconds / 60} minutes. An IP address can start 20 pairings in that time.`,
  tag: 'API keys',
  auth: 'none',
  body: z.object({
    machine: safeText.trim().min(1).max(100).meta({
      description:
        'The name of the machine on which the program runs. The page that the user opens shows this name.',
      example: 'asha-laptop',
    }),
  }),
  status: 201,
  message: 'Pairing started',
  output: z.object({
    url: z.url().meta({
      description: 'The page that the user opens.',
      example: 'https://dakiya.example/dashboard/keys/pair?id=k3Jx0dWq9sRt5vYb',
    }),
    code: z.string().meta({
      description: 'The code to show to the user. The page at `url` shows the same code.',
      example: 'KX7P-2MQD',
    }),
    secret,
    expiresAt: z.iso.datetime().meta({ example: exampleValues.createdAt }),
    intervalSeconds: z.number().meta({
      description: 'How many seconds to wait between two tries to collect the key.',
      example: 2,
    }),
  }),
  errors: ['rate_limited'],
  handle: async ({ body, client }) => {
    const pairing = await startPairing(body.machine, client.address, client.address);
    const { id, code, secret } = pairing;
    const expiresAt = new Date(Date.now() + pairingSeconds * 1_000).toISOString();
    const url = `${serverSettings.PUBLIC_URL}${paths.pair(id)}`;
    return { data: { url, code, secret, expiresAt, intervalSeconds: pollSeconds } };
  },
});

export const collectPairedKey = endpoint({
  method: 'POST',
  path: '/pairings/collect',
  operationId: 'collectPairedKey',
  summary: 'Collect a paired key',
  description:
    'Returns the new API key after the user has approved the pairing. Until then, `status` is `pending`. The key can be collected only once; after that, `status` is `expired`. For an unknown secret, `status` is `expired` too.',
  tag: 'API keys',
  auth: 'none',
  body: z.object({ secret }),
  message: 'Pairing',
  output: z.object({
    status: z.enum(['pending', 'approved', 'denied', 'expired']),
    apiId: z.string().nullable().meta({ example: exampleValues.keyId }),
    apiKey: z.string().nullable().meta({ example: exampleValues.secretKey }),
  }),
  handle: async ({ body }) => ({ data: await collectKey(body.secret) }),
});
