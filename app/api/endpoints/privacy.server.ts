import { z } from 'zod';
import {
  readRecipientData,
  recipientDataOutput,
} from '#domain/messaging/privacy/recipient-data.ts';
import { textViewOutput } from '#domain/messaging/text-views/contract.ts';
import { listTextViews as list } from '#domain/messaging/text-views/record-text-views.ts';
import { exampleValues } from '#domain/shared/example-values.browser.ts';
import { pageInput } from '#domain/shared/page.browser.ts';
import { safeText } from '#domain/shared/text.browser.ts';
import { recipientInput } from '#domain/sms/addresses.ts';
import { endpoint } from '../endpoint.ts';
import { toViewer } from '../to-viewer.server.ts';
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
