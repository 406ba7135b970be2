import type { CarrierConfig } from './carrier-config.ts';
import type { Receipt, ReceiptState } from './contract.ts';
import { canonicalMessageId } from './message-id.ts';
import type { Delivered } from './pdu.ts';
import { readReceiptText } from './receipt-text.ts';
import { findTlv, networkErrorCode, tags, tlvNumber, tlvState, tlvText } from './tlv.ts';

/** How a carrier writes its receipts. */
export type ReceiptRules = Pick<CarrierConfig, 'name' | 'receiptIdFormat' | 'receiptStates'>;

/**
 * What a deliver_sm or data_sm is: a receipt; a message from a handset, which we offer no use for; or something that we
 * do not understand, with the reason.
 */
export type Reading =
  | { kind: 'receipt'; receipt: Receipt }
  | { kind: 'inbound' }
  | { kind: 'unread'; reason: string };

/**
 * The type of a message in esm_class (SMPP 3.4 §5.2.12). Handsets acknowledge with 0x08 and 0x10, and 0x18 ends a
 * conversation: no carrier's receipt.
 */
const typeBits = 0x3c;
const receiptBit = 0x04;
const intermediateBit = 0x20;

/**
 * Reads a receipt.
 *
 * TLVs take precedence. The text has only a customary form (SMPP 3.4 appendix B):
 * `id:… sub:001 dlvrd:001 submit date:… done date:… stat:DELIVRD err:000 text:…`. So it is parsed leniently, and never
 * behind `text:`, where the message itself begins and could contain anything.
 *
 * Without a receipt's bit in esm_class only the TLVs make a receipt, which nothing else has (SMPP 5.0 §4.8.4): a handset
 * can write the text.
 */
export function readReceipt(pdu: Delivered, rules: ReceiptRules): Reading {
  const type = pdu.esmClass & typeBits;
  const receiptedId = tlvText(findTlv(pdu.tlvs, tags.receiptedMessageId))?.trim() || null;
  const messageState = tlvState(findTlv(pdu.tlvs, tags.messageState));
  const isMarked = (type & receiptBit) !== 0 || (type & intermediateBit) !== 0;
  if (!isMarked && (receiptedId === null || messageState === null)) {
    const [facts] = readFacts(pdu);
    if (type !== 0) return { kind: 'unread', reason: 'a handset’s acknowledgement' };
    return facts && findStatus(facts, rules)
      ? { kind: 'unread', reason: 'the text of a receipt, but not marked as one' }
      : { kind: 'inbound' };
  }
  // The first text that names a state; the others are read where lengths are wrong.
  const texts = readFacts(pdu);
  const facts = texts.find((text) => findStatus(text, rules)) ?? texts[0] ?? '';
  const status = messageState === null ? findStatus(facts, rules) : messageStateName(messageState);
  if (!status) return { kind: 'unread', reason: 'no state' };
  const id = receiptedId ?? findId(facts);
  const networkError = networkErrorCode(findTlv(pdu.tlvs, tags.networkErrorCode));
  const state = toReceiptState(status, rules.receiptStates);
  return {
    kind: 'receipt',
    receipt: {
      carrier: rules.name,
      carrierMessageId: canonicalMessageId(id ?? '', rules.receiptIdFormat),
      // The carrier goes on trying (§5.2.17), whatever the state says.
      state: (type & intermediateBit) !== 0 && (type & receiptBit) === 0 ? 'enroute' : state,
      status,
      errorCode:
        find(facts, /\berr(?:or)?(?:_?code)?\s*[:=]\s*([0-9a-z][0-9a-z_-]{0,39})/i) ??
        (networkError === null ? null : errorCodeText(networkError)),
      recipient: toHandsetNumber(pdu.sourceAddress) || toHandsetNumber(pdu.destinationAddress),
      reference: tlvNumber(findTlv(pdu.tlvs, tags.userMessageReference)),
    },
  };
}

/** What the texts say before the message's own words; the last is of all octets, for a text with a wrong length. */
function readFacts({ shortMessage, rest, tlvs, esmClass }: Delivered): string[] {
  const payload = findTlv(tlvs, tags.messagePayload);
  return [shortMessage, payload, rest].flatMap((octets) => {
    const text = octets ? readReceiptText(octets, esmClass) : '';
    return text === '' ? [] : (text.split(/\btext\s*[:=]/i, 1)[0] ?? '');
  });
}

