import { z } from 'zod';
import { toViewer } from '#app/api/pipeline/authenticate.server.ts';
import type { Caller } from '#domain/identity/api-keys/contract.browser.ts';
import { sendMessageInput } from '#domain/messaging/messages/contract.ts';
import { getMessage, listMessages } from '#domain/messaging/messages/find-messages.ts';
import type { MessageOutput } from '#domain/messaging/messages/outputs.ts';
import { sendMessage } from '#domain/messaging/messages/send-message.ts';
import { deleteText } from '#domain/messaging/privacy/purge-messages.ts';
import { cancelScheduled } from '#domain/messaging/scheduling/scheduled-messages.ts';
import { DomainError } from '#domain/shared/errors.browser.ts';
import { safeText } from '#domain/shared/text.browser.ts';
import { prepareCallback } from '#domain/webhooks/callbacks/message-callbacks.ts';
import { toSid, toTwilioErrorCode, toTwilioStatus } from '#domain/webhooks/formats/twilio.ts';
import {
  ignored,
  only,
  parseFields,
  Replayed,
  requireId,
  twilioEndpoint,
  withParam,
} from './twilio-endpoint.server.ts';

const apiVersion = '2010-04-01';

/** Converts a time to RFC 2822 with the UTC offset that Twilio writes. */
const toDate = (iso: string | null) => iso && new Date(iso).toUTCString().replace('GMT', '+0000');

/**
 * Returns a message as Twilio's resource. The body is empty if the text was deleted or was never readable.
 */
function toResource(message: MessageOutput, serviceSid: string | null = null) {
  const account = toSid('AC', message.user);
  const sid = toSid('SM', message._id);
  const uri = `/${apiVersion}/Accounts/${account}/Messages/${sid}`;
  return {
    ...{ account_sid: account, api_version: apiVersion, sid, uri: `${uri}.json` },
    body: message.content ?? '',
    ...{ from: message.serverNumber, to: message.recipient, messaging_service_sid: serviceSid },
    ...{ direction: 'outbound-api', status: toTwilioStatus(message.status) },
    ...{ num_media: '0', num_segments: String(message.segments) },
    ...{ price: null, price_unit: 'INR' },
    error_code: toTwilioErrorCode(message),
    error_message: toTwilioErrorCode(message) === null ? null : message.reason,
    date_created: toDate(message.createdAt),
    date_sent: toDate(message.sentAt),
    date_updated: toDate(message.settledAt ?? message.sentAt ?? message.createdAt),
    subresource_uris: { media: `${uri}/Media.json` },
  };
}

const createInput = z.object({
  To: z.string(),
  Body: z.string({ error: 'Dakiya sends only texts: the parameter Body is required.' }),
  From: z.string().optional(),
  MessagingServiceSid: z.string().optional(),
  StatusCallback: safeText.max(2_000).optional(),
  SendAt: z.string().optional(),
  ScheduleType: only('fixed'),
  // Dakiya ignores these parameters or accepts only one value, because they do not change an SMS.
  ...{ Attempt: ignored, ForceDelivery: ignored, ProvideFeedback: only('false') },
  ...{ ContentRetention: only('retain'), AddressRetention: only('retain') },
  ...{ ShortenUrls: only('false'), SmartEncoded: only('false'), SendAsMms: only('false') },
  ...{ RiskCheck: only('enable') },
});

/** Returns the header to send under; undefined for the account's default header. */
function readSender(
  { userId }: Caller,
  { From, MessagingServiceSid }: z.output<typeof createInput>,
) {
  if (MessagingServiceSid) {
    const own = toSid('MG', userId);
    if (MessagingServiceSid.toLowerCase() !== own.toLowerCase()) {
      const message = `The only messaging service of this account is ${own}. It sends under your default header. To use another header, send that header as From.`;
      throw new DomainError('invalid_parameter', { param: 'MessagingServiceSid', message });
    }
    return From;
  }
  if (From) return From;
  const message = `Send your DLT header as From. Or, to use your default header, send ${toSid('MG', userId)} as MessagingServiceSid.`;
  throw new DomainError('dlt_header_required', { param: 'From', message });
}

