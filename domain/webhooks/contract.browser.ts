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

/** Maximum endpoints of an account. */
export const maxEndpoints = 20;

/** Events of an endpoint that may be pending; the oldest beyond that fail, and can be replayed. */
export const maxPending = 100_000;

/** Maximum attempts of an event over all replays. */
export const maxAttempts = 1_000;

/**
 * Limits of an account per hour: a test event costs a row for 30 days, a replay up to eight requests, and listening up to
 * some thousand rows for two hours.
 */
export const maxPerHour = { tests: 300, replays: 1_000, recoveries: 60, listens: 60 };

/** How long events and their attempts are kept, in days. */
export const retentionDays = 30;

/** How long an earlier secret can sign as well, in hours. */
export const maxOverlapHours = 168;

/**
 * Appended to the texts of events about the account: their data are of live mode, so endpoints of test mode never get them.
 */
const liveOnly = 'Endpoints of test mode do not get it.';

/** The meaning of each type of event, for the documentation and the form of an endpoint. */
export const eventTypes = {
  'message.sent': 'A carrier has accepted all segments of a message.',
  'message.delivered': 'All segments of a message have arrived.',
  'message.undelivered': 'An operator reports that a message did not arrive.',
  'message.failed': 'A carrier or a rule has refused a message for good.',
  'message.expired': 'The validity of a message ended before a carrier accepted it.',
  'message.unknown': 'It is unknown whether a message was sent; a receipt may still say so.',
  'otp.sent': 'A one-time password is being sent, for the first time or again.',
  'otp.verified': 'The right code of a one-time password was entered.',
  'otp.expired': 'A one-time password was not verified in time.',
  'otp.exhausted': 'Too many wrong codes were entered.',
  'balance.low': `The account has used 80 % or 100 % of its messages of the month. ${liveOnly}`,
  'plan.changed': `A plan of the account has begun, or ended. ${liveOnly}`,
  'sender.suspect': `An operator rejects messages of a header or template. ${liveOnly}`,
  'webhook.disabled': `Another endpoint of the account was turned off. ${liveOnly}`,
  ping: 'A test.',
} as const;

export type EventType = keyof typeof eventTypes;

export const allEventTypes = Object.keys(eventTypes) as [EventType, ...EventType[]];

/** The type of an event, as callers name it. */
export const eventType = z.enum(allEventTypes).meta({ example: 'message.delivered' });

const time = z.iso.datetime();

const eventStates = ['pending', 'delivered', 'failed', 'discarded'] as const;

export const listEventsInput = pageInput.extend({
  after: safeText.max(64).optional().meta({
    description: 'The `next` of the page before.',
    example: exampleValues.eventId,
  }),
  endpoint: safeText.max(64).optional().meta({
    description: 'Only events of this endpoint, which may be deleted. None of an unknown one.',
    example: exampleValues.endpointId,
  }),
  type: eventType.optional().meta({ description: 'Of this type only.', example: 'message.failed' }),
  status: z.enum(eventStates).optional().meta({ description: 'In this state only.' }),
  from: timeInput.optional().meta({
    description: 'Recorded at or after.',
    example: '2026-04-01T00:00:00+05:30',
  }),
  to: timeInput.optional().meta({
    description: 'Recorded before.',
    example: '2026-05-01T00:00:00+05:30',
  }),
});

export type ListEventsInput = z.output<typeof listEventsInput>;

export const eventOutput = z.object({
  _id: z.string().meta({
    description: 'The header `webhook-id` of every attempt.',
    example: exampleValues.eventId,
  }),
  endpoint: z.string().meta({ example: exampleValues.endpointId }),
  type: z.string().meta({ example: 'message.delivered' }),
  livemode: z.boolean().meta({
    description: 'False for what test keys send, and for test events.',
    example: true,
  }),
  subject: z.string().nullable().meta({
    description: 'The id of what it is about, such as a message.',
    example: exampleValues.messageId,
  }),
  timestamp: time.meta({ description: 'When it happened.', example: exampleValues.settledAt }),
  status: z.enum(eventStates).meta({
    description:
      '`failed`: no attempt is left. `discarded`: the endpoint was deleted, or what it is about.',
  }),
  attempts: z.int().meta({ example: 1 }),
  lastStatus: z.int().nullable().meta({
    description: 'The HTTP status of the last attempt; null if there was no answer.',
    example: 200,
  }),
  lastError: z.string().nullable().meta({ description: 'Why the last one failed.', example: null }),
  durationMs: z.int().nullable().meta({ example: 87 }),
  nextAttemptAt: time.nullable().meta({ example: null }),
  deliveredAt: time.nullable().meta({ example: exampleValues.settledAt }),
});

