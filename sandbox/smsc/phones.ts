import type { BehaviourName } from './magic-numbers.ts';
import type { Segment } from './segment.ts';

/** Why the operator's DLT check rejects a text, with the error code from the list of Jio, Vi and Airtel. */
export type Rejection = { code: string; reason: string };

/** A text as a phone shows it, with its segments joined. */
export type PhoneMessage = {
  /** Increases in order of arrival. */
  serial: number;
  to: string;
  from: string;
  /** When the first segment arrived, in milliseconds since 1970. */
  at: number;
  dataCoding: number;
  dlt: Segment['dlt'];
  behaviour: BehaviourName;
  /** Why the text was rejected; null if it was not rejected or not checked. */
  rejection: Rejection | null;
  /** The text of each segment; null if it is missing. */
  segments: (string | null)[];
  /** The reference shared by its segments; null for a single segment. */
  reference: number | null;
};

/** Creates a message from its first received segment. */
function openMessage(segment: Segment, behaviour: BehaviourName, serial: number): PhoneMessage {
  const { to, from, dataCoding, dlt, part, text } = segment;
  const segments = new Array<string | null>(part?.total ?? 1).fill(null);
  segments[(part?.sequence ?? 1) - 1] = text;
  const reference = part?.reference ?? null;
  const at = Date.now();
  return {
    ...{ serial, to, from, at, dataCoding, dlt, behaviour, segments, reference },
    rejection: null,
  };
}

/**
 * Adds a segment to a message that lacks it. As on a phone, duplicate segments are shown once, and a segment with a reused
 * reference starts a new message.
 *
 * @returns whether the segment belongs to the message
 */
function joinSegment(message: PhoneMessage, { from, part, text }: Segment): boolean {
  if (!part || isComplete(message)) return false;
  if (message.reference !== part.reference || message.from !== from) return false;
  if (message.segments.length !== part.total) return false;
  const place = part.sequence - 1;
  const present = message.segments[place];
  if (present !== null && present !== text) return false;
  message.segments[place] = text;
  return true;
}

export function segmentsReceived({ segments }: PhoneMessage): number {
  return segments.filter((segment) => segment !== null).length;
}

export function isComplete({ segments }: PhoneMessage): boolean {
  return !segments.includes(null);
}

/** The text received so far. */
export function joinText({ segments }: PhoneMessage): string {
  return segments.join('');
}

/** The messages of one number, newest first. */
export type Conversation = { number: string; messages: PhoneMessage[] };

export type Phones = ReturnType<typeof createPhones>;

const mostMessages = 10_000;
const mostPerNumber = 50;

/**
 * Creates all phones of the network, with the messages that they receive.
 *
 * All messages are in one ring buffer, so that any number of phones uses limited memory. Each number also has a short list
 * of its messages.
 *
 * @param changed called after each change
 */
export function createPhones(changed: () => void) {
  let ring: (PhoneMessage | undefined)[] = [];
  let perNumber = new Map<string, PhoneMessage[]>();
  let serial = 0;

  /** Deletes the oldest message of a number. If `only` is given, deletes the message only if it is `only`. */
  function deleteOldest(number: string, only?: PhoneMessage): void {
    const messages = perNumber.get(number);
    const oldest = messages?.[0];
    if (!messages || !oldest || (only && oldest !== only)) return;
    messages.shift();
    ring[oldest.serial % mostMessages] = undefined;
    if (messages.length === 0) perNumber.delete(number);
  }

  function store(message: PhoneMessage): void {
    const slot = message.serial % mostMessages;
    const overwritten = ring[slot];
    if (overwritten) deleteOldest(overwritten.to, overwritten);
    ring[slot] = message;
    const messages = perNumber.get(message.to);
    if (!messages) perNumber.set(message.to, [message]);
    else if (messages.push(message) > mostPerNumber) deleteOldest(message.to);
  }

  /** All messages, newest first. */
  function* newestFirst(): Generator<PhoneMessage> {
    for (let i = 0; i < mostMessages && serial - i > 0; i += 1) {
      const message = ring[(serial - i) % mostMessages];
      if (message) yield message;
    }
  }

  const conversation = (number: string): Conversation => ({
    number,
    messages: [...(perNumber.get(number) ?? [])].reverse(),
  });

  return {
    /** Adds a segment to its message. @returns the message */
    receive(segment: Segment, behaviour: BehaviourName): PhoneMessage {
      const open = segment.part && perNumber.get(segment.to);
      let message = open?.findLast((one) => joinSegment(one, segment));
      if (!message) {
        serial += 1;
        message = openMessage(segment, behaviour, serial);
        store(message);
      }
      changed();
      return message;
    },
    conversation,
    newestFirst,
    /**
     * Lists conversations, most recent first.
     *
     * @param digits selects only numbers that contain these digits
     */
    conversations(limit: number, digits = ''): Conversation[] {
      const numbers = new Set<string>();
      for (const { to } of newestFirst()) {
        if (numbers.size >= limit) break;
        if (to.includes(digits)) numbers.add(to);
      }
      return [...numbers].map(conversation);
    },
    /** Number of phones with messages. */
    numbers: (): number => perNumber.size,
    clear(): void {
      ring = [];
      perNumber = new Map();
      changed();
    },
  };
}
