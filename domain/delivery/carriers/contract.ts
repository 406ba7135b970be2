import type { OperatorVerdict } from '#domain/dlt/operator-verdicts/operator-verdicts.browser.ts';
import type { ReceiptState } from '#domain/sms/receipt-state.ts';

/** The two lanes that share a carrier's window. OTPs never wait behind bulk messages. */
export type CarrierLane = 'otp' | 'messages';

/** The lanes of the queue. Messages of `test` never reach a carrier (domain/messaging/recipients/README.md). */
export type Lane = CarrierLane | 'test';

/** The consumers of a carrier's rate, by priority: queries get the tokens that both lanes leave. */
export type Claimant = CarrierLane | 'query';

/** One segment, or a whole text, ready for the wire. */
export type Submit = {
  /** Digits with the country code and no plus: `919876543210`. */
  recipient: string;
  sender: string;
  /** SMPP data_coding: 0 for GSM-7 in unpacked septets, 3 for Latin-1, 8 for UCS-2 in big-endian UTF-16. */
  dataCoding: 0 | 3 | 8;
  /** The encoded text, without header. */
  text: Buffer;
  /** How many segments the text has: each takes a token of the rate. More than one go in `message_payload`. */
  segments: number;
  /** User data header for one part of a long message, as on the wire with its length octet. */
  header: Buffer | null;
  /** Our 16-bit user_message_reference: identifies the segment if its response was lost. */
  reference: number;
  /** Validity period for the carrier, in seconds. */
  validitySeconds: number;
  /** DLT content template id, if the carrier requires one. */
  templateId: string | null;
  /**
   * The DLT entity of the account, and its chains of telemarketers by carrier; null means those of the carrier's settings.
   */
  entityId: string | null;
  chains: Readonly<Record<string, readonly string[]>> | null;
  /** False for a segment of a test message, which a connection to a carrier refuses to write. */
  livemode: boolean;
};

/**
 * How to treat a rejected submit.
 *
 * - `throttled`: we exceeded the carrier's rate; wait, and do not count the attempt
 * - `temporary`: a problem at the carrier; retry with growing delays
 * - `limited_retry`: may succeed; retry a few times
 * - `bind_lost`: the carrier does not accept our bind; try another carrier, or again after the rebind
 * - `other_carrier`: this carrier will never accept it, and another may
 * - `permanent`: will never be accepted
 */
export type Refusal =
  | 'throttled'
  | 'temporary'
  | 'limited_retry'
  | 'bind_lost'
  | 'other_carrier'
  | 'permanent';

/** The name of the carrier of test messages. No other can have it: theirs have no space. */
export const simulatedCarrier = 'test mode';

/** The result of one submit. */
export type SubmitOutcome =
  /** The id is empty if the carrier gave none: its receipt is found by our reference then. */
  | { kind: 'accepted'; carrierMessageId: string }
  /**
   * `text` is the text of this status in the carrier's profile. `reason` is set if we did not give the message to the
   * carrier because the carrier would refuse it: a verdict and its sentence.
   */
  | { kind: 'refused'; refusal: Refusal; status: number; text?: string; reason?: string }
  /** Written to the socket, but no response: it may have been sent. */
  | { kind: 'unanswered' }
  /** Certainly not written. */
  | { kind: 'not_sent' };

/** Formats a command_status as carriers do, `0x0000000B`. */
export const statusText = (status: number) =>
  `0x${status.toString(16).toUpperCase().padStart(8, '0')}`;

/** A response that arrived after its submit had timed out as `unanswered`. */
export type LateResponse = { reference: number; recipient: string; outcome: SubmitOutcome };

/** A delivery receipt, as received. */
export type Receipt = {
  carrier: string;
  /** In the same canonical form as in `SubmitOutcome`; empty if the receipt names none. */
  carrierMessageId: string;
  state: ReceiptState;
  /** The carrier's status text: `DELIVRD`, `UNDELIV` … */
  status: string;
  /** The operator's error code, `000` for none. */
  errorCode: string | null;
  /** The text of the code in the carrier's profile. */
  errorText?: string;
  /** What the code means; only for undelivered receipts. */
  verdict?: OperatorVerdict;
  /** The handset's number in digits with country code, and our reference if it was echoed. */
  recipient: string;
  reference: number | null;
  /** Whether the receipt is for all segments of its text. */
  settlesAll?: boolean;
};

