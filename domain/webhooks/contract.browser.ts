import { z } from 'zod';
import { exampleValues } from '#domain/shared/example-values.browser.ts';
import { pageInput } from '#domain/shared/page.browser.ts';
import { safeText } from '#domain/shared/text.browser.ts';
import { timeInput } from '#domain/shared/time-input.browser.ts';

declare module '#platform/ids.ts' {
  interface IdPrefixes {
    whe: 'webhook_endpoints';
    whs: 'webhook_secrets';
    evt: 'webhook_events';
    whr: 'webhook_recoveries';
  }
}

export const maxEndpoints = 20;

/** Maximum number of pending events per endpoint. Beyond it, the oldest events fail; they can be replayed. */
export const maxPending = 100_000;

/** Maximum number of attempts per event, over all replays. */
export const maxAttempts = 1_000;

/**
 * Limits per account and hour. A test event is stored for 30 days, a replay makes up to eight requests, and a listener
 * stores about a thousand events for up to two hours.
 */
export const maxPerHour = { tests: 300, replays: 1_000, recoveries: 60, listens: 60 };

/** How long events and their attempts are kept, in days. */
export const retentionDays = 30;

/** Maximum number of hours for which events are also signed with an earlier secret. */
export const maxOverlapHours = 168;

/** Appended to the descriptions of account events, which test-mode endpoints never get. */
const liveOnly = 'Only endpoints in live mode get this event.';

/** The description of each event type, for the documentation and the endpoint form. */
export const eventTypes = {
  'message.sent': 'A carrier has accepted all segments of a message.',
  'message.delivered': 'All segments of a message have arrived.',
  'message.undelivered': 'An operator reports that a message did not arrive.',
  'message.failed': 'A carrier, or our check before sending, has permanently rejected a message.',
  'message.expired': 'The validity of a message ended before a carrier accepted all its segments.',
  'message.unknown':
    'The carrier of a message did not respond, so it is unknown whether the message was sent. A late receipt may still give the result.',
  'otp.sent': 'A one-time password is being sent, for the first time or again.',
  'otp.verified': 'The correct code of a one-time password was entered.',
  'otp.expired': 'A one-time password was not verified in time.',
  'otp.exhausted':
    'Too many wrong codes were entered for a one-time password, so it no longer works.',
  'balance.low': `The account has used 80 % or 100 % of its messages of the usage month. ${liveOnly}`,
  'plan.changed': `A paid plan of the account has begun, has ended, or has a new period. ${liveOnly}`,
  'sender.suspect': `A header or template was turned off, because an operator rejects messages with it. ${liveOnly}`,
  'webhook.disabled': `Another endpoint of the account was turned off, because its server answered 410 or failed for days. ${liveOnly}`,
  ping: 'A test event without data.',
} as const;

export type EventType = keyof typeof eventTypes;

export const allEventTypes = Object.keys(eventTypes) as [EventType, ...EventType[]];

/** The type of an event, as used by API clients. */
export const eventType = z.enum(allEventTypes).meta({ example: 'message.delivered' });

const time = z.iso.datetime();

const eventStates = ['pending', 'delivered', 'failed', 'discarded'] as const;

export const listEventsInput = pageInput.extend({
  after: safeText.max(64).optional().meta({
    description: 'The value of `next` in the previous page.',
    example: exampleValues.eventId,
  }),
  endpoint: safeText.max(64).optional().meta({
    description:
      'Only events of the endpoint with this `_id`, even if this endpoint has been deleted. For an unknown `_id`, the list is empty.',
    example: exampleValues.endpointId,
  }),
  type: eventType
    .optional()
    .meta({ description: 'Only events of this type.', example: 'message.failed' }),
  status: z.enum(eventStates).optional().meta({ description: 'Only events in this state.' }),
  from: timeInput.optional().meta({
    description: 'Only events recorded at or after this time.',
    example: '2026-04-01T00:00:00+05:30',
  }),
  to: timeInput.optional().meta({
    description: 'Only events recorded before this time.',
    example: '2026-05-01T00:00:00+05:30',
  }),
});

export type ListEventsInput = z.output<typeof listEventsInput>;

export const eventOutput = z.object({
  _id: z.string().meta({
    description: 'The id of the event, as in the header `webhook-id` of every attempt.',
    example: exampleValues.eventId,
  }),
  endpoint: z.string().meta({ example: exampleValues.endpointId }),
  type: z.string().meta({ example: 'message.delivered' }),
  livemode: z.boolean().meta({
    description:
      'False for test events, and for events about messages and codes that were sent with a test key.',
    example: true,
  }),
  subject: z.string().nullable().meta({
    description:
      'The id of the message or one-time password that the event is about; null for other events and test events.',
    example: exampleValues.messageId,
  }),
  timestamp: time.meta({
    description: 'When the event happened.',
    example: exampleValues.settledAt,
  }),
  status: z.enum(eventStates).meta({
    description:
      '`pending`: the event waits for its first or next attempt. `delivered`: your server answered 2xx. `failed`: no attempt is left. `discarded`: the endpoint was deleted, or the message or one-time password that the event is about.',
  }),
  attempts: z.int().meta({ example: 1 }),
  lastStatus: z.int().nullable().meta({
    description:
      'The HTTP status of the last attempt; null if the attempt got no response, or there was no attempt yet.',
    example: 200,
  }),
  lastError: z.string().nullable().meta({
    description: 'Why the last attempt failed; null if it succeeded, or there was no attempt yet.',
    example: null,
  }),
  durationMs: z.int().nullable().meta({ example: 87 }),
  nextAttemptAt: time.nullable().meta({
    description: 'When the next attempt is due; null if no attempt is due.',
    example: null,
  }),
  deliveredAt: time.nullable().meta({ example: exampleValues.settledAt }),
});

