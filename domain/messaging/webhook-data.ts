import type { z } from 'zod';
import type { MessageState } from '#domain/messaging/messages/contract.ts';
import { readMessagesAt } from '#domain/messaging/messages/find-messages.ts';
import { deliveredExample, messageWithTimelineOutput } from '#domain/messaging/messages/outputs.ts';
import { type OtpWithAttempts, otpWithAttemptsOutput } from '#domain/messaging/otp/contract.ts';
import { type OtpAt, readOtpsAt } from '#domain/messaging/otp/get-otp.ts';
import { recordTextViews, type Viewer } from '#domain/messaging/text-views/record-text-views.ts';
import { exampleValues } from '#domain/shared/example-values.browser.ts';
import { accountEventData } from '#domain/webhooks/account-event-data.ts';
import type { EventToRender, EventType, RenderData } from '#domain/webhooks/contract.browser.ts';

/** The `data` of all events about messages: what `GET /messages/{id}` returns. */
export const messageEventData = messageWithTimelineOutput;

/** The `data` of all events about one-time passwords: what `GET /otps/{id}` returns. */
export const otpEventData = otpWithAttemptsOutput;

/** The message states that cause a webhook event. */
type SettledState = Exclude<MessageState, 'queued' | 'submitting'>;

const [queued, submitted, receipt] = deliveredExample.timeline;
const { settledAt } = exampleValues;
const expiresAt = '2026-04-07T09:30:00.000Z';

const withReceipt = { sentAt: exampleValues.sentAt, settledAt, version: 2 };
const withoutReceipt = { sentAt: null, settledAt, version: 1 };

/** The fields in which each state's example differs from the example of a delivered message. */
const differences: Record<SettledState, object> = {
  sent: { ...withReceipt, settledAt: null, version: 1, timeline: [queued, submitted] },
  delivered: {},
  undelivered: {
    ...withReceipt,
    reason: 'UNDELIV 001',
    timeline: [queued, submitted, { ...receipt, status: 'UNDELIV', errorCode: '001' }],
  },
  failed: {
    ...withoutReceipt,
    reason: 'refused with 0x0000000B',
    timeline: [
      queued,
      {
        ...{ ...submitted, at: settledAt, event: 'refused', carrierMessageId: null },
        status: '0x0000000B',
      },
    ],
  },
  expired: {
    ...{ ...withoutReceipt, settledAt: expiresAt, reason: 'validity period over' },
    timeline: [queued, { ...queued, at: expiresAt, event: 'expired' }],
  },
  unknown: {
    ...{ ...withoutReceipt, settledAt: null, reason: 'no answer from the carrier' },
    timeline: [
      queued,
      { ...submitted, at: settledAt, event: 'unanswered', carrierMessageId: null },
    ],
  },
};

/** An example message in this state. All its fields fit the state. */
const messageExample = (state: SettledState) => ({
  ...deliveredExample,
  ...differences[state],
  status: state,
});

const messageIn = (state: SettledState) =>
  messageEventData.meta({ example: messageExample(state) });

function otpIn(status: OtpWithAttempts['status']) {
  const { shape } = otpEventData;
  return otpEventData.extend({
    status: shape.status.meta({ example: status }),
    // The example was sent without `channels`, so it has no send attempts.
    sendAttempts: shape.sendAttempts.meta({ example: [] }),
  });
}

/** The schema of the `data` of each event type, with an example for that type. */
export const eventData: Record<EventType, z.ZodObject> = {
  'message.sent': messageIn('sent'),
  'message.delivered': messageIn('delivered'),
  'message.undelivered': messageIn('undelivered'),
  'message.failed': messageIn('failed'),
  'message.expired': messageIn('expired'),
  'message.unknown': messageIn('unknown'),
  'otp.sent': otpIn('pending'),
  'otp.verified': otpIn('verified'),
  'otp.expired': otpIn('expired'),
  'otp.exhausted': otpIn('exhausted'),
  ...accountEventData,
};

/** Renders the `data` of events about messages and one-time passwords. */
export const renderWebhookData: RenderData = async (events) => {
  const ofMessages = events.filter(({ type }) => type.startsWith('message.'));
  const ofOtps = events.filter(({ type }) => type.startsWith('otp.'));
  const [messages, otps] = await Promise.all([
    readMessagesAt(ofMessages.map(toMessageAt)),
    readOtpsAt(ofOtps.map(toOtpAt)),
  ]);
  return new Map<string, Record<string, unknown>>([
    ...ofMessages.flatMap(({ id, includesText }, i) => {
      const message = messages[i];
      if (!message) return [];
      // Events never contain codes, unlike `GET /messages/{id}`, which returns the code that a test key
      // sent.
      const hasText = includesText && message.kind !== 'otp';
      return [[id, hasText ? message : { ...message, content: null }] as const];
    }),
    ...ofOtps.flatMap(({ id }, i) => {
      const otp = otps[i];
      return otp ? [[id, otp] as const] : [];
    }),
  ]);
};

/**
 * Renders the same data as `renderWebhookData`, for payloads that a person or an API key reads, and records that the
 * person or key has viewed the texts.
 */
export const renderWebhookDataFor =
  (viewer: Viewer): RenderData =>
  async (events) => {
    const rendered = await renderWebhookData(events);
    const seen = [...rendered.values()].flatMap(({ _id, content }) =>
      typeof _id === 'string' && typeof content === 'string' ? [{ _id, content }] : [],
    );
    await recordTextViews(viewer, seen);
    return rendered;
  };

const stateOf = (type: string) => type.slice(type.indexOf('.') + 1);

const toMessageAt = ({ subjectId, userId, type, at, version, reason }: EventToRender) => ({
  ...{ id: subjectId ?? '', userId, at, version: version ?? 0, reason },
  state: stateOf(type) as MessageState,
});

const toOtpAt = ({ subjectId, userId, type }: EventToRender): OtpAt => ({
  ...{ id: subjectId ?? '', userId },
  state: (type === 'otp.sent' ? 'pending' : stateOf(type)) as OtpAt['state'],
});