export type EventOutput = z.infer<typeof eventOutput>;

/** The body of a request to an endpoint. */
export const eventPayload = z.object({
  type: z.string().meta({ example: 'message.delivered' }),
  timestamp: time.meta({ description: 'When it happened.', example: exampleValues.settledAt }),
  livemode: z.boolean().meta({
    description: 'False for what test keys send, and for test events.',
    example: true,
  }),
  data: z.record(z.string(), z.unknown()).meta({
    description: 'What the documentation of the type says.',
    example: { _id: exampleValues.messageId, status: 'delivered', version: 2 },
  }),
});

export type EventPayload = z.infer<typeof eventPayload>;

/** An event with the posted body, which is null once the event's subject is deleted. */
export const eventWithPayloadOutput = eventOutput.extend({
  payload: eventPayload.nullable().meta({
    description:
      'What is posted, as it would be now: without what was erased since. Null once what it is about is deleted.',
  }),
});

export const attemptOutput = z.object({
  number: z.int().meta({ example: 1 }),
  at: time.meta({ example: exampleValues.settledAt }),
  durationMs: z.int().meta({ example: 87 }),
  status: z.int().nullable().meta({ description: 'The HTTP status.', example: 200 }),
  error: z.string().nullable().meta({ description: 'Why it failed.', example: null }),
  response: z
    .string()
    .nullable()
    .meta({ description: 'The beginning of the answer, up to 1 KiB.', example: 'ok' }),
});

export type AttemptOutput = z.infer<typeof attemptOutput>;

export const sendTestInput = z.object({
  type: eventType.default('ping').meta({
    description: 'Of any type, also one that the endpoint does not get.',
    example: 'message.delivered',
  }),
});

export const recoverInput = z
  .object({
    since: timeInput.meta({
      description: `Recorded at or after; of the last ${retentionDays} days.`,
      example: '2026-04-01T00:00:00+05:30',
    }),
    until: timeInput.optional().meta({
      description: 'Recorded before; now, if it is left out.',
      example: '2026-05-01T00:00:00+05:30',
    }),
  })
  .meta({ description: 'The failed events of this span are posted again.' });

export type RecoverInput = z.output<typeof recoverInput>;

export const recoveryOutput = z.object({
  _id: z.string().meta({ example: 'whr_01KAF9V7Z5W3N8Q2R4T6Y8B0CD' }),
  endpoint: z.string().meta({ example: exampleValues.endpointId }),
  status: z.enum(['running', 'done', 'failed']).meta({
    description:
      '`failed`: it stopped before all events were looked at, as `failure` says. Begin another one for the rest.',
  }),
  since: time.meta({ example: exampleValues.createdAt }),
  until: time.meta({ example: exampleValues.settledAt }),
  looked: z.int().meta({ description: 'Events that were looked at so far.', example: 5_000 }),
  replayed: z.int().meta({ description: 'Those of them that are posted again.', example: 120 }),
  failure: z.string().nullable().meta({ description: 'Why it failed.', example: null }),
  createdAt: time.meta({ example: exampleValues.createdAt }),
  finishedAt: time.nullable().meta({ example: null }),
});

export type RecoveryOutput = z.infer<typeof recoveryOutput>;

/** The fields of an event on which its `data` depends. */
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
 * Renders the `data` of events, by their ids; events with a deleted subject are left out. Other groups own the rows and
 * import this one, so the worker and the web pass the function in.
 */
export type RenderData = (events: EventToRender[]) => Promise<Map<string, Record<string, unknown>>>;

/** Headers that each request to an endpoint has, beside those of `signPayload`. */
export const fixedHeaders = {
  'content-type': 'application/json',
  'user-agent': 'Dakiya-Webhooks/1',
} as const;
