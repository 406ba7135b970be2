import type { z } from 'zod';
import { messageWithTimelineOutput } from '#domain/messaging/messages/outputs.ts';
import { type OtpWithAttempts, otpWithAttemptsOutput } from '#domain/messaging/otp/contract.ts';
import { accountEventData } from '#domain/notifications/webhooks/account-event-data.ts';
import type { EventType } from '#domain/notifications/webhooks/event-types.browser.ts';
import { messageExample, type SettledState } from './message-examples.ts';

/** The `data` of all events about messages: what `GET /messages/{id}` returns. */
export const messageEventData = messageWithTimelineOutput;

/** The `data` of all events about one-time passwords: what `GET /otps/{id}` returns. */
export const otpEventData = otpWithAttemptsOutput;

const messageIn = (state: SettledState) =>
  messageEventData.meta({ example: messageExample(state) });

function otpIn(status: OtpWithAttempts['status']) {
  const { shape } = otpEventData;
  return otpEventData.extend({
    status: shape.status.meta({ example: status }),
    // Of a call that named no channels.
    sendAttempts: shape.sendAttempts.meta({ example: [] }),
  });
}

/** The schema of each type's `data`, with an example that fits the type. */
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
