import { createHash } from 'node:crypto';
import { type ChainRule, toChainRule } from '#domain/dlt/check/profile.ts';
import { indiaOffsetMs } from '#domain/shared/days-in-india.browser.ts';
import { dltErrorTexts } from '#domain/shared/dlt-error-texts.browser.ts';
import { invariant } from '#domain/shared/errors.browser.ts';
import { gsmAlphabet, gsmEscape, gsmExtension } from '#domain/sms/gsm-alphabet.browser.ts';
import type { CarrierConfig } from './carrier-config.ts';
import type { Refusal, Submit, SubmitOutcome } from './contract.ts';
import { type Pdu, readMessageId } from './pdu.ts';

/** Longest `short_message`, header included (SMPP 3.4 §5.2.21). */
const maxShortMessageBytes = 254;

/**
 * Longest message_payload that we send, in octets: `maxSegments` (10) segments of 153 unpacked septets each. SMPP allows 64
 * KiB.
 */
const maxPayloadBytes = 1_530;

/**
 * Longest `submit_sm` without payload and vendor TLVs, in octets: §4.4.1 with addresses of 20 characters, and our reference.
 */
const maxFixedBytes = 16 + 1 + 2 + 21 + 2 + 21 + 3 + 1 + 17 + 5 + maxShortMessageBytes + 6;

const submitSm = 0x04;
const userMessageReference = 0x0204;
const messagePayload = 0x0424;
const headerIndicator = 0x40;

export type VendorTlv = { tag: number; value: Buffer };

type Source = CarrierConfig['tlvs'][number]['source'];
type Identities = Pick<
  CarrierConfig,
  'name' | 'entityId' | 'telemarketerIds' | 'tlvs' | 'chain' | 'maxTelemarketers'
>;

/** The reason why a carrier accepts no message with this identity: the code of a verdict, and its sentence. */
type IdentityProblem = `${'sender_not_registered' | `dlt_chain_${string}`}: ${string}`;

/**
 * Computes the hash of the chain from the principal entity to the last telemarketer, which TRAI has required since December
 * 2024: SHA-256 in hex over `PEID,TMID[,TMID2…]`.
 */
export function chainHash(entityId: string, telemarketerIds: readonly string[]): string {
  return createHash('sha256')
    .update([entityId, ...telemarketerIds].join(','))
    .digest('hex');
}

/** The DLT identity of a message, which its TLVs contain. */
export type DltIdentity = Pick<Submit, 'templateId' | 'entityId' | 'chains'>;

/**
 * Prepares the TLVs in which Indian carriers require the DLT identities (TCCCPR 2018).
 *
 * @param config the carrier's settings, because tags and types differ between carriers. Messages of accounts without an entity
 *   use the installation's entity, `entityId`. Entities that have registered no chain for this carrier use the chain
 *   `telemarketerIds`
 * @returns a function that returns the TLVs for a message, or the reason why the carrier would reject the message. A message
 *   without a template gets no TLV for the template
 */
export function prepareDltTlvs(
  config: Identities,
): (message: DltIdentity) => VendorTlv[] | IdentityProblem {
  const { name, entityId: ownEntity, telemarketerIds, tlvs } = config;
  const rule = toChainRule(config);
  const prepared = tlvs.map(({ tag, type, source }) => ({
    tag,
    source,
    encode: (text: string) => Buffer.from(type === 'cstring' ? `${text}\0` : text, 'latin1'),
  }));
  const canLend = canSendForInstallation(config);
  /** The values of the TLVs for the installation's identity. */
  const fixed = new Map<Source, string>();
  for (const { source } of prepared) {
    if (source === 'template' || !canLend) continue;
    fixed.set(source, toText(source, ownEntity ?? '', telemarketerIds));
  }
  return ({ templateId, entityId, chains }) => {
    const chain = chains?.[name];
    const problem =
      entityId === null ? !canLend && notForInstallation : findChainProblem(chain, rule);
    if (problem) return problem;
    return prepared.flatMap(({ tag, source, encode }) => {
      if (source === 'template') {
        return templateId === null ? [] : { tag, value: encode(templateId) };
      }
      const text =
        entityId === null
          ? (fixed.get(source) as string)
          : toText(source, entityId, chain ?? telemarketerIds);
      return { tag, value: encode(text) };
    });
  };
}

const notForInstallation: IdentityProblem =
  'sender_not_registered: This carrier takes only messages of accounts with an approved header of their own.';

