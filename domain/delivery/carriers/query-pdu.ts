import { messageStateName, toReceiptState } from '#domain/sms/receipt-state.ts';
import type { CarrierConfig } from './carrier-config.ts';
import type { QueriedSegment, QueryOutcome } from './contract.ts';
import { errorCodeText } from './parse-receipt.ts';
import { cString, type Pdu, readQueryResponse } from './pdu.ts';
import {
  canonicalMessageId,
  readCommandStatus,
  toSourceType,
  wireMessageId,
} from './submit-pdu.ts';

type Formats = Pick<CarrierConfig, 'submitIdFormat' | 'receiptIdFormat'>;

/** The body of a query_sm (SMPP 3.4 §4.8.1): the id, and the source address of the submit. */
export function createQueryBody(
  { carrierMessageId, sender }: QueriedSegment,
  { submitIdFormat }: Formats,
): Buffer {
  const { ton, npi } = toSourceType(sender);
  const id = cString(wireMessageId(carrierMessageId, submitIdFormat));
  return Buffer.concat([id, Buffer.from([ton, npi]), cString(sender)]);
}

/**
 * Converts a query_sm_resp, or a generic_nack that the carrier sent instead, as if it were a receipt. Ignores `final_date`, the
 * time of the final state, because we use the arrival time of receipts.
 *
 * @param segment the queried segment: if the response has an id, it must be the id of this segment
 */
export function toQueryOutcome(
  answer: Pdu,
  segment: QueriedSegment,
  formats: Formats,
): QueryOutcome {
  const status = readCommandStatus(answer);
  if (status !== 0) return { kind: 'refused', status };
  const { messageId: id, messageState: state, errorCode } = readQueryResponse(answer);
  if (state === null) return { kind: 'refused', status };
  if (id.trim() !== '') {
    const { submitIdFormat, receiptIdFormat } = formats;
    const ids = [submitIdFormat, receiptIdFormat].map((format) => canonicalMessageId(id, format));
    if (!ids.includes(segment.carrierMessageId)) return { kind: 'refused', status: 0 };
  }
  const text = messageStateName(state);
  // In a receipt, UNKNOWN is final. In a response to a query, UNKNOWN can mean that the carrier no longer has a record of the
  // message.
  if (text === 'UNKNOWN') return { kind: 'refused', status };
  return {
    kind: 'answered',
    state: toReceiptState(text),
    status: text,
    errorCode: errorCode === null ? null : errorCodeText(errorCode),
  };
}

/**
 * Keeps the queries that one session has written and that have no response yet, by sequence number. A response after the
 * timeout is ignored, because the segment is queried again anyway.
 */
export function createPendingQueries(timeoutMs: number) {
  const pending = new Map<number, (answer: Pdu | null) => void>();

  return {
    /** Resolves with the response; null after the timeout, or when the session ends. */
    add(sequence: number): Promise<Pdu | null> {
      return new Promise((resolve) => {
        const settle = (answer: Pdu | null) => {
          clearTimeout(timer);
          pending.delete(sequence);
          resolve(answer);
        };
        const timer = setTimeout(settle, timeoutMs, null);
        pending.set(sequence, settle);
      });
    },
    /** @returns false if no query with this sequence number is waiting */
    answer(pdu: Pdu): boolean {
      const settle = pending.get(pdu.sequence);
      settle?.(pdu);
      return settle !== undefined;
    },
    abandon(): void {
      for (const settle of pending.values()) settle(null);
    },
  };
}