const names: Record<string, string> = {
  ...{ recipient: 'To', message: 'Body', sender_id: 'From', send_at: 'SendAt' },
};

const toMessage = (fields: Record<string, unknown>) => parseFields(sendMessageInput, fields, names);

const ofMessages = `/${apiVersion}/Accounts/{AccountSid}/Messages`;

const createMessage = twilioEndpoint({
  method: 'POST',
  path: ofMessages,
  scope: 'messages:send',
  apiCall: 'counted-with-send',
  idempotent: true,
  body: createInput,
  status: 201,
  handle: async ({ caller, body, idempotency, client }) => {
    const sender = readSender(caller, body);
    const input = toMessage({
      ...{ recipient: body.To, message: body.Body, sender_id: sender, send_at: body.SendAt },
    });
    const author = { ...caller, from: client.address };
    const url = body.StatusCallback;
    const addCallback = url ? await prepareCallback(author, url, 'StatusCallback') : undefined;
    const sending = sendMessage(caller, input, idempotency, addCallback);
    const { data, replayed } = await sending.catch((error) => {
      throw withParam(error, names);
    });
    const resource = toResource(data, body.MessagingServiceSid ?? null);
    return replayed ? new Replayed(resource) : resource;
  },
});

const fetchMessage = twilioEndpoint({
  method: 'GET',
  path: `${ofMessages}/{Sid}`,
  scope: 'messages:read',
  handle: async ({ caller, params, client }) =>
    toResource(
      await getMessage(toViewer(caller, client), requireId('SM', params.Sid), caller.livemode),
    ),
});

/** A day in UTC, or a time. */
const dateInput = z.union([z.iso.date(), z.iso.datetime({ offset: true })], {
  error: 'Send a day such as 2026-04-06, or a time such as 2026-04-06T09:30:00Z.',
});

const listInput = z.strictObject(
  {
    To: z.string().optional(),
    From: z.string().optional(),
    DateSent: dateInput.optional(),
    'DateSent<': dateInput.optional(),
    'DateSent>': dateInput.optional(),
    PageSize: z.coerce.number().int().min(1).default(50),
    Page: z.coerce.number().int().min(0).default(0),
    PageToken: z.string().optional(),
  },
  { error: (issue) => (issue.code === 'unrecognized_keys' ? unknownFilter : undefined) },
);

const unknownFilter =
  'Dakiya supports the parameters To, From, DateSent, PageSize and PageToken here.';

const dayMs = 24 * 3_600_000;

/**
 * The time range of the filters. `DateSent` without an operator selects a whole day in UTC, even if its
 * value is a time.
 */
function readRange(query: z.output<typeof listInput>) {
  const at = (text: string | undefined) => text && new Date(text).toISOString();
  const { DateSent, 'DateSent>': from, 'DateSent<': before } = query;
  if (DateSent === undefined) return { from: at(from), to: at(before) };
  const day = Date.parse(new Date(DateSent).toISOString().slice(0, 10));
  return { from: new Date(day).toISOString(), to: new Date(day + dayMs).toISOString() };
}

/**
 * Maximum number of messages on a page. Twilio allows 1,000; its clients fetch the next pages
 * automatically.
 */
const maxPageSize = 100;

