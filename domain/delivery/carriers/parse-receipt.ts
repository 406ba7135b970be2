import {
  isStateName,
  messageStateName,
  type ReceiptState,
  toReceiptState,
} from '#domain/sms/receipt-state.ts';
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
 * The content of a deliver_sm or data_sm: a receipt; a message from a handset, which the product does not use; or something
 * unreadable, with the reason.
 */
export type Reading =
  | { kind: 'receipt'; receipt: Receipt }
  | { kind: 'inbound' }
  | { kind: 'unread'; reason: string };

/**
 * The bits of esm_class that give the type of a message (SMPP 3.4 §5.2.12). The types 0x08 and 0x10 are acknowledgements of a
 * handset, and 0x18 ends a conversation; none of them is a receipt of the carrier. The type 0x24 is reserved, but carriers that
 * treat the bits as flags can send it.
 */
const typeBits = 0x3c;
const receiptBit = 0x04;
const intermediateBit = 0x20;

/**
 * Reads a receipt.
 *
 * TLVs take precedence over the text, with one exception: if only the state in the text is final, the text is used, because
 * some carriers always write 0 into `message_state`.
 *
 * The form of the text is only a convention (SMPP 3.4 appendix B): `id:… sub:001 dlvrd:001 submit date:… done date:…
 * stat:DELIVRD err:000 text:…`. So the parser also accepts other separators and JSON. The parser stops at `text:`, because the
 * message itself follows and may contain any words.
 *
 * A PDU without the receipt bit in esm_class is a receipt only if it has both receipt TLVs, because no other PDU has them (SMPP
 * 5.0 §4.8.4). Its text proves nothing, because a handset can send any text.
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
  // Uses the first text that names a state. Later texts are needed only if a length in the PDU is wrong.
  const texts = readFacts(pdu);
  const facts = texts.find((text) => findStatus(text, rules)) ?? texts[0] ?? '';
  const status = chooseStatus(messageState, findStatus(facts, rules), rules);
  if (!status) return { kind: 'unread', reason: 'no state' };
  const id = receiptedId ?? findId(facts);
  const networkError = networkErrorCode(findTlv(pdu.tlvs, tags.networkErrorCode));
  const state = toReceiptState(status, rules.receiptStates);
  return {
    kind: 'receipt',
    receipt: {
      carrier: rules.name,
      carrierMessageId: canonicalMessageId(id ?? '', rules.receiptIdFormat),
      state: endsDelivery(type, state) ? state : 'enroute',
      status,
      errorCode:
        find(facts, /\berr(?:or)?(?:[_ ]?code)?\s*[:=]\s*([0-9a-z][0-9a-z_-]{0,39})/i) ??
        (networkError === null ? null : errorCodeText(networkError)),
      recipient: toHandsetNumber(pdu.sourceAddress) || toHandsetNumber(pdu.destinationAddress),
      reference: tlvNumber(findTlv(pdu.tlvs, tags.userMessageReference)),
    },
  };
}

/**
 * Whether a receipt of this type can have a final state. After an intermediate notification the carrier keeps trying (§5.2.17),
 * regardless of the state that the notification names. With the bits of both types, a delivery is final, because nothing undoes
 * it. But a failure is not final: if the carrier tried again, a later receipt could not correct the state.
 */
const endsDelivery = (type: number, state: ReceiptState): boolean =>
  (type & intermediateBit) === 0 || ((type & receiptBit) !== 0 && state === 'delivered');

/** Chooses `message_state`, unless only the status in the text is final. */
function chooseStatus(
  messageState: number | null,
  inText: string | undefined,
  { receiptStates }: ReceiptRules,
): string | undefined {
  if (messageState === null) return inText;
  const coded = messageStateName(messageState);
  const isFinal = (status: string) => toReceiptState(status, receiptStates) !== 'enroute';
  return inText && isFinal(inText) && !isFinal(coded) ? inText : coded;
}

const headerIndicator = 0x40;

/**
 * Decodes the text of a receipt. Ignores the data_coding, because carriers copy this field from the submit and still write
 * ASCII. Carriers copy the header bit too, so this bit is used only if the text really begins with a header.
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

/** Whether the octets begin with a user data header that its information elements fill exactly (3GPP TS 23.040 §9.2.3.24). */
function startsWithHeader(octets: Buffer): boolean {
  const end = 1 + (octets[0] ?? 0);
  if (end < 4 || end > octets.length) return false;
  let at = 1;
  while (at < end) at += 2 + (octets[at + 1] ?? 0);
  return at === end;
}

