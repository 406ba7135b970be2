import type { MessageEncoding } from '#domain/messaging/messages/segments.ts';
import type { Lane } from './carriers/contract.ts';

/** A message that this worker alone may hand to a carrier now. */
export type ClaimedMessage = {
  id: string;
  userId: string;
  recipient: string;
  sender: string;
  templateId: string | null;
  content: string | null;
  encryptedContent: Buffer | null;
  encoding: MessageEncoding;
  segments: number;
  attempts: number;
  validUntil: Date;
  /** Until when the claim holds; it names the claim, so that only its owner records an outcome. */
  leaseUntil: Date;
  /** Segments that a carrier took in an earlier attempt. */
  sentParts: number[];
};

/** A row of the timeline, by the names of its columns. */
export type EventRow = {
  message_id: string;
  at: Date;
  kind: 'skipped' | 'submitted' | 'refused' | 'unanswered' | 'not_sent' | 'receipt' | 'expired';
  seq?: number;
  carrier?: string;
  carrier_message_id?: string;
  status?: string;
};

/** A segment that a carrier took, or may have taken, by the names of its columns. */
export type PartRow = {
  message_id: string;
  seq: number;
  carrier: string;
  carrier_message_id: string | null;
  reference: number;
  recipient: string;
  state: 'sent' | 'unknown';
};

/** Where a message stands after an attempt, with all that there is to write down of it. */
export type Attempt = {
  messageId: string;
  lane: Lane;
  /** The claim's `leaseUntil`. */
  leaseUntil: Date;
  state: 'queued' | 'sent' | 'unknown' | 'failed' | 'expired';
  reason: string | null;
  /** When to try again, of a message that is queued again. */
  dueAt: Date | null;
  /** Whether the try counts against the limit of tries. */
  counted: boolean;
  /** Whether no carrier took any of it, so that its units go back. */
  refund: boolean;
  parts: PartRow[];
  events: EventRow[];
};

/** What a job has to do next. */
export type DeliverJobResult = { kind: 'done' } | { kind: 'again'; afterMs: number };