/** Whether a carrier's settings have all TLV values for messages under the installation's identity. */
export function canSendForInstallation({
  entityId,
  telemarketerIds,
  tlvs,
}: Pick<Identities, 'entityId' | 'telemarketerIds' | 'tlvs'>): boolean {
  return tlvs.every(({ source }) => {
    const hasEntity = source === 'telemarketer' || source === 'template' || Boolean(entityId);
    const hasChain = source === 'entity' || source === 'template' || telemarketerIds.length > 0;
    return hasEntity && hasChain;
  });
}

/** @param chain the approved chain of the message's entity */
function findChainProblem(
  chain: readonly string[] | undefined,
  { isRequired, maxTelemarketers }: ChainRule,
): IdentityProblem | null {
  if (!chain) return isRequired ? toProblem('dlt_chain_missing') : null;
  return chain.length > maxTelemarketers ? toProblem('dlt_chain_too_long') : null;
}

const toProblem = (code: 'dlt_chain_missing' | 'dlt_chain_too_long'): IdentityProblem =>
  `${code}: ${dltErrorTexts[code]}`;

function toText(
  source: Exclude<Source, 'template'>,
  entityId: string,
  telemarketerIds: readonly string[],
): string {
  if (source === 'entity') return entityId;
  return source === 'telemarketer'
    ? telemarketerIds.join(',')
    : chainHash(entityId, telemarketerIds);
}

/**
 * Builds the octets of a submit_sm, except for its sequence number. Addresses are validated again, because they are written as
 * C-strings, in which a stray NUL would shift all following fields.
 *
 * If a text of several segments is sent as a whole, it goes into `message_payload`, with an empty `short_message` (§5.3.2.32).
 *
 * @param validity the format in which the carrier wants validity_period
 * @throws if the submit cannot be encoded correctly
 */
export function createSubmitPdu(
  submit: Submit,
  tlvs: readonly VendorTlv[],
  validity: CarrierConfig['validity'],
): Buffer {
  const { header, text, sender, recipient } = submit;
  const headerBytes = header?.length ?? 0;
  const isWhole = submit.segments > 1;
  if (isWhole) invariant(!header && text.length <= maxPayloadBytes, 'a whole text is not too long');
  else
    invariant(headerBytes + text.length <= maxShortMessageBytes, 'a segment fits in short_message');
  invariant(/^\d{1,20}$/.test(recipient), 'a recipient is digits');
  invariant(/^[\x20-\x7e]{1,20}$/.test(sender), 'a sender is printable ASCII');
  const tlvBytes = tlvs.reduce((sum, { value }) => sum + 4 + value.length, 0);
  const octets = Buffer.allocUnsafe(maxFixedBytes + (isWhole ? 4 + text.length : 0) + tlvBytes);
  const { ton, npi } = toSourceType(sender);

  // The head is written last, when the length is known. The connection writes the sequence number.
  let at = 16;
  const byte = (value: number) => {
    at = octets.writeUInt8(value, at);
  };
  const cString = (value: string) => {
    at += octets.write(value, at, 'latin1');
    byte(0);
  };
  const bytes = (value: Buffer) => {
    at += value.copy(octets, at);
  };
  const tlv = (tag: number, value: Buffer) => {
    at = octets.writeUInt16BE(tag, at);
    at = octets.writeUInt16BE(value.length, at);
    bytes(value);
  };
  byte(0); // service_type
  byte(ton);
  byte(npi);
  cString(sender);
  byte(1); // dest_addr_ton: international
  byte(1); // dest_addr_npi: E.164
  cString(recipient);
  byte(header ? headerIndicator : 0); // esm_class
  byte(0); // protocol_id
  byte(0); // priority_flag
  byte(0); // schedule_delivery_time
  cString(validityPeriods[validity](submit.validitySeconds));
  byte(1); // registered_delivery
  byte(0); // replace_if_present_flag
  byte(submit.dataCoding);
  byte(0); // sm_default_msg_id
  byte(isWhole ? 0 : headerBytes + text.length); // sm_length
  if (header) bytes(header);
  if (!isWhole) bytes(text);
  const reference = Buffer.allocUnsafe(2);
  reference.writeUInt16BE(submit.reference);
  tlv(userMessageReference, reference);
  if (isWhole) tlv(messagePayload, text);
  for (const { tag, value } of tlvs) tlv(tag, value);

  octets.writeUInt32BE(at, 0);
  octets.writeUInt32BE(submitSm, 4);
  octets.writeUInt32BE(0, 8);
  octets.writeUInt32BE(0, 12);
  return octets.subarray(0, at);
}

