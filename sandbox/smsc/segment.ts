import smpp from 'smpp';

/** The contents of a submit_sm that the network has parsed. */
export type Segment = {
  /** Digits with the country code: `919876543210`. */
  to: string;
  from: string;
  text: string;
  dataCoding: number;
  /** The position of the segment in a longer message; null if the message has only one segment. */
  part: SegmentPart | null;
  /** DLT ids (TCCCPR 2018) of the submit. */
  dlt: { entity: string | null; template: string | null; chain: string | null };
  /** user_message_reference, which the receipt repeats. */
  reference: number | null;
  /** registered_delivery: which receipts are requested. */
  registeredDelivery: number;
};

type SegmentPart = { reference: number; total: number; sequence: number };

/** The fields of a PDU, which a client may omit or fill arbitrarily. */
type Fields = Readonly<Record<string, unknown>>;

/**
 * Parses a submit_sm.
 *
 * @returns the segment, or null if the destination is not a phone number in international digits
 */
export function readSubmit(pdu: Fields): Segment | null {
  const to = asText(pdu.destination_addr);
  if (!/^\d{7,15}$/.test(to)) return null;
  const { text, header } = readText(pdu);
  return {
    to,
    from: asText(pdu.source_addr),
    text,
    dataCoding: asNumber(pdu.data_coding) ?? 0,
    part: partFromHeader(header) ?? partFromTlvs(pdu),
    // The TLVs that Indian operators use for DLT.
    dlt: {
      entity: vendorTlv(pdu, 0x1400),
      template: vendorTlv(pdu, 0x1401),
      chain: vendorTlv(pdu, 0x1402),
    },
    reference: asNumber(pdu.user_message_reference),
    registeredDelivery: asNumber(pdu.registered_delivery) ?? 0,
  };
}

/** Returns the text in short_message, or if that is empty, in message_payload (SMPP 3.4 §4.4.1). */
function readText(pdu: Fields): { text: string; header: Buffer[] } {
  for (const field of [pdu.short_message, pdu.message_payload]) {
    if (typeof field !== 'object' || field === null || !('message' in field)) continue;
    const text = asText(field.message);
    if (text === '') continue;
    const elements = 'udh' in field && Array.isArray(field.udh) ? field.udh : [];
    return { text, header: elements.filter((element) => Buffer.isBuffer(element)) };
  }
  return { text: '', header: [] };
}

/** Reads the concatenation element of a user data header, with an 8-bit or 16-bit reference (3GPP TS 23.040 §9.2.3.24). */
function partFromHeader(header: Buffer[]): SegmentPart | null {
  for (const element of header) {
    if (element[0] === 0x00 && element.length === 5) {
      return part(element.readUInt8(2), element.readUInt8(3), element.readUInt8(4));
    }
    if (element[0] === 0x08 && element.length === 6) {
      return part(element.readUInt16BE(2), element.readUInt8(4), element.readUInt8(5));
    }
  }
  return null;
}

function partFromTlvs(pdu: Fields): SegmentPart | null {
  const reference = asNumber(pdu.sar_msg_ref_num);
  const total = asNumber(pdu.sar_total_segments);
  const sequence = asNumber(pdu.sar_segment_seqnum);
  if (reference === null || total === null || sequence === null) return null;
  return part(reference, total, sequence);
}

/** Returns null for an invalid part such as 4 of 3, so the segment is shown alone. */
function part(reference: number, total: number, sequence: number): SegmentPart | null {
  return total > 1 && sequence >= 1 && sequence <= total ? { reference, total, sequence } : null;
}

/** Returns the value of a TLV. The library stores it under the tag's registered name, or else under its number. */
function vendorTlv(pdu: Fields, tag: number): string | null {
  const value = pdu[smpp.tlvsById[tag]?.tag ?? tag];
  const text = Buffer.isBuffer(value) ? value.toString('latin1') : asText(value);
  return text.replace(/\0+$/, '') || null;
}

function asNumber(value: unknown): number | null {
  return typeof value === 'number' ? value : null;
}

/** Returns a text unchanged, and octets in hexadecimal. */
function asText(value: unknown): string {
  if (Buffer.isBuffer(value)) return value.toString('hex');
  return typeof value === 'string' ? value : '';
}
