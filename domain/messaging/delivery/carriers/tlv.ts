/** Tags that are read (SMPP 3.4 §5.3.2). */
export const tags = {
  receiptedMessageId: 0x001e,
  userMessageReference: 0x0204,
  networkErrorCode: 0x0423,
  messagePayload: 0x0424,
  messageState: 0x0427,
} as const;

/** An optional parameter, in its octets. */
export type Tlv = { tag: number; value: Buffer };

/** No PDU of a carrier has more. */
const maxTlvs = 64;

/**
 * Reads optional parameters. Each ends at its length (§5.3): a string need not have a NUL.
 *
 * Carriers count wrongly: they put a NUL between the text and the parameters, leave out a NUL that they counted, or write one that
 * they did not count. So, where parameters do not end with the PDU, other readings are tried. If none
 * ends with the PDU, the parameters before the one that is cut off count.
 */
export function readTlvs(octets: Buffer): Tlv[] {
  return readWhole(octets, 0, new Set(), 0) ?? readInFront(octets);
}

/** @returns null if no reading ends with the octets @param failed offsets from which there is none */
function readWhole(octets: Buffer, at: number, failed: Set<number>, depth: number): Tlv[] | null {
  if (at === octets.length) return [];
  if (failed.has(at) || depth > maxTlvs) return null;
  for (const { tlv, next } of readingsAt(octets, at)) {
    const others = readWhole(octets, next, failed, depth + 1);
    if (others) return tlv ? [tlv, ...others] : others;
  }
  failed.add(at);
  return null;
}

/** The parameter at an offset; the same without a NUL that was counted and not written; and a NUL that was not counted. */
function* readingsAt(octets: Buffer, at: number): Generator<{ tlv: Tlv | null; next: number }> {
  if (at + 4 <= octets.length) {
    const tag = octets.readUInt16BE(at);
    const end = at + 4 + octets.readUInt16BE(at + 2);
    if (tag !== 0 && end <= octets.length) {
      yield { tlv: { tag, value: octets.subarray(at + 4, end) }, next: end };
    }
    const shorter = Math.min(end, octets.length + 1) - 1;
    if (tag === tags.receiptedMessageId && shorter === end - 1 && shorter > at + 4) {
      yield { tlv: { tag, value: octets.subarray(at + 4, shorter) }, next: shorter };
    }
  }
  if (octets[at] === 0) yield { tlv: null, next: at + 1 };
}

function readInFront(octets: Buffer): Tlv[] {
  const found: Tlv[] = [];
  let at = 0;
  while (octets[at] === 0 && octets[at + 1] === 0) at += 1;
  while (at + 4 <= octets.length && found.length < maxTlvs) {
    const end = at + 4 + octets.readUInt16BE(at + 2);
    if (end > octets.length) break;
    found.push({ tag: octets.readUInt16BE(at), value: octets.subarray(at + 4, end) });
    at = end;
  }
  return found;
}

/** The first parameter with this tag that is not empty. */
export const findTlv = (tlvs: readonly Tlv[], tag: number): Buffer | null =>
  tlvs.find((one) => one.tag === tag && one.value.length > 0)?.value ?? null;

/** A number of up to six octets; null if there is none. */
export const tlvNumber = (value: Buffer | null): number | null =>
  value && value.length <= 6 ? value.readUIntBE(0, value.length) : null;

/** A message_state: one octet, in which some carriers write a digit. Of several octets the last one counts. */
export function tlvState(value: Buffer | null): number | null {
  const state = value?.at(-1) ?? null;
  return state !== null && state >= 0x30 && state <= 0x39 ? state - 0x30 : state;
}

/** A string up to its NUL, or its end. */
export function tlvText(value: Buffer | null): string | null {
  if (!value) return null;
  const end = value.indexOf(0);
  return value.toString('latin1', 0, end < 0 ? value.length : end);
}

/**
 * The error code of network_error_code (§5.3.2.31): one octet for the network, then two. Some carriers write four octets;
 * the code is in the last two then, too.
 */
export function networkErrorCode(value: Buffer | null): number | null {
  if (!value) return null;
  const text = value.toString('latin1');
  if (value.length >= 3 && /^[0-9]+$/.test(text)) return Number(text.slice(-4));
  return value.length === 1 ? (value[0] ?? null) : value.readUInt16BE(value.length - 2);
}
