import { z } from 'zod';
import { paths } from '#app/paths.ts';
import {
  collectKey,
  pairingSeconds,
  pollSeconds,
  startPairing,
} from '#domain/identity/api-keys/pairing.ts';
import { exampleValues } from '#domain/shared/example-values.browser.ts';
import { safeText } from '#domain/shared/text.browser.ts';
import { serverSettings } from '#platform/server-settings.ts';
import { endpoint } from '../endpoint.ts';

const secret = safeText.min(1).max(200).meta({
  description: 'The secret with which the program collects the key. Keep it in memory only.',
  example: 'k3Jx0dWq9sRt5vYb.Qm7fT2hLc8pXn4wZr6gKd1jVs0bHy3eUa5oIi9tCqEk',
});

export const startKeyPairing = endpoint({
  method: 'POST',
  path: '/pairings',
  operationId: 'startPairing',
  summary: 'Start a pairing',
  description: `Starts the login of a program without copying a key. Show the user \`url\` and \`code\`: the page at \`url\` shows the same code, and the signed-in user chooses what the new key may do. Then collect the key. A pairing ends after ${pairingSeconds / 60} minutes. An address can start 20 in that time.`,
  tag: 'API keys',
  auth: 'none',
  body: z.object({
    machine: safeText.trim().min(1).max(100).meta({
      description: 'The name of the machine, which the page shows.',
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
    code: z.string().meta({ description: 'The page shows the same code.', example: 'KX7P-2MQD' }),
    secret,
    expiresAt: z.iso.datetime().meta({ example: exampleValues.createdAt }),
    intervalSeconds: z
      .number()
      .meta({ description: 'How long to wait between two tries to collect the key.', example: 2 }),
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
    'Returns the new API key once after the user has approved the pairing. Until then `status` is `pending`. `expired` also stands for an unknown secret and a key that was collected.',
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
