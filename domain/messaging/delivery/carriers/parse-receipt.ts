import type { Receipt, ReceiptState } from './contract.ts';
import { canonicalMessageId, type MessageIdFormat } from './message-id.ts';

/** The fields of a deliver_sm that a receipt may have; absent ones are null. */
export type ReceiptFields = {
  esmClass: number;
  /** The handset: a receipt comes from the recipient. */
  sourceAddress: string;
  /** Our sender, unless the carrier keeps both addresses as in the submit. */
  destinationAddress: string;
  /** From short_message or, if that is empty, message_payload. */
  text: string;
  receiptedMessageId: string | null;
  messageState: number | null;
  /** The last two octets of network_error_code. */
  networkErrorCode: number | null;
  userMessageReference: number | null;
};

/**
 * The receipt bits of esm_class (SMPP 3.4 §5.2.12): delivery receipt, handset acknowledgement,
 * intermediate notification.
 */
const receiptBits = 0x3c;

/**
 * Parses a delivery receipt.
 *
 * TLVs take precedence. The text has only a customary form (SMPP 3.4 appendix B):
 * `id:… sub:001 dlvrd:001 submit date:… done date:… stat:DELIVRD err:000 text:…`. So it is parsed
 * leniently, and never behind `text:`, where the message itself begins and could contain anything.
 *
 * @param carrier its name, for the receipt
 * @param format how the carrier writes ids in receipts
 * @returns null if this is not a receipt, or has no state
 */
export function parseReceipt(
  fields: ReceiptFields,
  carrier: string,
  format: MessageIdFormat,
): Receipt | null {
  if ((fields.esmClass & receiptBits) === 0) return null;
  const [facts = ''] = fields.text.split(/\btext:/i, 1);
  const id = fields.receiptedMessageId?.trim() || find(facts, /\bid:\s*(?!sub:)(\S{1,64})/i);
  const status =
    fields.messageState === null
      ? find(facts, /\bstat:\s*([a-z]{1,16})/i)?.toUpperCase()
      : messageStateName(fields.messageState);
  if (!status) return null;
  return {
    carrier,
    carrierMessageId: canonicalMessageId(id ?? '', format),
    state: toReceiptState(status),
    status,
    errorCode: find(facts, /\berr:\s*([0-9a-z][0-9a-z_-]{0,39})/i) ?? networkError(fields),
    recipient: toHandsetNumber(fields.sourceAddress) || toHandsetNumber(fields.destinationAddress),
    reference: fields.userMessageReference,
  };
}

function find(facts: string, pattern: RegExp): string | undefined {
  return pattern.exec(facts)?.[1];
}

function networkError({ networkErrorCode }: ReceiptFields): string | null {
  return networkErrorCode === null ? null : errorCodeText(networkErrorCode);
}

/** A number as `err:` has it. */
export const errorCodeText = (code: number): string => String(code).padStart(3, '0');

/** Octets of an address that are read (SMPP 3.4 §4.6.1 allows 21 with a NUL). */
const maxAddressLength = 40;

/** Fewer digits are a sender such as `567890`, not a handset. */
const minDigits = 10;

/**
 * The digits with country code, however the carrier writes Indian numbers: with `+`, `91`, `0091`,
 * `0` or no prefix. Empty if it is not a handset's number.
 */
function toHandsetNumber(address: string): string {
  const digits = address.slice(0, maxAddressLength).replace(/\D/g, '').replace(/^0+/, '');
  if (digits.length < minDigits) return '';
  return digits.length === 10 ? `91${digits}` : digits;
}

/**
 * Status texts of `message_state` (SMPP 3.4 §5.2.28) by number, as `stat:` writes them (appendix
 * B). 0 and 9 are from SMPP 5.0.
 */
const statusTexts = [
  'SCHEDULED',
  'ENROUTE',
  'DELIVRD',
  'EXPIRED',
  'DELETED',
  'UNDELIV',
  'ACCEPTD',
  'UNKNOWN',
  'REJECTD',
  'SKIPPED',
];

/** UNKNOWN is final: the carrier will not learn more. */
const failures = new Set(['EXPIRED', 'DELETED', 'UNDELIV', 'UNKNOWN', 'REJECTD']);

/** The status text of a message_state; the number itself if the specification has none. */
export function messageStateName(messageState: number): string {
  return statusTexts[messageState] ?? String(messageState);
}

/** Maps a status text; carriers' own ones (`BUFFRED`, `ACKED` …) are not final. */
export function toReceiptState(status: string): ReceiptState {
  if (status === 'DELIVRD') return 'delivered';
  return failures.has(status) ? 'undelivered' : 'enroute';
}
