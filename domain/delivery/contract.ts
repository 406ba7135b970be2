import type { MessageEncoding } from '#domain/sms/segments.browser.ts';
import type { Lane } from './carriers/contract.ts';

/** The value of `message_queue.kind` for each lane. */
export const kindOf = {
  otp: 'otp',
  messages: 'message',
  test: 'test',
} as const satisfies Record<Lane, string>;

/** A message that this worker has reserved: no other worker submits it. */
export type ReservedMessage = {
  id: string;
  userId: string;
  /** False for a test message. */
  livemode: boolean;
  /** True only for a test message that was submitted and whose receipt is now due. */
  awaitsReceipt: boolean;
  recipient: string;
  sender: string;
  templateId: string | null;
  /**
   * The account's DLT entity, and the chains of this entity by carrier. Null if the message uses the installation's entity.
   */
  entityId: string | null;
  chains: Readonly<Record<string, string[]>> | null;
  promotional: boolean;
  /** Whether the message waits, instead of failing, while promotional messages may not be sent. */
  mayWait: boolean;
  /** End of the hours in which the message may be sent, by PostgreSQL's clock; undefined if it may be sent at any hour. */
  closesAt?: Date;
  content: string | null;
  encryptedContent: Buffer | null;
  encoding: MessageEncoding;
  segments: number;
  attempts: number;
  validUntil: Date;
  /**
   * The number of this worker's reservation of the message. If an earlier reservation of the message was lost, results with
   * the earlier number have no effect.
   */
  reservation: number;
  /**
   * Segments that the account may send each time it is its turn for slots of a carrier (a round of `account-ring.ts`).
   */
  weight: number;
  /** The numbers of the parts that a carrier accepted in an earlier attempt with the same value of `round`. */
  sentParts: number[];
  /**
   * How many times a carrier accepted the message and an operator then rejected it temporarily
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
 * A row of `message_events`, with its column names: an event of the timeline that is not stored in a part. Acceptance by a
 * carrier and receipts are stored in the part.
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

/**
 * A row of `message_parts`, with its column names: a segment or a whole text that a carrier accepted, or that it may have
 * accepted.
 */
export type PartRow = {
  message_id: string;
  seq: number;
  carrier: string;
  carrier_message_id: string | null;
  reference: number;
  recipient: string;
  state: 'sent' | 'unknown';
  /** When the carrier accepted the part; null if we do not know whether it was accepted. */
  submitted_at: Date | null;
  /**
   * The message's route, and how the carrier was chosen; undefined if no route applied and the carriers were tried in order.
   */
  route?: string;
  routed_by?: string | null;
  /** Number of segments in this part; undefined unless the part is a whole text of several segments. */
  segments?: number;
};

/** The state of a message after an attempt, with everything to record about it. */
export type Attempt = {
  messageId: string;
  reservation: number;
  lane: Lane;
  recipient: string;
  state: 'queued' | 'sent' | 'unknown' | 'failed' | 'expired';
  reason: string | null;
  /**
   * Milliseconds until the retry, if the message is queued again; for a submitted test message, milliseconds until its
   * receipt is due.
   */
  retryInMs: number | null;
  /** Whether the attempt counts against the maximum number of attempts. */
  counted: boolean;
  /** Whether no carrier accepted any segment, so that the message's quota is released. */
  refund: boolean;
  parts: PartRow[];
  events: EventRow[];
};