/**
 * Returns the type of number (TON) and numbering plan (NPI) of a sender: alphanumeric for names, unknown for short codes and
 * numeric promotional headers (fewer than 10 digits), and international for other numbers.
 */
export function toSourceType(sender: string): { ton: number; npi: number } {
  if (!/^\d+$/.test(sender)) return { ton: 5, npi: 0 };
  if (sender.length < 10) return { ton: 0, npi: 0 };
  return { ton: 1, npi: 1 };
}

/**
 * How long a carrier may try to deliver a message, in seconds. It is rounded down, so that the carrier never tries after the
 * validity has ended. It is at least 1 s, and at most 30 days, because carriers disagree about the length of a month.
 */
const toPeriod = (seconds: number) => Math.min(Math.max(Math.floor(seconds), 1), 30 * 86_400);

/** Formats a period of seconds in the relative time format `YYMMDDhhmmss000R` (SMPP 3.4 §7.1.1.2). */
export function smppRelativeTime(seconds: number): string {
  const whole = toPeriod(seconds);
  const units = [whole / 86_400, (whole / 3600) % 24, (whole / 60) % 60, whole % 60];
  return `0000${units.map((unit) => String(Math.floor(unit)).padStart(2, '0')).join('')}000R`;
}

/**
 * Formats the time `seconds` from now in the absolute time format `YYMMDDhhmmsstnnp` (SMPP 3.4 §7.1.1.1). It uses India's time,
 * 22 quarters of an hour ahead of UTC, so that carriers in India that ignore the offset also read it correctly.
 */
export function smppAbsoluteTime(seconds: number, now = Date.now()): string {
  const at = new Date(now + toPeriod(seconds) * 1_000 + indiaOffsetMs);
  return `${at.toISOString().replaceAll(/\D/g, '').slice(2, 14)}022+`;
}

const validityPeriods = { relative: smppRelativeTime, absolute: smppAbsoluteTime, none: () => '' };

/** How a carrier writes a message id in one kind of PDU. */
export type MessageIdFormat = 'text' | 'loose' | 'hex' | 'decimal';

/**
 * Maximum length of an id. SMPP 3.4 §5.2.23 allows 64 characters and a NUL; of a longer id, only the first 64 characters are
 * kept. An index entry of PostgreSQL holds at most 2,704 octets: a very long id would make the whole batch of messages fail.
 */
const maxLength = 64;

const patterns = { hex: /^(?:0x)?([0-9a-f]+)$/i, decimal: /^(\d+)$/ };

/**
 * Converts an id back to the form of the carrier's submit response, for a query. Leading zeros and capital hex digits are lost,
 * because normalizing the id dropped them.
 */
export const wireMessageId = (canonical: string, format: MessageIdFormat): string =>
  format === 'hex' && patterns.decimal.test(canonical) ? BigInt(canonical).toString(16) : canonical;

/**
 * Normalizes a message id so that submits and receipts can be compared.
 *
 * By the specification an id is opaque text (SMPP 3.4 §5.2.23), but some carriers write the id in hexadecimal in the submit
 * response and in decimal in the receipt, or drop leading zeros, or change case. With `hex` or `decimal`, both forms become the
 * same decimal number. `loose` ignores case and leading zeros; so do `hex` and `decimal` for an id that is not a number, such
 * as a UUID.
 *
 * @param raw the id as received, perhaps in brackets
 * @returns a decimal number without leading zeros; or the text without blanks and control characters, in lower case and without
 *   leading zeros unless the format is `text`
 */
export function canonicalMessageId(raw: string, format: MessageIdFormat): string {
  const id = raw
    .replace(/[^\x21-\x7e]/g, '')
    .replace(/^(?:<(.+)>|\((.+)\)|\[(.+)\])$/, '$1$2$3')
    .slice(0, maxLength);
  if (format === 'text') return id;
  const digits = format === 'loose' ? undefined : patterns[format].exec(id)?.[1];
  if (digits === undefined) return id.toLowerCase().replace(/^0+(?=.)/, '');
  return BigInt(format === 'hex' ? `0x${digits}` : digits).toString();
}

const unknownError = 0xff;

