import type { Lane, SubmitOutcome } from './carriers/contract.ts';
import type { Attempt, ClaimedMessage, EventRow, PartRow } from './contract.ts';
import { classifyFailure } from './retry-policy.ts';
import type { CarrierAttempt } from './submit-with-failover.server.ts';

/** Why a message that no carrier took in time was not sent. */
export const expiredReason = 'validity period over';

/** A message whose validity was over before any carrier took it. */
export function toExpiredAttempt(message: ClaimedMessage, lane: Lane, now: Date): Attempt {
  return {
    ...empty(message, lane),
    state: 'expired',
    reason: expiredReason,
    refund: message.sentParts.length === 0,
    events: [{ message_id: message.id, at: now, kind: 'expired' }],
  };
}

/** A message that no carrier could be given. */
export function toUnsendableAttempt(message: ClaimedMessage, lane: Lane): Attempt {
  const refund = message.sentParts.length === 0;
  return { ...empty(message, lane), state: 'failed', reason: 'could not be encoded', refund };
}

/** Where a message stands after carriers tried it. @param random as for `judge` */
export function toAttempt(
  message: ClaimedMessage,
  lane: Lane,
  tries: CarrierAttempt[],
  skipped: string[],
  now: Date,
  random: number,
): Attempt {
  const last = tries.at(-1)?.parts.at(-1)?.outcome;
  const attempt: Attempt = {
    ...empty(message, lane),
    parts: tries.flatMap((one) => toParts(message, one)),
    events: [
      ...skipped.map((carrier) => ({
        message_id: message.id,
        at: now,
        kind: 'skipped' as const,
        carrier,
      })),
      ...tries.flatMap((one) => toEvents(message, one)),
    ],
  };
  if (!last || last.kind === 'accepted') return { ...attempt, state: 'sent' };

  const verdict = classifyFailure(last, message.attempts, random);
  const reason = reasonOf(last);
  const untouched = message.sentParts.length === 0 && attempt.parts.length === 0;
  if (verdict.kind === 'unknown') return { ...attempt, state: 'unknown', reason };
  if (verdict.kind === 'give-up') return { ...attempt, state: 'failed', reason, refund: untouched };

  const dueAt = new Date(now.getTime() + verdict.afterMs);
  if (dueAt < message.validUntil) {
    return { ...attempt, state: 'queued', reason, dueAt, counted: verdict.counted };
  }
  const event: EventRow = { message_id: message.id, at: now, kind: 'expired' };
  const events = [...attempt.events, event];
  return { ...attempt, state: 'expired', reason, refund: untouched, events };
}

function empty(message: ClaimedMessage, lane: Lane): Attempt {
  return {
    messageId: message.id,
    lane,
    leaseUntil: message.leaseUntil,
    state: 'sent',
    reason: null,
    dueAt: null,
    counted: false,
    refund: false,
    parts: [],
    events: [],
  };
}

function toParts(message: ClaimedMessage, { carrier, parts }: CarrierAttempt): PartRow[] {
  return parts.flatMap(({ seq, reference, outcome }): PartRow[] => {
    if (outcome.kind !== 'accepted' && outcome.kind !== 'unanswered') return [];
    return [
      {
        message_id: message.id,
        seq,
        carrier,
        // A carrier that accepts without an id: its receipts can only name our reference.
        carrier_message_id: (outcome.kind === 'accepted' && outcome.carrierMessageId) || null,
        reference,
        recipient: message.recipient,
        state: outcome.kind === 'accepted' ? 'sent' : 'unknown',
      },
    ];
  });
}

function toEvents(message: ClaimedMessage, { carrier, parts }: CarrierAttempt): EventRow[] {
  return parts.map(({ seq, outcome, at }) => ({
    message_id: message.id,
    at,
    kind: outcome.kind === 'accepted' ? 'submitted' : outcome.kind,
    seq,
    carrier,
    ...(outcome.kind === 'accepted' && { carrier_message_id: outcome.carrierMessageId }),
    ...(outcome.kind === 'refused' && { status: statusText(outcome.status) }),
  }));
}

function reasonOf(outcome: Exclude<SubmitOutcome, { kind: 'accepted' }>): string {
  if (outcome.kind === 'refused') return `refused with ${statusText(outcome.status)}`;
  return outcome.kind === 'unanswered' ? 'no answer from the carrier' : 'no carrier connected';
}

/** A command_status as carriers write it, `0x0000000B`. */
export const statusText = (status: number) =>
  `0x${status.toString(16).toUpperCase().padStart(8, '0')}`;
