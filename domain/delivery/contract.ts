import type { MessageEncoding } from '#domain/sms/segments.browser.ts';
import type { Lane } from './carriers/contract.ts';

/** The value of `message_queue.kind` for each lane. */
export const kindOf: Record<Lane, 'otp' | 'message' | 'test'> = {
  otp: 'otp',
  messages: 'message',
  test: 'test',
};

/** A message that this worker has reserved: no other worker submits it. */
export type ReservedMessage = {
  id: string;
  userId: string;
  /** False for a test message. */
  livemode: boolean;
  /** Only for test messages: it was submitted, and its receipt is due. */
  awaitsReceipt: boolean;
  recipient: string;
  sender: string;
  templateId: string | null;
  /** The account's DLT entity, and its chains by carrier; null for the installation's. */
  entityId: string | null;
  chains: Readonly<Record<string, string[]>> | null;
  promotional: boolean;
  /** Whether it waits instead of failing when promotional messages may not be sent. */
  mayWait: boolean;
  /** End of the hours in which it may be sent, by PostgreSQL's clock; undefined if it may be sent at any hour. */
  closesAt?: Date;
  content: string | null;
  encryptedContent: Buffer | null;
  encoding: MessageEncoding;
  segments: number;
  attempts: number;
  validUntil: Date;
  /**
   * The number of this worker's reservation. An earlier reservation of the same message may have been lost; it has no
   * effect.
   */
  reservation: number;
  /** Segments that its account may send in each round. */
  weight: number;
  /** Parts that a carrier accepted in an earlier attempt of this round. */
  sentParts: number[];
  /**
   * How often an operator has rejected it temporarily after a carrier had accepted it
   * (domain/dlt/operator-verdicts/README.md).
   */
  round: number;
};

/** The fields of a message that its submits need, besides the text. */
export type Submittable = Pick<
  ReservedMessage,
  | 'id'
  | 'livemode'
  | 'recipient'
  | 'sender'
  | 'templateId'
  | 'entityId'
  | 'chains'
  | 'encoding'
  | 'segments'
  | 'validUntil'
> & { round?: number };

/**
 * An event of the timeline that no part contains, with its column names. Acceptance by a carrier and receipts are in the
 * part.
 */
export type EventRow = {
  message_id: string;
  at: Date;
  kind: 'skipped' | 'refused' | 'unanswered' | 'not_sent' | 'expired';
  /** Undefined if the event is about the whole text. */
  seq?: number;
  carrier?: string;
  status?: string;
};

/** A segment, or a whole text, that a carrier accepted or may have accepted, with its column names. */
export type PartRow = {
  message_id: string;
  seq: number;
  carrier: string;
  carrier_message_id: string | null;
  reference: number;
  recipient: string;
  state: 'sent' | 'unknown';
  /** When the carrier accepted it; null if it may not have. */
  submitted_at: Date | null;
  /** The message's route, and how the carrier was chosen; undefined for carriers in order. */
  route?: string;
  routed_by?: string | null;
  /** How many segments it stands for, if more than this one. */
  segments?: number;
};

/** The state of a message after an attempt, with everything to record about it. */
export type Attempt = {
  messageId: string;
  reservation: number;
  lane: Lane;
  state: 'queued' | 'sent' | 'unknown' | 'failed' | 'expired';
  reason: string | null;
  /**
   * Milliseconds until the retry, if the message is queued again; for a submitted test message, milliseconds until its
   * receipt is due.
   */
  retryInMs: number | null;
  /** Whether the attempt counts against the maximum number of attempts. */
  counted: boolean;
  /** Whether no carrier accepted any segment, so that its quota is released. */
  refund: boolean;
  parts: PartRow[];
  events: EventRow[];
};