const findId = (facts: string) =>
  find(
    facts,
    /\b(?:id|msg_?id|message_?id)\s*[:=]\s*(?!sub:)["']?([^\s"']{1,80}?)(?=$|[\s"']|[,;]\s*[a-z_ ]+[:=]|sub:)/i,
  );

/** The word behind `stat:`, or a known word that stands alone where the label is missing. */
function findStatus(facts: string, { receiptStates }: Pick<ReceiptRules, 'receiptStates'>) {
  const labelled = find(facts, /\bstat(?:us|e)?\s*[:=]\s*["']?([a-z_]{1,32}|\d\b)/i);
  if (labelled)
    return /\d/.test(labelled) ? messageStateName(Number(labelled)) : toStatus(labelled);
  const words = facts.toUpperCase().match(/(?<![^\s,;])[A-Z]{4,16}(?![^\s,;])/g) ?? [];
  return words.find((word) => word in knownStates || word in receiptStates);
}

const toStatus = (word: string) => word.toUpperCase().slice(0, 16);

function find(facts: string, pattern: RegExp): string | undefined {
  return pattern.exec(facts)?.[1];
}

/** A number as `err:` has it. */
export const errorCodeText = (code: number): string => String(code).padStart(3, '0');

/** Octets of an address that are read (SMPP 3.4 §4.6.1 allows 21 with a NUL). */
const maxAddressLength = 40;

/** Fewer digits are a sender such as `567890`, not a handset. */
const minDigits = 10;

/**
 * The digits with country code, however the carrier writes Indian numbers: with `+`, `91`, `0091`, `0` or no prefix. Empty
 * if it is not a handset's number.
 */
function toHandsetNumber(address: string): string {
  const digits = address.slice(0, maxAddressLength).replace(/\D/g, '').replace(/^0+/, '');
  if (digits.length < minDigits) return '';
  return digits.length === 10 ? `91${digits}` : digits;
}

/**
 * Status texts of `message_state` (SMPP 3.4 §5.2.28) by number, as `stat:` writes them (appendix B). 0 and 9 are from SMPP
 * 5.0.
 */
const statusTexts = [
  ...['SCHEDULED', 'ENROUTE', 'DELIVRD', 'EXPIRED', 'DELETED'],
  ...['UNDELIV', 'ACCEPTD', 'UNKNOWN', 'REJECTD', 'SKIPPED'],
];

/** The status text of a message_state; the number itself if the specification has none. */
export function messageStateName(messageState: number): string {
  return statusTexts[messageState] ?? String(messageState);
}

/**
 * What carriers call a state: the words of SMPP 3.4 (appendix B), in full, and as some misspell them. UNKNOWN is final:
 * the carrier will not learn more. Others than these are not final, unless the carrier's `receiptStates` name them.
 */
const knownStates: Record<string, ReceiptState> = {
  ...toEntries('delivered', ['DELIVRD', 'DELIVERED', 'DELIVERD', 'DELIVRED', 'DELIVERY', 'DELVRD']),
  ...toEntries('undelivered', [
    'UNDELIV',
    'UNDELIVERABLE',
    'UNDELIVERED',
    'UNDELIVRD',
    'UNDELIVERD',
  ]),
  ...toEntries('undelivered', ['UNDELIVERABL', 'UNDLVRD', 'NOTDELIVERED', 'UNDELIVER']),
  ...toEntries('undelivered', ['EXPIRED', 'EXPIRD', 'DELETED', 'DELETD', 'UNKNOWN']),
  ...toEntries('undelivered', [
    'REJECTD',
    'REJECTED',
    'REJECT',
    'REJCTD',
    'FAILED',
    'FAIL',
    'FAILURE',
  ]),
  ...toEntries('enroute', [
    'ENROUTE',
    'ACCEPTD',
    'ACCEPTED',
    'BUFFRED',
    'BUFFERD',
    'BUFFERED',
    'ACKED',
  ]),
  ...toEntries('enroute', ['SCHEDULED', 'PENDING', 'SUBMITTED', 'QUEUED', 'RETRYING']),
};

function toEntries(state: ReceiptState, words: string[]): Record<string, ReceiptState> {
  return Object.fromEntries(words.map((word) => [word, state]));
}

/** @param own words of the carrier, in capitals, which go first */
export function toReceiptState(
  status: string,
  own: Readonly<Record<string, ReceiptState>> = {},
): ReceiptState {
  return own[status] ?? knownStates[status] ?? 'enroute';
}
