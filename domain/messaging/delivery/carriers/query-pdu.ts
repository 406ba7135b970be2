import type { CarrierConfig } from './carrier-config.ts';
import type { QueriedSegment, QueryOutcome } from './contract.ts';
import { canonicalMessageId, wireMessageId } from './message-id.ts';
import { errorCodeText, messageStateName, toReceiptState } from './parse-receipt.ts';
import { cString, type Pdu, readQueryResponse } from './pdu.ts';
import { readCommandStatus } from './submit-outcome.ts';
import { toSourceType } from './submit-pdu.ts';

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
 * Reads a query_sm_resp, or a generic_nack in its place, as a receipt is read. The time at which a state was reached
 * (`final_date`) is not read, as receipts count by when they come.
 *
 * @param segment the one that was asked for: a response that has an id must have its id
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
  // In a receipt it is the end; here it may only say that the carrier keeps no record of it any more.
  if (text === 'UNKNOWN') return { kind: 'refused', status };
  return {
    kind: 'answered',
    state: toReceiptState(text),
    status: text,
    errorCode: errorCode === null ? null : errorCodeText(errorCode),
  };
}
