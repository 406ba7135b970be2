import { createHash } from 'node:crypto';
import { z } from 'zod';
import { allKeyScopes, type Caller } from '#domain/identity/api-keys/contract.browser.ts';
import { defaultSettings } from '#domain/identity/settings/contract.browser.ts';
import { findFinalStates } from '#domain/messaging/messages/find-messages.ts';
import { sendIdentified } from '#domain/messaging/messages/send-message.ts';
import type { SendSms } from '#domain/notifications/channels/contract.browser.ts';
import { DomainError } from '#domain/shared/errors.browser.ts';
import { senderId } from '#domain/sms/addresses.ts';
import { countSegments } from '#domain/sms/segments.browser.ts';
import { clock } from '#platform/clock.browser.ts';
import { prisma, query } from '#platform/db.ts';
import { defineSettings } from '#platform/settings.ts';

const smsNotificationSettings = defineSettings({
  NOTIFICATION_SENDER_ID: senderId.default('DAKIYA'),
  NOTIFICATION_TEMPLATE_ID: z.string().optional(),
});

/** Codes of temporary errors, after which the notification is sent again. */
const temporaryCodes = new Set(['rate_limited', 'unavailable']);

/**
 * The installation's own account. It has no password and no API key. Its email address is invalid, so the address cannot be
 * used to sign up, to sign in or to reset a password. Its usage period has no end and no practical limit.
 */
const caller: Caller = {
  userId: 'usr_system',
  keyId: 'dk_system',
  requestId: null,
  livemode: true,
  scopes: allKeyScopes,
  restriction: null,
  periodId: 'use_system',
  maySend: true,
  isSuspended: false,
  onDefaultPlan: false,
  settings: defaultSettings,
};

const statement = `
  WITH account AS (
    INSERT INTO users (id, name, email, email_key, email_confirmed_at, created_at)
    VALUES ($1, 'Dakiya', 'system', 'system', $3, $3) ON CONFLICT DO NOTHING
  )
  INSERT INTO usage_periods (id, user_id, plan_id, starts_at, ends_at, message_limit, api_call_limit)
  VALUES ($2, $1, 'pln_system', $3, '9999-12-31', 2147483647, 2147483647) ON CONFLICT DO NOTHING`;

/** The caller that sends the installation's own SMS; its account is created on first use. */
export async function systemCaller(): Promise<Caller> {
  await query('make-system-account', statement, [caller.userId, caller.periodId, clock.now()]);
  return caller;
}

export const systemUserId = caller.userId;

const maxLength = 160;

/**
 * Fits a text into one GSM-7 segment. Characters outside GSM-7 lose their accents or become question marks,
 * and a long text is cut and ends with three dots.
 */
export function toOneSegment(text: string): string {
  const plain = [...text.replace(/\s+/g, ' ').replaceAll('₹', 'Rs ')].map(toGsm).join('');
  if (fits(plain)) return plain;
  for (let length = maxLength - 3; ; length--) {
    const cut = `${plain.slice(0, length).trimEnd()}...`;
    if (fits(cut)) return cut;
  }
}

const isGsm = (character: string) => countSegments(character).encoding === 'gsm7';

function toGsm(character: string): string {
  if (isGsm(character)) return character;
  const bare = character.normalize('NFKD').replace(/\p{M}/gu, '');
  return bare !== '' && [...bare].every(isGsm) ? bare : '?';
}

const fits = (text: string) => text.length <= maxLength && countSegments(text).segments <= 1;

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
    ...{
      entityId: null,
      isPromotional: false,
      mayWait: false,
      scheduledFor: null,
      dueAt: null,
      warnings: [],
    },
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

/** Since when SMS notifications have been failing, and the latest reason. */
export type Failing = { since: Date; reason: string | null };

/** How many of a user's latest SMS notifications are checked. */
const maxChecked = 20;

/**
 * Whether a user's SMS notifications currently fail.
 *
 * @returns null if the latest SMS notification with a final state was delivered
 */
export async function smsFailures(userId: string): Promise<Failing | null> {
  const sent = await prisma.notification.findMany({
    where: { userId, channel: 'sms', messageId: { not: null } },
    orderBy: { id: 'desc' },
    take: maxChecked,
  });
  const endsById = await findFinalStates(sent.flatMap(({ messageId }) => messageId ?? []));
  let failing: Failing | null = null;
  for (const { messageId, createdAt } of sent) {
    const end = endsById.get(messageId ?? '');
    if (end?.state === 'delivered') break;
    if (end) failing = { since: createdAt, reason: failing ? failing.reason : end.reason };
  }
  return failing;
}