const listTwilioMessages = twilioEndpoint({
  method: 'GET',
  path: ofMessages,
  scope: 'messages:read',
  query: listInput,
  handle: async ({ caller, query, client }) => {
    const { Page: page, PageToken: token } = query;
    if (page > 0 && token === undefined) {
      const message = 'Follow next_page_uri, which has a PageToken, instead of counting pages.';
      throw new DomainError('invalid_parameter', { param: 'Page', message });
    }
    const size = Math.min(query.PageSize, maxPageSize);
    const recipient = query.To && toMessage({ recipient: query.To, message: '.' }).recipient;
    const { entries, next } = await listMessages(toViewer(caller, client), {
      ...{ limit: size, livemode: caller.livemode, recipient: recipient || undefined },
      ...{ sender: query.From, ...readRange(query) },
      after: token === undefined ? undefined : requireId('SM', token.replace(/^PA/, '')),
    });
    const toUri = (more: Record<string, string>) => {
      const base = `/${apiVersion}/Accounts/${toSid('AC', caller.userId)}/Messages.json`;
      const filters = (['To', 'From', 'DateSent', 'DateSent<', 'DateSent>'] as const).flatMap(
        (name): [string, string][] => (query[name] === undefined ? [] : [[name, query[name]]]),
      );
      return `${base}?${new URLSearchParams([...filters, ...Object.entries(more)])}`;
    };
    const common = { PageSize: String(size) };
    const start = page * size;
    return {
      ...{ page, page_size: size, start, end: start + Math.max(0, entries.length - 1) },
      uri: toUri({ ...common, Page: String(page), ...(token && { PageToken: token }) }),
      first_page_uri: toUri({ ...common, Page: '0' }),
      next_page_uri:
        next && toUri({ ...common, Page: String(page + 1), PageToken: `PA${toSid('SM', next)}` }),
      previous_page_uri: null,
      messages: entries.map((entry) => toResource(entry)),
    };
  },
});

const updateInput = z.object({ Body: z.string().optional(), Status: z.string().optional() });

const updateMessage = twilioEndpoint({
  method: 'POST',
  path: `${ofMessages}/{Sid}`,
  scope: 'messages:send',
  body: updateInput,
  handle: async ({ caller, params, body, client }) => {
    const id = requireId('SM', params.Sid);
    const viewer = toViewer(caller, client);
    const message = await getMessage(viewer, id, caller.livemode);
    if (body.Status !== undefined) {
      if (body.Status === 'canceled') return toResource(await cancelScheduled(caller, id));
      const text = 'The only status that can be set is canceled.';
      throw new DomainError('invalid_parameter', { message: text });
    }
    if (body.Body !== '') {
      const text = 'The text of a message cannot be changed. An empty Body deletes it.';
      throw new DomainError('invalid_parameter', { message: text });
    }
    await deleteText(caller, id);
    return toResource({ ...message, content: null });
  },
});

const deleteMessage = twilioEndpoint({
  method: 'DELETE',
  path: `${ofMessages}/{Sid}`,
  scope: 'messages:send',
  handle: async ({ caller, params }) => {
    await deleteText(caller, requireId('SM', params.Sid));
    return null;
  },
});

function toAccount({ userId, livemode }: Caller) {
  const sid = toSid('AC', userId);
  const uri = `/${apiVersion}/Accounts/${sid}`;
  return {
    ...{ sid, owner_account_sid: sid, friendly_name: 'Dakiya', status: 'active' },
    ...{ type: livemode ? 'Full' : 'Trial', uri: `${uri}.json` },
    subresource_uris: { messages: `${uri}/Messages.json` },
  };
}

/** Lets a program look up its account sid, and check its credentials as it would with Twilio. */
export const accountEndpoints = [
  twilioEndpoint({
    method: 'GET',
    path: `/${apiVersion}/Accounts`,
    scope: 'messages:send',
    apiCall: 'free',
    handle: async ({ caller }) => {
      const uri = `/${apiVersion}/Accounts.json?PageSize=50&Page=0`;
      return {
        ...{ page: 0, page_size: 50, start: 0, end: 0, uri, first_page_uri: uri },
        ...{ next_page_uri: null, previous_page_uri: null, accounts: [toAccount(caller)] },
      };
    },
  }),
  twilioEndpoint({
    method: 'GET',
    path: `/${apiVersion}/Accounts/{AccountSid}`,
    scope: 'messages:send',
    apiCall: 'free',
    handle: async ({ caller }) => toAccount(caller),
  }),
];

export const messageEndpoints = [
  createMessage,
  listTwilioMessages,
  fetchMessage,
  updateMessage,
  deleteMessage,
];