/** The octets of a deliver_sm or data_sm that cannot be read, and the reason. */
export type UnreadPdu = { carrier: string; reason: string; octets: Buffer };

/** A segment whose state we query: the sender of its submit, and the id of the response. */
export type QueriedSegment = { carrierMessageId: string; sender: string };

/** The result of a query_sm. */
export type QueryOutcome =
  | ({ kind: 'answered' } & Pick<
      Receipt,
      'state' | 'status' | 'errorCode' | 'errorText' | 'verdict'
    >)
  /**
   * The carrier does not know the segment, or does not answer queries. If it answered for another message, `status` is 0.
   */
  | { kind: 'refused'; status: number }
  | { kind: 'unanswered' }
  | { kind: 'not_sent' };

export type CarrierState = 'connecting' | 'bound' | 'paused' | 'down' | 'closed';

export type CarrierEvents = {
  /**
   * Stores a receipt durably. The carrier gets ESME_ROK only after this resolves, and
   * ESME_RX_T_APPN if it rejects, so that it sends the receipt again.
   */
  onReceipt(receipt: Receipt): Promise<void>;
  /** Stores a PDU that cannot be read, for the operator. The carrier is answered as for `onReceipt`. */
  onUnread(pdu: UnreadPdu): Promise<void>;
  onLateResponse(answer: LateResponse): void;
  /** A submit has its outcome. */
  onOutcome?(outcome: SubmitOutcome): void;
  /** The carrier accepts submits from now on. */
  onUsable?(): void;
};

/** Room for one unanswered submit in a carrier's window. Submit once or more, one at a time, then release. */
export type Slot = {
  carrier: string;
  /** Whether a long text goes in one submit. */
  takesWhole: boolean;
  submit(submit: Submit): Promise<SubmitOutcome>;
  /**
   * Only a carrier without a connection, which cannot send receipts, has this: when the receipts of a message are due after
   * its submit, or null, and how the worker then receives them. Until then the message stays in the queue.
   */
  receipts?: {
    dueInMs(recipient: string): number | null;
    receive(messageId: string): Promise<void>;
  };
  release(): void;
};

/** A connection to one carrier that reconnects automatically. */
export type Carrier = {
  readonly name: string;
  readonly state: CarrierState;
  /** Submits per second that its licence allows. */
  readonly rate: number;
  /** Whether it is bound, not paused by throttling, and not suspended. */
  usable(): boolean;
  /**
   * Waits for room in the window and for the rate; OTPs go first.
   *
   * @returns a slot, or null as soon as the carrier is not usable or the signal aborts
   */
  acquire(lane: Lane, signal?: AbortSignal): Promise<Slot | null>;
  /** When to query missing receipts; null if the carrier offers no queries. */
  readonly queries: { afterSeconds: number; perSecond: number } | null;
  /**
   * Asks the carrier for the state of a segment, as soon as no submit waits for the rate. One query runs at a time; it takes
   * no slot of the window.
   *
   * @returns `not_sent` as soon as the carrier is not usable or the signal aborts
   */
  query(segment: QueriedSegment, signal?: AbortSignal): Promise<QueryOutcome>;
  /** While suspended it accepts no submits and stays bound for receipts; submits that were written finish. */
  suspend(suspended: boolean): void;
  /** Applies limits that have changed, without a new connection. */
  tune(limits: { rate: number; window: number; otpShare: number }): void;
  /** Stops accepting submits, waits for pending responses, unbinds and closes. */
  close(): Promise<void>;
};

/** The part of a carrier that submitting needs; the simulated carrier of test mode has it too. */
export type SlotSource = Pick<Carrier, 'name' | 'usable' | 'acquire'>;
