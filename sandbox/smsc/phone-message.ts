import type { BehaviourName } from './behaviour.ts';
import type { Segment } from './segment.ts';

/** A text as a phone shows it, its segments joined. */
export type PhoneMessage = {
  /** Counts up in the order of arrival. */
  serial: number;
  to: string;
  from: string;
  /** When its first segment came, in milliseconds. */
  at: number;
  dataCoding: number;
  dlt: Segment['dlt'];
  behaviour: BehaviourName;
  /** The text of each segment in its place; null where one has not come yet. */
  segments: (string | null)[];
  /** What its segments have in common on the wire; null for a text of one segment. */
  reference: number | null;
};

/** Opens a message with the first of its segments that came. */
export function openMessage(
  segment: Segment,
  behaviour: BehaviourName,
  serial: number,
): PhoneMessage {
  const { to, from, dataCoding, dlt, part, text } = segment;
  const segments = new Array<string | null>(part?.total ?? 1).fill(null);
  segments[(part?.sequence ?? 1) - 1] = text;
  const reference = part?.reference ?? null;
  return { serial, to, from, at: Date.now(), dataCoding, dlt, behaviour, segments, reference };
}

/**
 * Puts a segment in its place in a message that waits for it. As on a phone, a segment that came
 * twice is shown once, and a reference that comes round again belongs to a new message.
 *
 * @returns whether the segment belongs to this message
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

/** How many of its segments came. */
export function segmentsReceived({ segments }: PhoneMessage): number {
  return segments.filter((segment) => segment !== null).length;
}

export function isComplete({ segments }: PhoneMessage): boolean {
  return !segments.includes(null);
}

/** The text as far as it came. */
export function joinText({ segments }: PhoneMessage): string {
  return segments.join('');
}