/** Returns the command_status of a response. A generic_nack counts as an error even if its status is 0. */
export function readCommandStatus(answer: Pdu): number {
  return answer.status || (answer.command === 'generic_nack' ? unknownError : 0);
}

/** Converts a submit_sm_resp, or a generic_nack that the carrier sent instead, to an outcome. */
export function toSubmitOutcome(
  answer: Pdu,
  config: Pick<CarrierConfig, 'submitIdFormat' | 'temporaryStatuses' | 'submitErrors'>,
): SubmitOutcome {
  const status = readCommandStatus(answer);
  if (status !== 0) {
    const known = config.submitErrors.find((error) => error.status === status);
    const refusal = known?.means ?? classifyRefusal(status, config.temporaryStatuses);
    return { kind: 'refused', refusal, status, ...(known?.text && { text: known.text }) };
  }
  const id = canonicalMessageId(readMessageId(answer), config.submitIdFormat);
  return { kind: 'accepted', carrierMessageId: id };
}

/**
 * How each command_status of a submit is treated (SMPP 3.4 §5.1.3). All other values are permanent, for example errors of
 * addresses, encodings and TLVs, because a retry would fail again.
 */
const refusalByCommandStatus = new Map<number, Refusal>([
  [0x58, 'throttled'], // ESME_RTHROTTLED
  [0x14, 'throttled'], // ESME_RMSGQFUL
  [0x08, 'temporary'], // ESME_RSYSERR
  [0x64, 'temporary'], // ESME_RX_T_APPN
  [0x102, 'temporary'], // ESME_RSERTYPUNAVAIL
  [0x45, 'limited_retry'], // ESME_RSUBMITFAIL
  [0xfe, 'limited_retry'], // ESME_RDELIVERYFAILURE
  [0xff, 'limited_retry'], // ESME_RUNKNOWNERR
  [0x61, 'limited_retry'], // ESME_RINVSCHED
  [0x04, 'bind_lost'], // ESME_RINVBNDSTS
  [0x05, 'bind_lost'], // ESME_RALYBND
  [0x0d, 'bind_lost'], // ESME_RBINDFAIL
  [0x0e, 'bind_lost'], // ESME_RINVPASWD
  [0x0f, 'bind_lost'], // ESME_RINVSYSID
]);

/**
 * Classifies a rejected submit.
 *
 * @param status the command_status of the response, not 0
 * @param temporaryStatuses vendor codes that this carrier uses for temporary errors
 */
export function classifyRefusal(status: number, temporaryStatuses: readonly number[]): Refusal {
  const vendor = temporaryStatuses.includes(status) ? 'temporary' : 'permanent';
  return refusalByCommandStatus.get(status) ?? vendor;
}

/** Whether a bind was rejected because of our credentials, so that an early retry would fail too. */
export function isCredentialRefusal(status: number): boolean {
  return status >= 0x0d && status <= 0x0f;
}

const septets = new Map<string, number[]>([
  ...[...gsmAlphabet].map((character, at): [string, number[]] => [character, [at]]),
  ...Object.entries(gsmExtension).map(([c, septet]): [string, number[]] => [
    c,
    [gsmEscape, septet],
  ]),
]);
septets.delete('\u001B');

/**
 * Encodes a segment for `short_message`.
 *
 * @param text the characters of the segment
 * @param dataCoding 0 for GSM-7, 8 for UCS-2; the same for all segments of a message
 * @returns septets, one per octet (most carriers require unpacked septets), or big-endian UTF-16
 * @throws if `dataCoding` is 0 and GSM 03.38 lacks a character
 */
export function encodeText(text: string, dataCoding: 0 | 8): Buffer {
  if (dataCoding === 8) return Buffer.from(text, 'utf16le').swap16();
  const octets: number[] = [];
  for (const character of text) {
    const code = septets.get(character);
    invariant(code, 'a GSM-7 segment has GSM-7 characters only');
    octets.push(...code);
  }
  return Buffer.from(octets);
}

/**
 * Builds the user data header of one segment of a long message (3GPP TS 23.040 §9.2.3.24.1, 8-bit reference), including its
 * length octet.
 *
 * @param reference 0–255, the same for all segments of the message
 * @param total number of segments, 2–255
 * @param position the number of this segment, from 1
 */
export function concatenationHeader(reference: number, total: number, position: number): Buffer {
  invariant(total <= 255 && position >= 1 && position <= total, 'a segment is one of at most 255');
  return Buffer.from([5, 0x00, 3, reference & 0xff, total, position]);
}
