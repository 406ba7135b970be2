import { timeOfId } from '#platform/ids.ts';
import { currentIds } from '#platform/request-scope.ts';
import { newSpanId, type Span, traceOf, traces } from '#platform/traces.ts';

/** The states in which a message ends without delivery. */
const failedStates: readonly string[] = ['failed', 'undelivered', 'expired'];

const isFailed = (state: string | null) => state !== null && failedStates.includes(state);

type Step = Pick<Span, 'name' | 'kind' | 'startMs' | 'endMs' | 'error' | 'links'> & {
  messageId: string;
  attributes?: Span['attributes'];
};

/** Adds a span below the message's first span. */
function addStep({ messageId, attributes, ...step }: Step): void {
  const { traceId, spanId: parentId } = traceOf(messageId);
  const ids = { traceId, parentId, spanId: newSpanId() };
  traces()?.add({
    ...ids,
    ...step,
    attributes: { 'messaging.system': 'dakiya', 'messaging.message.id': messageId, ...attributes },
  });
}

/** Adds the first span of a message, which covers everything from its acceptance to its final state. */
function addWhole(messageId: string, state: string, endMs: number, reason: string | null): void {
  traces()?.add({
    ...traceOf(messageId),
    name: 'sms',
    kind: 'internal',
    startMs: timeOfId(messageId),
    endMs,
    error: isFailed(state) ? (reason ?? state) : null,
    attributes: {
      'messaging.system': 'dakiya',
      'messaging.message.id': messageId,
      'dakiya.state': state,
    },
  });
}

/** Traces the acceptance of messages, with a link to the request. */
export function traceAccepted(kind: string, messageIds: string[]): void {
  const tracer = traces();
  if (!tracer) return;
  const requestId = currentIds()?.requestId;
  for (const messageId of messageIds) {
    if (!tracer.keeps(messageId)) continue;
    addStep({
      ...{ messageId, name: 'create sms', kind: 'producer' },
      ...{ startMs: timeOfId(requestId ?? messageId), endMs: Date.now() },
      ...(requestId && { links: [traceOf(requestId)] }),
      attributes: { 'messaging.operation.type': 'create', 'dakiya.kind': kind },
    });
  }
}

/** What a trace shows of an attempt. */
type TracedAttempt = {
  messageId: string;
  carrier: string | undefined;
  state: string;
  reason: string | null;
  /** When the first part was submitted; null if no carrier accepted a part. */
  submittedAt: Date | null;
};

/** Traces recorded attempts. If a message has failed with its attempt, also ends the trace of the message. */
export function traceAttempts(attempts: TracedAttempt[]): void {
  const tracer = traces();
  if (!tracer) return;
  for (const { messageId, carrier, state, reason, submittedAt } of attempts) {
    const endMs = Date.now();
    if (!tracer.keeps(messageId, isFailed(state))) continue;
    addStep({
      ...{ messageId, name: 'send sms', kind: 'client', endMs },
      startMs: submittedAt?.getTime() ?? endMs,
      error: state === 'sent' ? null : (reason ?? state),
      attributes: {
        'messaging.operation.type': 'send',
        'messaging.destination.name': carrier,
        'dakiya.state': state,
      },
    });
    if (isFailed(state)) addWhole(messageId, state, endMs, reason);
  }
}

/** What a trace shows of a matched receipt. `state` and `settledAt` are null unless the receipt settled the message. */
type TracedReceipt = {
  messageId: string;
  carrier: string;
  status: string;
  state: string | null;
  reason: string | null;
  sentAt: Date | null;
  settledAt: Date | null;
};

/** Traces matched receipts, and ends the traces of the messages that they settled. */
export function traceReceipts(receipts: TracedReceipt[]): void {
  const tracer = traces();
  if (!tracer) return;
  for (const { messageId, carrier, status, state, reason, sentAt, settledAt } of receipts) {
    if (!tracer.keeps(messageId, isFailed(state))) continue;
    const endMs = settledAt?.getTime() ?? Date.now();
    addStep({
      ...{ messageId, name: 'settle sms', kind: 'consumer', endMs },
      startMs: sentAt?.getTime() ?? endMs,
      error: isFailed(state) ? (reason ?? status) : null,
      attributes: {
        'messaging.operation.type': 'settle',
        'messaging.destination.name': carrier,
        'dakiya.receipt.status': status,
      },
    });
    if (state) addWhole(messageId, state, endMs, reason);
  }
}

/** Ends the trace of a message that left the queue without an attempt. */
export function traceEnded(messageId: string, state: string, reason: string): void {
  if (traces()?.keeps(messageId, true)) addWhole(messageId, state, Date.now(), reason);
}
