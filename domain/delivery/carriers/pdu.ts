/** Octets of the head of a PDU: length, command, status, sequence number (SMPP 3.4 §3.2). */
const headBytes = 16;

/** Longest PDU that we accept, in octets: a message_payload of 64 KiB, and the other fields. */
const maxPduBytes = 0x11000;

/** Commands that we send or answer (§5.1.2.1), by name. */
const commandIds = {
  generic_nack: 0x80000000,
  bind_receiver: 0x01,
  bind_receiver_resp: 0x80000001,
  bind_transmitter: 0x02,
  bind_transmitter_resp: 0x80000002,
  query_sm: 0x03,
  query_sm_resp: 0x80000003,
  submit_sm: 0x04,
  submit_sm_resp: 0x80000004,
  deliver_sm: 0x05,
  deliver_sm_resp: 0x80000005,
  unbind: 0x06,
  unbind_resp: 0x80000006,
  bind_transceiver: 0x09,
  bind_transceiver_resp: 0x80000009,
  enquire_link: 0x15,
  enquire_link_resp: 0x80000015,
  alert_notification: 0x102,
  data_sm: 0x103,
  data_sm_resp: 0x80000103,
} as const;

export type Command = keyof typeof commandIds;

const commandById = new Map<number, Command>(
  Object.entries(commandIds).map(([name, id]) => [id, name as Command]),
);

/** Statuses that we answer with (§5.1.3). */
export const commandStatus = { ok: 0, invalidCommand: 0x03, tryLater: 0x64 } as const;

/** A PDU as received: the fields of its head, and all its octets. */
export type Pdu = {
  /** Null for a command that we do not know. */
  command: Command | null;
  commandId: number;
  status: number;
  sequence: number;
  /** All octets, including the head. */
  octets: Buffer;
};

export const isResponse = ({ commandId }: Pick<Pdu, 'commandId'>): boolean =>
  commandId >= 0x80000000;

/** Reads the head of a PDU. @param octets a whole PDU of at least `headBytes` */
export function readPdu(octets: Buffer): Pdu {
  const commandId = octets.readUInt32BE(4);
  return {
    command: commandById.get(commandId) ?? null,
    commandId,
    status: octets.readUInt32BE(8),
    sequence: octets.readUInt32BE(12),
    octets,
  };
}

/** Writes a PDU with these octets as its body. */
export function writePdu(
  command: Command,
  sequence: number,
  body: Buffer = Buffer.alloc(0),
  status = 0,
): Buffer {
  const octets = Buffer.allocUnsafe(headBytes + body.length);
  octets.writeUInt32BE(octets.length, 0);
  octets.writeUInt32BE(commandIds[command], 4);
  octets.writeUInt32BE(status, 8);
  octets.writeUInt32BE(sequence, 12);
  body.copy(octets, headBytes);
  return octets;
}

/** A string with its NUL (§3.1), in Latin-1, so that each character is one octet. */
export const cString = (text: string): Buffer => Buffer.from(`${text}\0`, 'latin1');

/** Thrown when a stream announces a PDU of an impossible length. */
export class FramingError extends Error {}

/**
 * Splits the octets that a socket receives into PDUs.
 *
 * @returns a function that takes a chunk and calls `onPdu` for each PDU that it completes; it throws a `FramingError` for an
 *   impossible length, after which the stream is unreadable
 */
export function createPduReader(onPdu: (octets: Buffer) => void): (chunk: Buffer) => void {
  const chunks: Buffer[] = [];
  let held = 0;
  let wanted = 0;
  return (chunk) => {
    chunks.push(chunk);
    held += chunk.length;
    // Chunks are joined only when they complete a PDU, so that a long PDU in small pieces is copied only once.
    if (held < (wanted || 4)) return;
    let octets = chunks.length === 1 ? chunk : Buffer.concat(chunks, held);
    chunks.length = 0;
    for (;;) {
      wanted = octets.length >= 4 ? octets.readUInt32BE(0) : 0;
      if (octets.length >= 4 && (wanted < headBytes || wanted > maxPduBytes)) {
        throw new FramingError(`a PDU of ${wanted} octets`);
      }
      if (octets.length < 4 || octets.length < wanted) break;
      onPdu(octets.subarray(0, wanted));
      octets = octets.subarray(wanted);
    }
    held = octets.length;
    if (held > 0) chunks.push(octets);
  };
}

/** Reads the message id of a submit_sm_resp; empty if there is none (§4.4.2). */
export const readMessageId = ({ octets }: Pick<Pdu, 'octets'>): string =>
  createCursor(octets, headBytes).cString() ?? '';

/** Reads the fields of a query_sm_resp (§4.8.2), except for the date. */
export function readQueryResponse({ octets }: Pick<Pdu, 'octets'>): {
  messageId: string;
  messageState: number | null;
  errorCode: number | null;
} {
  const cursor = createCursor(octets, headBytes);
  const messageId = cursor.cString() ?? '';
  cursor.cString();
  return { messageId, messageState: cursor.octet(), errorCode: cursor.octet() };
}

/** Tags that are read (SMPP 3.4 §5.3.2). */
export const tags = {
  receiptedMessageId: 0x001e,
  userMessageReference: 0x0204,
  networkErrorCode: 0x0423,
  messagePayload: 0x0424,
  messageState: 0x0427,
} as const;

