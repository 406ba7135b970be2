import type { BehaviourName } from './behaviour.ts';
import type { Segment } from './segment.ts';

/** Why the operator's DLT check rejects a text, with its error code (the list of Jio, Vi and Airtel). */
export type Rejection = { code: string; reason: string };

/** A text as a phone shows it, with its segments joined. */
export type PhoneMessage = {
  /** Increases in order of arrival. */
  serial: number;
  to: string;
  from: string;
  /** Arrival of the first segment, in milliseconds. */
  at: number;
  dataCoding: number;
  dlt: Segment['dlt'];
  behaviour: BehaviourName;
  /** Null if it was not rejected, or not checked. */
  rejection: Rejection | null;
  /** The text of each segment; null if it is missing. */
  segments: (string | null)[];
  /** The reference shared by its segments; null for a single segment. */
  reference: number | null;
};

/** Creates a message from its first received segment. */
export function openMessage(
  segment: Segment,
  behaviour: BehaviourName,
  serial: number,
): PhoneMessage {
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
 * Adds a segment to a message that misses it. Duplicate segments are shown once, and a reused reference
 * starts a new message, as on a phone.
 *
 * @returns whether the segment belongs to the message
 */
export function joinSegment(message: PhoneMessage, { from, part, text }: Segment): boolean {
  if (!part || isComplete(message)) return false;
  if (message.reference !== part.reference || message.from !== from) return false;
  if (message.segments.length !== part.total) return false;
  const place = part.sequence - 1;
  const present = message.segments[place];
  if (present !== null && present !== text) return false;
  message.segments[place] = text;
  return true;
}

/** Number of received segments. */
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
