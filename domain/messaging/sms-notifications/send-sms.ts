import { createHash } from 'node:crypto';
import { z } from 'zod';
import { countSegments } from '#domain/messaging/messages/segments.browser.ts';
import { sendIdentified } from '#domain/messaging/messages/send-message.ts';
import type { SendSms } from '#domain/notifications/channels/contract.browser.ts';
import { DomainError } from '#domain/shared/errors.browser.ts';
import { clock } from '#platform/clock.browser.ts';
import { defineSettings } from '#platform/settings.ts';
import { senderId } from '../messages/settings.ts';
import { systemCaller } from './system-caller.ts';
import { toOneSegment } from './to-one-segment.ts';

const smsNotificationSettings = defineSettings({
  NOTIFICATION_SENDER_ID: senderId.default('DAKIYA'),
  NOTIFICATION_TEMPLATE_ID: z.string().optional(),
});

/** Temporary errors. */
const temporaryCodes = new Set(['rate_limited', 'unavailable']);

/** Sends a notification as a message of the installation's own account. */
export const sendSms: SendSms = async (notificationId, recipient, subject) => {
  const text = toOneSegment(`Dakiya: ${subject}`);
  const caller = await systemCaller();
  const idempotency = {
    scope: caller.userId,
    key: notificationId,
    requestId: notificationId,
    requestHash: createHash('sha256').update(notificationId).digest(),
  };
  const message = {
    ...{ recipient, content: { text, ...countSegments(text) } },
    sender: smsNotificationSettings.NOTIFICATION_SENDER_ID,
    templateId: smsNotificationSettings.NOTIFICATION_TEMPLATE_ID ?? null,
    ...{ entityId: null, isPromotional: false, mayWait: false, scheduledFor: null, warnings: [] },
  };
  try {
    const { data } = await sendIdentified(caller, message, clock.now(), idempotency);
    return { kind: 'sent', messageId: data._id };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    const { message: reason, code, retryAfterSeconds } = error;
    return {
      kind: 'refused',
      reason,
      retry: temporaryCodes.has(code),
      retryAfterSeconds: retryAfterSeconds ?? null,
    };
  }
};