/** An optional parameter (TLV), with its value as octets. */
type Tlv = { tag: number; value: Buffer };

/** The maximum number of TLVs that are read from one PDU. No carrier sends more. */
const maxTlvs = 64;

/**
 * Reads optional parameters. Only the length of a parameter tells where the parameter ends (§5.3), because a string need not
 * end with a NUL.
 *
 * Some carriers count octets wrongly: a NUL between the text and the parameters is not counted, or a counted NUL is missing. So
 * if the last parameter does not end exactly where the PDU ends, other readings are tried. If none of them fits, the parameters
 * before the truncated one are used.
 */
function readTlvs(octets: Buffer): Tlv[] {
  return readWhole(octets, 0, new Set(), 0) ?? readInFront(octets);
}

/**
 * @param failed offsets from which no reading fits
 * @returns null if no reading ends exactly where the octets end
 */
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

/**
 * Yields the possible readings at an offset: the parameter as counted; a receipted_message_id that is one octet shorter,
 * because the carrier counted its NUL but did not write it; and a NUL that the carrier wrote but did not count.
 */
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

/** Reads a number of up to six octets; null if the value is missing or longer. */
export const tlvNumber = (value: Buffer | null): number | null =>
  value && value.length <= 6 ? value.readUIntBE(0, value.length) : null;

/**
 * Reads a message_state. It is one octet, and some carriers write it as an ASCII digit. If there are several octets, the last
 * one counts.
 */
export function tlvState(value: Buffer | null): number | null {
  const state = value?.at(-1) ?? null;
  return state !== null && state >= 0x30 && state <= 0x39 ? state - 0x30 : state;
}

/** Reads a string up to its NUL, or all octets if there is no NUL. */
export function tlvText(value: Buffer | null): string | null {
  if (!value) return null;
  const end = value.indexOf(0);
  return value.toString('latin1', 0, end < 0 ? value.length : end);
}

/**
 * Reads the error code of network_error_code (§5.3.2.31): one octet names the network, the next two are the code. Some carriers
 * write four octets, with the code in the last two, or ASCII digits.
 */
export function networkErrorCode(value: Buffer | null): number | null {
  if (!value) return null;
  const text = value.toString('latin1');
  if (value.length >= 3 && /^[0-9]+$/.test(text)) return Number(text.slice(-4));
  return value.length === 1 ? (value[0] ?? null) : value.readUInt16BE(value.length - 2);
}

/** The fields of a deliver_sm or data_sm. Fields that are missing or cut off are null or empty. */
export type Delivered = {
  esmClass: number;
  dataCoding: number;
  sourceAddress: string;
  destinationAddress: string;
  /** The text, including the user data header if there is one. */
  shortMessage: Buffer;
  /** All octets from the start of the text: if lengths are wrong, the text may continue after its length. */
  rest: Buffer;
  tlvs: Tlv[];
};

/**
 * Reads as many fields of a deliver_sm (§4.6.1) or data_sm (§4.7.1) as possible. Never throws: if a receipt closed the
 * connection, the carrier would send the same receipt again after each bind.
 */
export function readDelivered({ command, octets }: Pick<Pdu, 'command' | 'octets'>): Delivered {
  const cursor = createCursor(octets, headBytes);
  cursor.cString(); // service_type
  cursor.skip(2);
  const sourceAddress = cursor.cString() ?? '';
  cursor.skip(2);
  const destinationAddress = cursor.cString() ?? '';
  const esmClass = cursor.octet() ?? 0;
  const addresses = { esmClass, sourceAddress, destinationAddress };
  if (command === 'data_sm') {
    cursor.skip(1); // registered_delivery
    const dataCoding = cursor.octet() ?? 0;
    const rest = cursor.rest();
    return { ...addresses, dataCoding, shortMessage: Buffer.alloc(0), rest, tlvs: readTlvs(rest) };
  }
  cursor.skip(2); // protocol_id, priority_flag
  // The times of a receipt are ignored: carriers write arbitrary values.
  cursor.cString();
  cursor.cString();
  cursor.skip(2); // registered_delivery, replace_if_present_flag
  const dataCoding = cursor.octet() ?? 0;
  cursor.skip(1); // sm_default_msg_id
  const length = cursor.octet() ?? 0;
  const rest = cursor.rest();
  return {
    ...addresses,
    dataCoding,
    shortMessage: rest.subarray(0, length),
    rest,
    tlvs: readTlvs(rest.subarray(length)),
  };
}

/** Longest string that is read, in octets. Addresses have up to 21 octets and ids 65. */
const maxCString = 256;

/** Reads fields one after the other. Past the end of the PDU, fields are null or empty. */
function createCursor(octets: Buffer, from: number) {
  let at = from;
  return {
    octet(): number | null {
      const value = octets[at];
      at += 1;
      return value ?? null;
    },
    skip(count: number): void {
      at += count;
    },
    /** Reads up to the NUL, or to the end of the PDU if there is no NUL. */
    cString(): string | null {
      if (at >= octets.length) return null;
      const end = octets.indexOf(0, at);
      const to = end < 0 ? octets.length : end;
      const text = octets.toString('latin1', at, Math.min(to, at + maxCString));
      at = to + 1;
      return text;
    },
    rest: () => octets.subarray(Math.min(at, octets.length)),
  };
}
