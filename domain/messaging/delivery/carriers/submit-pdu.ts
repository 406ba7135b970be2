import type { PduFields } from 'smpp';
import { invariant } from '#domain/shared/errors.ts';
import type { Submit } from './contract.ts';

/** Longest `short_message`, header included (SMPP 3.4 §5.2.21). */
const maxShortMessageBytes = 254;

const headerIndicator = 0x40;

/**
 * Builds the fields of a submit_sm. The text is passed as octets with its header, since the library
 * would encode a string again by other rules. Addresses are validated once more: they are written
 * as C-strings, where a stray octet would shift every following field.
 *
 * @throws if the submit cannot be encoded correctly
 */
export function submitSmFields(submit: Submit, tlvs: readonly VendorTlv[]): PduFields {
  const { header, text, sender, recipient } = submit;
  const message = header ? Buffer.concat([header, text]) : text;
  invariant(message.length <= maxShortMessageBytes, 'a segment fits in short_message');
  invariant(/^\d{1,20}$/.test(recipient), 'a recipient is digits');
  invariant(/^[\x20-\x7e]{1,20}$/.test(sender), 'a sender is printable ASCII');
  return {
    ...toSourceType(sender),
    source_addr: sender,
    dest_addr_ton: 1,
    dest_addr_npi: 1,
    destination_addr: recipient,
    esm_class: header ? headerIndicator : 0,
    validity_period: smppRelativeTime(submit.validitySeconds),
    registered_delivery: 1,
    data_coding: submit.dataCoding,
    short_message: message,
    user_message_reference: submit.reference,
    ...Object.fromEntries(tlvs.map(({ tag, value }) => [vendorTlvName(tag), value])),
  };
}

/**
 * TON and NPI: alphanumeric names; short codes and numeric promotional headers without a plan; else
 * international numbers.
 */
function toSourceType(sender: string): { source_addr_ton: number; source_addr_npi: number } {
  if (!/^\d+$/.test(sender)) return { source_addr_ton: 5, source_addr_npi: 0 };
  if (sender.length < 10) return { source_addr_ton: 0, source_addr_npi: 0 };
  return { source_addr_ton: 1, source_addr_npi: 1 };
}

/**
 * Formats a period in the relative time format `YYMMDDhhmmss000R` (SMPP 3.4 §7.1.1).
 *
 * @param seconds rounded down, so that a message is never attempted beyond its validity; at least
 *   1, and at most 30 days, since carriers interpret the length of a month differently
 */
export function smppRelativeTime(seconds: number): string {
  const whole = Math.min(Math.max(Math.floor(seconds), 1), 30 * 86_400);
  const units = [whole / 86_400, (whole / 3600) % 24, (whole / 60) % 60, whole % 60];
  return `0000${units.map((unit) => String(Math.floor(unit)).padStart(2, '0')).join('')}000R`;
}

/** A vendor TLV with its encoded value. */
export type VendorTlv = { tag: number; value: Buffer };

/** The name under which a tag is registered with the protocol library, for all carriers. */
export function vendorTlvName(tag: number): string {
  return `vendor_${tag}`;
}
