import type { Lane, SubmitOutcome } from './carriers/contract.ts';
import type { Attempt, EventRow, PartRow, ReservedMessage } from './contract.ts';
import type { Hindrance } from './find-hindrances.ts';
import { classifyFailure } from './retry-policy.ts';
import type { MessageRoute } from './routing/routing.ts';
import type { CarrierAttempt } from './submit-with-failover.ts';

/** Reason of a message that no carrier accepted within its validity. */
export const expiredReason = 'validity period over';

/** Whether no carrier has accepted any of it in an earlier attempt. */
const isUntouched = ({ sentParts, round }: ReservedMessage): boolean =>
  sentParts.length === 0 && round === 0;

/** A message that cannot be encoded or decrypted. */
export function toUnsendableAttempt(message: ReservedMessage, lane: Lane): Attempt {
  return {
    ...createAttempt(message, lane),
    state: 'failed',
    reason: 'could not be encoded',
    refund: isUntouched(message),
  };
}

/** A message that may not be sent now: it waits, or ends here and costs nothing. */
export function toHinderedAttempt(
  message: ReservedMessage,
  lane: Lane,
  { reason, waitMs }: Hindrance,
): Attempt {
  const attempt = createAttempt(message, lane);
  if (waitMs !== null) return { ...attempt, state: 'queued', reason, retryInMs: waitMs };
  return { ...attempt, state: 'failed', reason, refund: isUntouched(message) };
}

/** Which route it took, and by what. */
type TakenRoute = Pick<MessageRoute, 'name' | 'routedBy'>;

/** The state of a message after carriers tried it. @param random as for `classifyFailure` */
export function toAttempt(
  message: ReservedMessage,
  lane: Lane,
  route: TakenRoute,
  tries: CarrierAttempt[],
  skipped: string[],
  now: Date,
  random: number,
): Attempt {
  const last = tries.at(-1)?.parts.at(-1)?.outcome;
  const attempt: Attempt = {
    ...createAttempt(message, lane),
    parts: tries.flatMap((one) => toParts(message, route, one)),
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

  const decision = classifyFailure(last, message.attempts, random);
  const reason = toReason(last);
  const untouched = isUntouched(message) && attempt.parts.length === 0;
  if (decision.kind === 'unknown') return { ...attempt, state: 'unknown', reason };
  if (decision.kind === 'give-up')
    return { ...attempt, state: 'failed', reason, refund: untouched };

  const dueAt = new Date(now.getTime() + decision.retryInMs);
  if (dueAt < message.validUntil) {
    const { retryInMs, counted } = decision;
    return { ...attempt, state: 'queued', reason, retryInMs, counted };
  }
  const at = tries.at(-1)?.parts.at(-1)?.at ?? now;
  const event: EventRow = { message_id: message.id, at, kind: 'expired' };
  const events = [...attempt.events, event];
  return { ...attempt, state: 'expired', reason, refund: untouched, events };
}

function createAttempt(message: ReservedMessage, lane: Lane): Attempt {
  return {
    messageId: message.id,
    reservation: message.reservation,
    lane,
    state: 'sent',
    reason: null,
    retryInMs: null,
    counted: false,
    refund: false,
    parts: [],
    events: [],
  };
}

function toParts(
  message: ReservedMessage,
  { name, routedBy }: TakenRoute,
  { carrier, parts }: CarrierAttempt,
): PartRow[] {
  return parts.flatMap(({ seq, segments, reference, outcome, at }): PartRow[] => {
    if (outcome.kind !== 'accepted' && outcome.kind !== 'unanswered') return [];
    return [
      {
        message_id: message.id,
        seq,
        carrier,
        // A carrier may accept without an id: then only receipts that echo our reference match.
        carrier_message_id: (outcome.kind === 'accepted' && outcome.carrierMessageId) || null,
        reference,
        recipient: message.recipient,
        state: outcome.kind === 'accepted' ? 'sent' : 'unknown',
        submitted_at: outcome.kind === 'accepted' ? at : null,
        ...(name !== null && { route: name, routed_by: routedBy }),
        ...(segments > 1 && { segments }),
      },
    ];
  });
}

function toEvents(message: ReservedMessage, { carrier, parts }: CarrierAttempt): EventRow[] {
  return parts.flatMap(({ seq, segments, outcome, at }): EventRow[] => {
    if (outcome.kind === 'accepted') return [];
    const status = outcome.kind === 'refused' ? { status: statusText(outcome.status) } : {};
    const where = segments > 1 ? { carrier } : { seq, carrier };
    return [{ message_id: message.id, at, kind: outcome.kind, ...where, ...status }];
  });
}

function toReason(outcome: Exclude<SubmitOutcome, { kind: 'accepted' }>): string {
  if (outcome.kind === 'refused') {
    const { status, text, reason } = outcome;
    if (reason !== undefined) return reason;
    return `refused with ${statusText(status)}${text ? `: ${text}` : ''}`;
  }
  return outcome.kind === 'unanswered' ? 'no answer from the carrier' : 'no carrier connected';
}

/** Formats a command_status as carriers do, `0x0000000B`. */
export const statusText = (status: number) =>
  `0x${status.toString(16).toUpperCase().padStart(8, '0')}`;
