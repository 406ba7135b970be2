import type { MessageEncoding } from '#domain/sms/segments.browser.ts';
import type { Lane } from './carriers/contract.ts';

/** What `message_queue.kind` is for the messages of a lane. */
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
  /** Of a test message: it was submitted, and its receipt is due. */
  awaitsReceipt: boolean;
  recipient: string;
  sender: string;
  templateId: string | null;
  /** The account's DLT entity, and its chains by carrier; null for the installation's. */
  entityId: string | null;
  chains: Readonly<Record<string, string[]>> | null;
  promotional: boolean;
  /** Whether it waits, rather than fails, when promotional messages may not be sent. */
  mayWait: boolean;
  /** When the hours end in which it may be sent, by PostgreSQL's clock; left out if it may be at any hour. */
  closesAt?: Date;
  content: string | null;
  encryptedContent: Buffer | null;
  encoding: MessageEncoding;
  segments: number;
  attempts: number;
  validUntil: Date;
  /** Which reservation of this worker it is: an earlier one may have been lost, and is of no effect then. */
  reservation: number;
  /** Segments that its account may send in a round of all accounts that are sending. */
  weight: number;
  /** Parts that a carrier accepted in an earlier attempt, except for those of earlier rounds. */
  sentParts: number[];
  /** How often an operator has rejected it for now, after a carrier had accepted it (domain/dlt/operator-verdicts/README.md). */
  round: number;
};

/** Of a message, what its submits are made of, besides its text. */
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
 * An event of the timeline that is not in a part, with its column names. What a carrier accepted, and its receipt, are
 * in the part.
 */
export type EventRow = {
  message_id: string;
  at: Date;
  kind: 'skipped' | 'refused' | 'unanswered' | 'not_sent' | 'expired';
  /** Left out if it is about the whole text. */
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
  /** The route it took, and by what it was chosen; left out for carriers in order. */
  route?: string;
  routed_by?: string | null;
  /** How many segments it stands for, if not only for this one. */
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
   * After how many milliseconds to retry, if the message is queued again; of a test message that was submitted, after how
   * many its receipt comes.
   */
  retryInMs: number | null;
  /** Whether the attempt counts against the maximum number of attempts. */
  counted: boolean;
  /** Whether no carrier accepted any segment, so that its quota is released. */
  refund: boolean;
  parts: PartRow[];
  events: EventRow[];
};