export type EventOutput = z.infer<typeof eventOutput>;

/** The body of a request to an endpoint. */
export const eventPayload = z.object({
  type: z.string().meta({ example: 'message.delivered' }),
  timestamp: time.meta({
    description: 'When the event happened.',
    example: exampleValues.settledAt,
  }),
  livemode: z.boolean().meta({
    description:
      'False for test events, and for events about messages and codes that were sent with a test key.',
    example: true,
  }),
  data: z.record(z.string(), z.unknown()).meta({
    description: 'The data of the event. Its fields depend on `type`.',
    example: { _id: exampleValues.messageId, status: 'delivered', version: 2 },
  }),
});

export type EventPayload = z.infer<typeof eventPayload>;

/** An event with the posted body. The body is null if the event's subject was deleted. */
export const eventWithPayloadOutput = eventOutput.extend({
  payload: eventPayload.nullable().meta({
    description:
      'The body as it would be posted now, without erased texts and numbers. Null if the message or code of the event has been deleted.',
  }),
});

export const attemptOutput = z.object({
  number: z.int().meta({ example: 1 }),
  at: time.meta({ example: exampleValues.settledAt }),
  durationMs: z.int().meta({ example: 87 }),
  status: z.int().nullable().meta({
    description: 'The HTTP status; null without a response.',
    example: 200,
  }),
  error: z
    .string()
    .nullable()
    .meta({ description: 'Why the attempt failed; null if it succeeded.', example: null }),
  response: z.string().nullable().meta({
    description: 'The beginning of the response body, up to 1 KiB; null without a response.',
    example: 'ok',
  }),
});

export type AttemptOutput = z.infer<typeof attemptOutput>;

export const sendTestInput = z.object({
  type: eventType.default('ping').meta({
    description: 'The type of the test event. The endpoint need not subscribe to this type.',
    example: 'message.delivered',
  }),
});

export const recoverInput = z
  .object({
    since: timeInput.meta({
      description: `The beginning of the time range, inclusive. Events are kept for ${retentionDays} days.`,
      example: '2026-04-01T00:00:00+05:30',
    }),
    until: timeInput.optional().meta({
      description: 'The end of the time range, exclusive. Default: now.',
      example: '2026-05-01T00:00:00+05:30',
    }),
  })
  .meta({ description: 'The time range in which the failed events were recorded.' });

export type RecoverInput = z.output<typeof recoverInput>;

export const recoveryOutput = z.object({
  _id: z.string().meta({ example: 'whr_01KAF9V7Z5W3N8Q2R4T6Y8B0CD' }),
  endpoint: z.string().meta({ example: exampleValues.endpointId }),
  status: z.enum(['running', 'done', 'failed']).meta({
    description:
      '`failed`: the recovery stopped before it had checked all events, and `failure` says why. Start another recovery for the rest.',
  }),
  since: time.meta({ example: exampleValues.createdAt }),
  until: time.meta({ example: exampleValues.settledAt }),
  looked: z.int().meta({
    description: 'How many events of the time range the recovery has checked so far.',
    example: 5_000,
  }),
  replayed: z.int().meta({
    description: 'How many of the checked events had failed and are posted again.',
    example: 120,
  }),
  failure: z
    .string()
    .nullable()
    .meta({ description: 'Why the recovery failed; null if it did not fail.', example: null }),
  createdAt: time.meta({ example: exampleValues.createdAt }),
  finishedAt: time.nullable().meta({ example: null }),
});

export type RecoveryOutput = z.infer<typeof recoveryOutput>;

/** The fields of an event that are needed to render its `data`. */
export type EventToRender = {
  id: string;
  userId: string;
  type: EventType;
  subjectId: string | null;
  at: Date;
  version: number | null;
  reason: string | null;
  includesText: boolean;
};

/**
 * Renders the `data` of events, and returns it by event id. Events with a deleted subject are omitted. The worker and the
 * web server pass this function in, because this group cannot import the groups that own the subjects: they import this
 * group.
 */
export type RenderData = (events: EventToRender[]) => Promise<Map<string, Record<string, unknown>>>;

/** The headers of every request to an endpoint, in addition to those of `signPayload`. */
export const fixedHeaders = {
  'content-type': 'application/json',
  'user-agent': 'Dakiya-Webhooks/1',
} as const;