/**
 * Reads ASCII text in UTF-16 of either byte order: every second octet is 0. Ignores pairs of two zeros, because carriers fill
 * fields up to their length with NUL.
 *
 * @returns null for other octets
 */
function readUtf16(octets: Buffer): string | null {
  const whole = octets.subarray(0, octets.length - (octets.length % 2));
  let pairs = 0;
  let highFirst = 0;
  let lowFirst = 0;
  for (let at = 0; at < whole.length; at += 2) {
    if (whole[at] === 0 && whole[at + 1] === 0) continue;
    pairs += 1;
    if (whole[at] === 0) highFirst += 1;
    if (whole[at + 1] === 0) lowFirst += 1;
  }
  if (pairs < 4) return null;
  if (lowFirst > pairs / 2) return whole.toString('utf16le');
  return highFirst > pairs / 2 ? Buffer.from(whole).swap16().toString('utf16le') : null;
}

/** Whether at least 70% of the octets are printable ASCII. The others may belong to the message's own text at the end. */
function isReadable(octets: Buffer): boolean {
  let printable = 0;
  for (const octet of octets) {
    if ((octet >= 0x20 && octet < 0x7f) || octet === 0x0a || octet === 0x0d) printable += 1;
  }
  return printable >= octets.length * 0.7;
}

/** Converts `_` and `$`, which ids may contain, from their codes in GSM 03.38 to ASCII. */
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

/** Characters that stand between fields (NUL, RS) or around names and values (JSON). */
const controlsAndQuotes = /[\p{Cc}"']/gu;

/**
 * Reads the texts of a PDU: short_message, message_payload, and, in case the length of short_message is wrong, all octets after
 * the start of the text. Each text ends at `text:`, where the message's own words begin. Control characters and quotes become
 * blanks.
 */
function readFacts({ shortMessage, rest, tlvs, esmClass }: Delivered): string[] {
  const payload = findTlv(tlvs, tags.messagePayload);
  return [shortMessage, payload, rest].flatMap((octets) => {
    const text = octets ? readReceiptText(octets, esmClass) : '';
    const plain = text.replace(controlsAndQuotes, ' ');
    return text === '' ? [] : (plain.split(/\btext\s*[:=]/i, 1)[0] ?? '');
  });
}

/**
 * Finds the id. If the id is empty, the next field or a separator follows directly; the lookaheads prevent the parser from
 * reading that as the id.
 */
const findId = (facts: string) =>
  find(
    facts,
    /\b(?:id|msg_?id|message_?id)\s*[:=]\s*(?!(?:sub|dlvrd|submit|done|stat|err|text)[a-z_]*(?: date)?\s*[:=])(?![,;|&}])(\S{1,80}?)(?=\s|\}?$|[,;|&]\s*[a-z_ ]+[:=]|sub:)/i,
  );

/** Finds the word after `stat:`, or, if this label is missing, a known word that stands alone. */
function findStatus(facts: string, { receiptStates }: Pick<ReceiptRules, 'receiptStates'>) {
  const labelled = find(facts, /\bstat(?:us|e)?\s*[:=]\s*[<([]?([a-z_]{1,32}|0?\d\b)/i);
  if (labelled)
    return /\d/.test(labelled) ? messageStateName(Number(labelled)) : toStatus(labelled);
  const words = facts.toUpperCase().match(/(?<![^\s,;|&])[A-Z]{4,16}(?![^\s,;|&])/g) ?? [];
  return words.find((word) => isStateName(word) || word in receiptStates);
}

const toStatus = (word: string) => word.toUpperCase().slice(0, 16);

function find(facts: string, pattern: RegExp): string | undefined {
  return pattern.exec(facts)?.[1];
}

/** Formats an error code as in the field `err:` of a receipt, with at least three digits. */
export const errorCodeText = (code: number): string => String(code).padStart(3, '0');

/** How many octets of an address are read (SMPP 3.4 §4.6.1 allows 21 with a NUL). */
const maxAddressLength = 40;

/** Minimum digits of a handset's number. An address with fewer is a sender such as `567890`. */
const minDigits = 10;

/**
 * Returns the digits of a handset's number with the country code. The carrier may write the number with `+`, `91`, `0091`,
 * `910`, `0` or no prefix. Returns an empty string for anything else.
 */
function toHandsetNumber(address: string): string {
  const digits = address.slice(0, maxAddressLength).replace(/\D/g, '').replace(/^0+/, '');
  if (digits.length < minDigits) return '';
  return digits.length === 10 ? `91${digits}` : digits.replace(/^910+(?=\d{10}$)/, '91');
}
