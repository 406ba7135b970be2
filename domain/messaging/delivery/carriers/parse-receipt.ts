import type { Receipt } from './contract.ts';
import { canonicalMessageId, type MessageIdFormat } from './message-id.ts';
import { messageStateName, toReceiptState } from './message-state-names.ts';

/** What a deliver_sm says that may be a receipt; absent parts are null. */
export type ReceiptFields = {
  esmClass: number;
  /** The handset: a receipt comes from where the message went. */
  sourceAddress: string;
  /** Our sender, unless the carrier leaves both addresses as the submit had them. */
  destinationAddress: string;
  /** Of short_message or, if that is empty, message_payload. */
  text: string;
  receiptedMessageId: string | null;
  messageState: number | null;
  /** The last two octets of network_error_code. */
  networkErrorCode: number | null;
  userMessageReference: number | null;
};

/** The receipt bits of esm_class (SMPP 3.4 §5.2.12): from the carrier, the handset, or on the way. */
const receiptBits = 0x3c;

/**
 * Reads a delivery receipt.
 *
 * Its TLVs are believed first. The text has a customary form only (SMPP 3.4 appendix B):
 * `id:… sub:001 dlvrd:001 submit date:… done date:… stat:DELIVRD err:000 text:…`; so it is read
 * leniently, and never behind `text:`, where the message itself begins and could say anything.
 *
 * @param carrier its name, for the receipt
 * @param format how the carrier writes ids in receipts
 * @returns null if this is no receipt, or one that names no state
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
    errorCode: find(facts, /\berr:\s*([0-9a-z]{1,8})/i) ?? networkError(fields),
    recipient: handsetNumber(fields.sourceAddress) || handsetNumber(fields.destinationAddress),
    reference: fields.userMessageReference,
  };
}

function find(facts: string, pattern: RegExp): string | undefined {
  return pattern.exec(facts)?.[1];
}

function networkError({ networkErrorCode }: ReceiptFields): string | null {
  return networkErrorCode === null ? null : String(networkErrorCode).padStart(3, '0');
}

/** Octets of an address that are looked at (SMPP 3.4 §4.6.1 allows 21 with a NUL). */
const mostAddress = 40;

/** Fewer digits are no number of a handset: a sender such as `567890`. */
const leastDigits = 10;

/**
 * Digits with the country code, whichever way the carrier writes Indian numbers: with `+`, `91`,
 * `0091`, `0` or nothing in front. Empty if it is no number of a handset.
 */
function handsetNumber(address: string): string {
  const digits = address.slice(0, mostAddress).replace(/\D/g, '').replace(/^0+/, '');
  if (digits.length < leastDigits) return '';
  return digits.length === 10 ? `91${digits}` : digits;
}
