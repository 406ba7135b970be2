import { isStateName, messageStateName, toReceiptState } from '#domain/sms/receipt-state.ts';
import type { CarrierConfig } from './carrier-config.ts';
import type { Receipt } from './contract.ts';
import {
  type Delivered,
  findTlv,
  networkErrorCode,
  tags,
  tlvNumber,
  tlvState,
  tlvText,
} from './pdu.ts';
import { canonicalMessageId } from './submit-pdu.ts';

/** How a carrier writes its receipts. */
export type ReceiptRules = Pick<CarrierConfig, 'name' | 'receiptIdFormat' | 'receiptStates'>;

/**
 * What a deliver_sm or data_sm contains: a receipt; a message from a handset, which the product does not use; or an
 * unreadable PDU, with the reason.
 */
export type Reading =
  | { kind: 'receipt'; receipt: Receipt }
  | { kind: 'inbound' }
  | { kind: 'unread'; reason: string };

/**
 * The type of a message in esm_class (SMPP 3.4 §5.2.12). A handset acknowledges with 0x08 or 0x10 and ends a conversation
 * with 0x18: these are not receipts of the carrier.
 */
const typeBits = 0x3c;
const receiptBit = 0x04;
const intermediateBit = 0x20;

/**
 * Reads a receipt.
 *
 * TLVs take precedence. The text has only a conventional form (SMPP 3.4 appendix B): `id:… sub:001 dlvrd:001 submit date:…
 * done date:… stat:DELIVRD err:000 text:…`. So it is parsed leniently, and never behind `text:`, where the message itself
 * begins and could contain anything.
 *
 * Without the receipt bit in esm_class, only a PDU with the receipt TLVs is a receipt, because no other PDU has them (SMPP
 * 5.0 §4.8.4). A handset can send any text.
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
  // The first text that names a state. The others matter only if lengths are wrong.
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
      // In an intermediate notification the carrier keeps trying (§5.2.17), no matter what the state says.
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

const headerIndicator = 0x40;

/**
 * The text of a receipt, as characters. The data_coding is ignored: carriers copy it from the submit, and write ASCII
 * nevertheless. They copy the header bit too, so it counts only if a header follows.
 *
 * @param octets of short_message or message_payload
 */
function readReceiptText(octets: Buffer, esmClass: number): string {
  const hasHeader = (esmClass & headerIndicator) !== 0 && startsWithHeader(octets);
  const text = hasHeader ? octets.subarray(1 + (octets[0] ?? 0)) : octets;
  if (text.length === 0) return '';
  const utf16 = readUtf16(text);
  if (utf16 !== null) return utf16;
  if (isReadable(text)) return fromGsm(text.toString('latin1'));
  const unpacked = unpackSeptets(text);
  return /\bstat/i.test(unpacked) ? fromGsm(unpacked) : fromGsm(text.toString('latin1'));
}

/** Information elements that fill the header exactly (3GPP TS 23.040 §9.2.3.24). */
function startsWithHeader(octets: Buffer): boolean {
  const end = 1 + (octets[0] ?? 0);
  if (end < 4 || end > octets.length) return false;
  let at = 1;
  while (at < end) at += 2 + (octets[at + 1] ?? 0);
  return at === end;
}

/** Reads ASCII text in UTF-16 of either byte order: every second octet is 0. @returns null for other octets */
function readUtf16(octets: Buffer): string | null {
  const pairs = Math.floor(octets.length / 2);
  if (pairs < 4) return null;
  let highFirst = 0;
  let lowFirst = 0;
  for (let pair = 0; pair < pairs; pair += 1) {
    if (octets[2 * pair] === 0) highFirst += 1;
    if (octets[2 * pair + 1] === 0) lowFirst += 1;
  }
  const whole = octets.subarray(0, 2 * pairs);
  if (lowFirst > pairs / 2) return whole.toString('utf16le');
  return highFirst > pairs / 2 ? Buffer.from(whole).swap16().toString('utf16le') : null;
}

/** Whether nearly all octets are printable ASCII: the message's own text at the end may have others. */
function isReadable(octets: Buffer): boolean {
  let printable = 0;
  for (const octet of octets) {
    if ((octet >= 0x20 && octet < 0x7f) || octet === 0x0a || octet === 0x0d) printable += 1;
  }
  return printable >= octets.length * 0.7;
}

/** Converts the ASCII characters of ids that GSM 03.38 encodes differently. */
const fromGsm = (text: string) => text.replaceAll('\x11', '_').replaceAll('\x02', '$');

/** Unpacks characters of seven bits (3GPP TS 23.038 §6.1.2.1). */
function unpackSeptets(octets: Buffer): string {
  let text = '';
  let bits = 0;
  let count = 0;
  for (const octet of octets) {
    bits |= octet << count;
    count += 8;
    for (; count >= 7; count -= 7) {
      text += String.fromCharCode(bits & 0x7f);
      bits >>= 7;
    }
  }
  return text;
}

/**
 * The texts up to `text:`, where the message's own words begin. The last one is made of all octets, for a text with a wrong
 * length.
 */
function readFacts({ shortMessage, rest, tlvs, esmClass }: Delivered): string[] {
  const payload = findTlv(tlvs, tags.messagePayload);
  return [shortMessage, payload, rest].flatMap((octets) => {
    const text = octets ? readReceiptText(octets, esmClass) : '';
    return text === '' ? [] : (text.split(/\btext\s*[:=]/i, 1)[0] ?? '');
  });
}

/** The next field follows an empty id directly. */
const findId = (facts: string) =>
  find(
    facts,
    /\b(?:id|msg_?id|message_?id)\s*[:=]\s*(?!(?:sub|dlvrd|submit|done|stat|err|text)[a-z_]*(?: date)?\s*[:=])["']?([^\s"']{1,80}?)(?=$|[\s"']|[,;]\s*[a-z_ ]+[:=]|sub:)/i,
  );

/** The word behind `stat:`, or a known word that stands alone where the label is missing. */
function findStatus(facts: string, { receiptStates }: Pick<ReceiptRules, 'receiptStates'>) {
  const labelled = find(facts, /\bstat(?:us|e)?\s*[:=]\s*["']?([a-z_]{1,32}|\d\b)/i);
  if (labelled)
    return /\d/.test(labelled) ? messageStateName(Number(labelled)) : toStatus(labelled);
  const words = facts.toUpperCase().match(/(?<![^\s,;])[A-Z]{4,16}(?![^\s,;])/g) ?? [];
  return words.find((word) => isStateName(word) || word in receiptStates);
}

const toStatus = (word: string) => word.toUpperCase().slice(0, 16);

function find(facts: string, pattern: RegExp): string | undefined {
  return pattern.exec(facts)?.[1];
}

/** A number in the form of `err:`. */
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
