import { indiaOffsetMs } from '#domain/shared/days-in-india.browser.ts';
import { invariant } from '#domain/shared/errors.browser.ts';
import type { CarrierConfig } from './carrier-config.ts';
import type { Submit } from './contract.ts';

/** Longest `short_message`, header included (SMPP 3.4 §5.2.21). */
const maxShortMessageBytes = 254;

/** Longest text of `maxSegments` segments (10 of 153 septets, or of 67 UTF-16 code units), of the 64 KiB that SMPP allows. */
const maxPayloadBytes = 1_530;

/** Longest `submit_sm` but for a payload and its vendor TLVs: §4.4.1 with addresses of 20 characters, and our reference. */
const maxFixedBytes = 16 + 1 + 2 + 21 + 2 + 21 + 3 + 1 + 17 + 5 + maxShortMessageBytes + 6;

const submitSm = 0x04;
const userMessageReference = 0x0204;
const messagePayload = 0x0424;
const headerIndicator = 0x40;

/** A vendor TLV with its encoded value. */
export type VendorTlv = { tag: number; value: Buffer };

/**
 * Builds a submit_sm, written straight into its octets, without its sequence number. Addresses are validated once more: they are written as C-strings,
 * where a stray octet would shift every following field.
 *
 * A whole text of several segments is in `message_payload`, with an empty `short_message` (§5.3.2.32).
 *
 * @param validity how the carrier wants its validity_period
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

  // The head is written last: its length is known then. The connection writes the sequence number.
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
 * TON and NPI: alphanumeric names; short codes and numeric promotional headers without a plan; else
 * international numbers.
 */
export function toSourceType(sender: string): { ton: number; npi: number } {
  if (!/^\d+$/.test(sender)) return { ton: 5, npi: 0 };
  if (sender.length < 10) return { ton: 0, npi: 0 };
  return { ton: 1, npi: 1 };
}

/**
 * How long a message may be tried: rounded down, so that it is never tried beyond its validity; at least 1 s, and at
 * most 30 days, since carriers interpret the length of a month differently.
 */
const toPeriod = (seconds: number) => Math.min(Math.max(Math.floor(seconds), 1), 30 * 86_400);

/** Formats a period of seconds in the relative time format `YYMMDDhhmmss000R` (SMPP 3.4 §7.1.1.2). */
export function smppRelativeTime(seconds: number): string {
  const whole = toPeriod(seconds);
  const units = [whole / 86_400, (whole / 3600) % 24, (whole / 60) % 60, whole % 60];
  return `0000${units.map((unit) => String(Math.floor(unit)).padStart(2, '0')).join('')}000R`;
}

/**
 * Formats the time in so many seconds in the absolute time format `YYMMDDhhmmsstnnp` (SMPP 3.4 §7.1.1.1): in India's time,
 * 22 quarters of an hour ahead of UTC, as carriers in India that ignore the offset read it rightly, too.
 */
export function smppAbsoluteTime(seconds: number, now = Date.now()): string {
  const at = new Date(now + toPeriod(seconds) * 1_000 + indiaOffsetMs);
  return `${at.toISOString().replaceAll(/\D/g, '').slice(2, 14)}022+`;
}

const validityPeriods = { relative: smppRelativeTime, absolute: smppAbsoluteTime, none: () => '' };
