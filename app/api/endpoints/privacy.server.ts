import { z } from 'zod';
import { endpoint } from '#app/api/endpoint.ts';
import { toViewer } from '#app/api/to-viewer.server.ts';
import {
  eraseInput,
  erasureOutput,
  exampleErasureId,
  toErasureOutput,
} from '#domain/messaging/privacy/contract.ts';
import {
  readRecipientData,
  recipientDataOutput,
} from '#domain/messaging/privacy/recipient-data.ts';
import {
  getErasure as findErasure,
  listErasures as findErasures,
  requestErasure,
} from '#domain/messaging/privacy/request-erasure.ts';
import {
  changeRetention,
  getRetention as get,
  shortensRetention,
} from '#domain/messaging/privacy/retention.ts';
import { textViewOutput } from '#domain/messaging/text-views/contract.ts';
import { listTextViews as list } from '#domain/messaging/text-views/record-text-views.ts';
import { exampleValues } from '#domain/shared/example-values.browser.ts';
import { withIdempotency } from '#domain/shared/idempotency/saved-response.ts';
import { pageInput } from '#domain/shared/page.browser.ts';
import { safeText } from '#domain/shared/text.browser.ts';
import { recipientInput } from '#domain/sms/addresses.ts';
import { pageOutput, toPageResult } from './pages.ts';

export const getRecipientData = endpoint({
  method: 'GET',
  path: '/recipient-data',
  operationId: 'getRecipientData',
  summary: 'Export a recipient’s data',
  description:
    'What you have stored of a number: its messages, its one-time passwords, and whether you suppress it. Go on with `next` until it is null. What was erased is not found by its number. The dashboard has it as a file, JSON or CSV.',
  tag: 'Privacy',
  auth: 'key-or-session',
  recentSignIn: false,
  scope: 'messages:read',
  query: pageInput.extend({ recipient: recipientInput }),
  message: 'Recipient data',
  output: recipientDataOutput,
  beside: pageOutput(
    'Whether there are more.',
    'The `after` of the next page of messages; null at the end.',
    exampleValues.messageId,
  ),
  errors: ['invalid_recipient', 'unsupported_country'],
  handle: async ({ caller, query: { recipient, ...page }, client }) => {
    const { data, next } = await readRecipientData(toViewer(caller, client), recipient, page);
    return { data, beside: { hasMore: next !== null, next } };
  },
});

export const listTextViews = endpoint({
  method: 'GET',
  path: '/text-views',
  operationId: 'listTextViews',
  summary: 'List who has seen texts',
  description:
    'Who has seen texts of your messages: one entry for each day, API key or session, and way, the latest day first, of the last 400 days.',
  tag: 'Privacy',
  auth: 'key-or-session',
  recentSignIn: false,
  scope: 'account:read',
  query: pageInput.extend({
    after: safeText
      .max(64)
      .optional()
      .meta({
        description: 'The `next` of the page before.',
        example: `2026-04-06.${exampleValues.keyId}.api`,
      }),
  }),
  message: 'Views of texts',
  output: z.array(textViewOutput),
  beside: pageOutput('Whether there are more.', 'The `after` of the next page.'),
  handle: async ({ caller, query }) => {
    return toPageResult(await list(caller.userId, query));
  },
});

const days = z.int().nullable();

const retentionOutput = z.object({
  messageDays: days.meta({
    description: 'For how many days messages are kept; null for `mostDays`.',
    example: 365,
  }),
  textDays: days.meta({
    description: 'For how many days their texts are kept; null for as long as the messages.',
    example: 30,
  }),
  leastMessageDays: z.int().meta({ description: 'What may be chosen at least.', example: 365 }),
  leastTextDays: z.int().meta({ description: 'What may be chosen at least.', example: 7 }),
  mostDays: z.int().meta({ description: 'What may be chosen at most.', example: 400 }),
});

export const getRetention = endpoint({
  method: 'GET',
  path: '/retention',
  operationId: 'getRetention',
  summary: 'Get how long messages are kept',
  description: 'For how many days your messages and their texts are kept, and what you may choose.',
  tag: 'Privacy',
  auth: 'key-or-session',
  recentSignIn: false,
  scope: 'account:read',
  message: 'Retention',
  output: retentionOutput,
  handle: async ({ caller }) => ({ data: await get(caller.userId) }),
});

export const updateRetention = endpoint({
  method: 'PATCH',
  path: '/retention',
  operationId: 'updateRetention',
  summary: 'Change how long messages are kept',
  description:
    'Older messages, or their texts, are deleted for good, beginning a day after you shorten the time. What is left out stays.',
  tag: 'Privacy',
  auth: 'session',
  recentSignIn: {
    for: 'shorten_retention',
    when: ({ message_days: messageDays, text_days: textDays }, { userId }) =>
      shortensRetention(userId, { messageDays, textDays }),
  },
  body: z
    .object({
      message_days: days
        .optional()
        .meta({ description: 'Null for as long as possible.', example: 365 }),
      text_days: days
        .optional()
        .meta({ description: 'Null for as long as the messages.', example: 30 }),
    })
    .refine(
      (changes) => Object.values(changes).some((value) => value !== undefined),
      'Name at least one field to change: message_days or text_days.',
    ),
  message: 'Retention changed',
  output: retentionOutput,
  handle: async ({ caller, body: { message_days: messageDays, text_days: textDays } }) => {
    const names = { message: 'message_days', text: 'text_days' };
    return { data: await changeRetention(caller.userId, { messageDays, textDays }, names) };
  },
});

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
    return toPageResult(await findErasures(caller.userId, query), toErasureOutput);
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
    data: toErasureOutput(await findErasure(caller.userId, params.id)),
  }),
});
