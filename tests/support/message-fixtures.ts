import { getCurrentUsagePeriod } from '#domain/billing/usage/get-current-usage-period.ts';
import type { Attempt } from '#domain/delivery/contract.ts';
import { segmentReference } from '#domain/delivery/prepare-submits.ts';
import { reserveMessages } from '#domain/delivery/queue/reserve-messages.ts';
import { writeHeartbeat } from '#domain/delivery/queue/worker-heartbeat.ts';
import {
  matchPartReceipts,
  matchStoredReceipt,
} from '#domain/delivery/receipts/match-stored-receipts.ts';
import { recordAttempt } from '#domain/delivery/record-attempt.ts';
import { recordLateResponse } from '#domain/delivery/record-late-response.ts';
import { allKeyScopes, type Caller } from '#domain/identity/api-keys/contract.browser.ts';
import { defaultSettings } from '#domain/identity/settings/contract.browser.ts';
import {
  acceptMessages,
  buildMessageRow,
  type NewMessageRow,
} from '#domain/messaging/messages/accept-messages.ts';
import { prisma } from '#platform/db.ts';
import type { Account } from './account.ts';

const carrier = 'first';
/**
 * The validity of test messages. No test moves a message further back in time than this, so a message expires only if
 * the test wants it to.
 */
const ninetyDaysMs = 90 * 24 * 3_600_000;
let used = 0;

export async function toCaller({ userId, keyId }: Account): Promise<Caller> {
  const { id: periodId } = await getCurrentUsagePeriod(userId);
  return {
    userId,
    keyId,
    requestId: 'req_1',
    livemode: true,
    scopes: allKeyScopes,
    restriction: null,
    periodId,
    onDefaultPlan: false,
    maySend: true,
    isSuspended: false,
    settings: defaultSettings,
  };
}

/** The row of a message from the installation's sender to a number in E.164. */
export const aRow = (
  caller: Caller,
  recipient: string,
  { text = 'Hello', segments = 1, at = new Date() } = {},
) =>
  buildMessageRow(
    caller,
    {
      ...{ recipient, content: { text, encoding: 'gsm7', segments } },
      ...{ sender: 'DAKIYA', templateId: null, entityId: null },
      ...{ isPromotional: false, mayWait: false, scheduledFor: null, dueAt: null },
    },
    at,
  );

/** Accepts a message at a time. @returns it, even if the quota rejected it */
export async function acceptTestMessage(
  caller: Caller,
  at: Date,
  segments = 1,
  validMs = ninetyDaysMs,
  values: Partial<NewMessageRow> = {},
) {
  used += 1;
  const row = aRow(caller, `+91${9_800_000_000 + used}`, { text: `Text ${used}`, segments, at });
  const message = {
    ...row,
    ...values,
    valid_until: new Date(at.getTime() + validMs),
  };
  await acceptMessages([{ caller, messages: [message], idempotency: null, answer: null }]);
  return message;
}

type Accepted = Awaited<ReturnType<typeof acceptTestMessage>>;

/** Reserves a message for this process as a worker. @returns the number of the reservation; null if it is not queued */
export async function reserveTestMessage(userId: string, id: string): Promise<number | null> {
  await writeHeartbeat();
  await reserveMessages(userId, 1_000, 'messages');
  const queued = await prisma.queuedMessage.findUnique({ where: { messageId: id } });
  return queued?.reservation ?? null;
}

/** Records an attempt: one part per segment, with a carrier's id unless the response was lost. */
export async function recordTestAttempt(
  message: Accepted,
  state: Attempt['state'],
  reason: string | null = null,
): Promise<void> {
  const reservation = await reserveTestMessage(message.user_id, message.id);
  if (reservation === null) return;
  const taken = state === 'sent' || state === 'unknown';
  await recordAttempt({
    messageId: message.id,
    reservation,
    lane: 'messages',
    recipient: message.recipient,
    state,
    reason,
    retryInMs: null,
    counted: false,
    refund: !taken,
    parts: Array.from({ length: taken ? message.segments : 0 }, (_, i) => ({
      message_id: message.id,
      seq: i + 1,
      carrier,
      carrier_message_id: state === 'sent' ? `${message.id}/${i + 1}` : null,
      reference: segmentReference(message.id, i + 1),
      recipient: message.recipient,
      state: state === 'sent' ? 'sent' : 'unknown',
      submitted_at: state === 'sent' ? message.created_at : null,
    })),
    events: [],
  });
}

export function recordTestLateResponse({ id, recipient }: Accepted, status: number): Promise<void> {
  return recordLateResponse(carrier, {
    reference: segmentReference(id, 1),
    recipient: recipient.slice(1),
    outcome:
      status === 0
        ? { kind: 'accepted', carrierMessageId: `${id}/1` }
        : { kind: 'refused', refusal: 'permanent', status },
  });
}

/**
 * Records two receipts per segment concurrently. At the same time, each receipt is matched twice: once by the id of the
 * receipt, and once by the segment.
 */
export async function recordTestReceipts(
  { id, segments, recipient, created_at }: Accepted,
  state: 'delivered' | 'undelivered',
  tookMs: number,
): Promise<void> {
  const ids = Array.from({ length: segments * 2 }, (_, i) => `${id}/${(i % segments) + 1}`);
  const rows = await prisma.receiptInbox.createManyAndReturn({
    data: ids.map((carrierMessageId) => ({
      carrier,
      carrierMessageId,
      state,
      status: state === 'delivered' ? 'DELIVRD' : 'UNDELIV',
      recipient: recipient.slice(1),
      receivedAt: new Date(created_at.getTime() + tookMs),
    })),
    select: { id: true, verdict: true },
  });
  await Promise.all([
    ...rows.map((row) => matchStoredReceipt({ ...row, id: Number(row.id) })),
    matchPartReceipts(ids.map((one) => ({ carrier, carrier_message_id: one, recipient }))),
  ]);
}
