import { z } from 'zod';
import { endpoint } from '#app/api/endpoint.ts';
import { toViewer } from '#app/api/pipeline/authenticate.server.ts';
import {
  readRecipientData,
  recipientDataOutput,
} from '#domain/messaging/privacy/recipient-data.ts';
import {
  eraseInput,
  erasureOutput,
  exampleErasureId,
  getErasure as findErasure,
  listErasures as findErasures,
  requestErasure,
  toErasureOutput,
} from '#domain/messaging/privacy/request-erasure.ts';
import {
  changeRetention,
  getRetention as get,
  shortensRetention,
} from '#domain/messaging/privacy/retention.ts';
import {
  listTextViews as list,
  textViewOutput,
} from '#domain/messaging/text-views/record-text-views.ts';
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
    'Returns what your account has stored about a number: its messages, its one-time passwords, and whether it is suppressed. Continue until `next` is null. Erased data is not included, because it no longer contains the number. In the dashboard you can download the data as JSON or CSV.',
  tag: 'Privacy',
  auth: 'key-or-session',
  recentSignIn: false,
  scope: 'messages:read',
  query: pageInput.extend({ recipient: recipientInput }),
  message: 'Recipient data',
  output: recipientDataOutput,
  beside: pageOutput(
    'Whether there are more entries.',
    'The value of `after` for the next page of messages; null on the last page.',
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
    'Lists who has seen texts of your messages in the last 400 days, newest day first. For each day, each API key or session has one entry per access method.',
  tag: 'Privacy',
  auth: 'key-or-session',
  recentSignIn: false,
  scope: 'account:read',
  query: pageInput.extend({
    after: safeText
      .max(64)
      .optional()
      .meta({
        description: 'The value of `next` in the previous page.',
        example: `2026-04-06.${exampleValues.keyId}.api`,
      }),
  }),
  message: 'Views of texts',
  output: z.array(textViewOutput),
  beside: pageOutput(),
  handle: async ({ caller, query }) => {
    return toPageResult(await list(caller.userId, query));
  },
});

const days = z.int().nullable();

const retentionOutput = z.object({
  messageDays: days.meta({
    description: 'For how many days messages are kept; null means `mostDays`.',
    example: 365,
  }),
  textDays: days.meta({
    description:
      'For how many days message texts are kept; null means that they are kept as long as the messages.',
    example: 30,
  }),
  leastMessageDays: z.int().meta({ description: 'The minimum of `messageDays`.', example: 365 }),
  leastTextDays: z.int().meta({ description: 'The minimum of `textDays`.', example: 7 }),
  mostDays: z
    .int()
    .meta({ description: 'The maximum of `messageDays` and `textDays`.', example: 400 }),
});

export const getRetention = endpoint({
  method: 'GET',
  path: '/retention',
  operationId: 'getRetention',
  summary: 'Get how long messages are kept',
  description:
    'Returns for how many days your messages and their texts are kept, and the limits within which you can choose.',
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
    'Changes for how long messages or their texts are kept; omitted fields stay as they are. If you shorten a time, messages or texts that are older than the new time are permanently deleted a day later.',
  tag: 'Privacy',
  auth: 'session',
  recentSignIn: {
    for: 'shorten_retention',
    when: ({ message_days: messageDays, text_days: textDays }, { userId }) =>
      shortensRetention(userId, { messageDays, textDays }),
  },
  body: z
    .object({
      message_days: days.optional().meta({
        description: 'How many days messages are kept; null to keep them for `mostDays`.',
        example: 365,
      }),
      text_days: days.optional().meta({
        description:
          'How many days message texts are kept; null to keep them as long as the messages.',
        example: 30,
      }),
    })
    .refine(
      (changes) => Object.values(changes).some((value) => value !== undefined),
      'Send at least one field to change: message_days or text_days.',
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
    'Erases what your account has stored about a number. Its one-time passwords and the texts of its messages are deleted. The law requires us to keep the log of messages, so a pseudonym replaces the number there. Erasing takes seconds, or minutes for very many messages; `GET /erasures/{id}` shows the progress. Messages that have no final state yet are still sent; they are erased when they have a final state. You can still send new messages to the number; to stop promotional messages, suppress the number. Your suppression list is not erased, because you need it to respect an opt-out.',
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
  description:
    'Lists the erasures of the last 400 days, newest first. The entries do not contain the erased numbers.',
  tag: 'Privacy',
  auth: 'key-or-session',
  recentSignIn: false,
  scope: 'messages:read',
  query: pageInput.extend({
    after: safeText.max(64).optional().meta({
      description: 'The value of `next` in the previous page.',
      example: exampleErasureId,
    }),
  }),
  message: 'Erasures',
  output: z.array(erasureOutput),
  beside: pageOutput(),
  handle: async ({ caller, query }) => {
    return toPageResult(await findErasures(caller.userId, query), toErasureOutput);
  },
});

export const getErasure = endpoint({
  method: 'GET',
  path: '/erasures/{id}',
  operationId: 'getErasure',
  summary: 'Get an erasure',
  description: 'Returns the progress of an erasure.',
  tag: 'Privacy',
  auth: 'key-or-session',
  recentSignIn: false,
  scope: 'messages:read',
  params: z.object({
    id: safeText
      .max(64)
      .meta({ description: 'The `_id` of the erasure.', example: exampleErasureId }),
  }),
  message: 'Erasure',
  output: erasureOutput,
  errors: ['not_found'],
  handle: async ({ caller, params }) => ({
    data: toErasureOutput(await findErasure(caller.userId, params.id)),
  }),
});
