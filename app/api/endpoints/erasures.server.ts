import { z } from 'zod';
import {
  eraseInput,
  erasureOutput,
  exampleErasureId,
  toErasureOutput,
} from '#domain/messaging/privacy/contract.ts';
import {
  getErasure as get,
  listErasures as list,
  requestErasure,
} from '#domain/messaging/privacy/request-erasure.ts';
import { withIdempotency } from '#domain/shared/idempotency/saved-response.ts';
import { pageInput } from '#domain/shared/page.browser.ts';
import { safeText } from '#domain/shared/text.browser.ts';
import { endpoint } from '../endpoint.ts';
import { pageOutput, toPageResult } from './pages.ts';

export const eraseRecipient = endpoint({
  method: 'POST',
  path: '/erasures',
  operationId: 'eraseRecipient',
  summary: 'Erase a recipient',
  description:
    'Erases what you have stored of a number: the texts of its messages and its one-time passwords are deleted, and a pseudonym takes the place of the number for as long as the law requires the log to be kept. It takes seconds, or minutes for very many messages; ask for the erasure by its `_id`. Messages that are on their way are delivered, and erased when their outcome is known. It does not stop you from sending to the number again: suppress it for that. What is on your suppression list stays there, as you need it to respect an opt-out.',
  tag: 'Privacy',
  auth: 'key-or-session',
  recentSignIn: { for: 'erase_recipient' },
  scope: 'messages:send',
  idempotent: true,
  body: eraseInput,
  status: 202,
  message: 'Erasure begun',
  output: erasureOutput,
  errors: ['invalid_recipient', 'unsupported_country', 'rate_limited'],
  handle: ({ caller, body, idempotency }) =>
    withIdempotency(idempotency, async () => {
      const requestedBy = 'keyId' in caller ? caller.keyId : caller.sessionId;
      return toErasureOutput(await requestErasure(caller.userId, body.recipient, requestedBy));
    }),
});

export const listErasures = endpoint({
  method: 'GET',
  path: '/erasures',
  operationId: 'listErasures',
  summary: 'List erasures',
  description: 'Erasures of the last 400 days, the newest first. They do not contain the number.',
  tag: 'Privacy',
  auth: 'key-or-session',
  recentSignIn: false,
  scope: 'messages:read',
  query: pageInput.extend({
    after: safeText.max(64).optional().meta({
      description: 'The `next` of the page before.',
      example: exampleErasureId,
    }),
  }),
  message: 'Erasures',
  output: z.array(erasureOutput),
  beside: pageOutput('Whether there are more.', 'The `after` of the next page.'),
  handle: async ({ caller, query }) => {
    return toPageResult(await list(caller.userId, query), toErasureOutput);
  },
});

export const getErasure = endpoint({
  method: 'GET',
  path: '/erasures/{id}',
  operationId: 'getErasure',
  summary: 'Get an erasure',
  description: 'How far an erasure is.',
  tag: 'Privacy',
  auth: 'key-or-session',
  recentSignIn: false,
  scope: 'messages:read',
  params: z.object({
    id: safeText.max(64).meta({ description: 'Its `_id`.', example: exampleErasureId }),
  }),
  message: 'Erasure',
  output: erasureOutput,
  errors: ['not_found'],
  handle: async ({ caller, params }) => ({
    data: toErasureOutput(await get(caller.userId, params.id)),
  }),
});
