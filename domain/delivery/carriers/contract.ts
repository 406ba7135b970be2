import type { OperatorVerdict } from '#domain/dlt/operator-verdicts/operator-verdicts.browser.ts';
import type { ReceiptState } from '#domain/sms/receipt-state.ts';

/** The two lanes that share a carrier's window. OTPs never wait behind bulk messages. */
export type CarrierLane = 'otp' | 'messages';

/** The lanes of the queue. Messages of `test` never reach a carrier (domain/messaging/recipients/README.md). */
export type Lane = CarrierLane | 'test';

/** The consumers of a carrier's rate, in order of priority: queries get only the tokens that both lanes leave unused. */
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
  /**
   * Number of segments in `text`; each takes a token of the rate. A text of more than one segment goes into `message_payload`.
   */
  segments: number;
  /** User data header for one segment of a long message, including its length octet; null if there is none. */
  header: Buffer | null;
  /** Our 16-bit user_message_reference: identifies the segment if its response was lost. */
  reference: number;
  /** Validity period for the carrier, in seconds. */
  validitySeconds: number;
  /** DLT content template id, if the carrier requires one. */
  templateId: string | null;
  /**
   * The DLT entity of the account. `chains` lists the telemarketers of this entity for each carrier name. If `entityId`
   * and `chains` are null, the message uses the entity and the telemarketers in the carrier's settings.
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
 * - `other_carrier`: this carrier will never accept the message, and another may
 * - `permanent`: will never be accepted
 */
export type Refusal =
  | 'throttled'
  | 'temporary'
  | 'limited_retry'
  | 'bind_lost'
  | 'other_carrier'
  | 'permanent';

/**
 * The name of the simulated carrier of test messages. No real carrier can have it, because names of real carriers contain no
 * space.
 */
export const simulatedCarrier = 'test mode';

/** The result of one submit. */
export type SubmitOutcome =
  /** The id is empty if the carrier gave no id. In that case our reference identifies the receipt. */
  | { kind: 'accepted'; carrierMessageId: string }
  /**
   * `text` is the text that the carrier's profile has for this status. `reason` is a verdict and its sentence; it is set if we
   * did not submit the message because the carrier would have refused it.
   */
  | { kind: 'refused'; refusal: Refusal; status: number; text?: string; reason?: string }
  /** The submit was written to the socket, but no response arrived, so the message may have been sent. */
  | { kind: 'unanswered' }
  /** The submit was certainly not written to the socket. */
  | { kind: 'not_sent' };

/** Formats a command_status as carriers do, `0x0000000B`. */
export const statusText = (status: number) =>
  `0x${status.toString(16).toUpperCase().padStart(8, '0')}`;

/** A response that arrived after its submit had timed out as `unanswered`. */
export type LateResponse = { reference: number; recipient: string; outcome: SubmitOutcome };

/** A delivery receipt, as received. */
export type Receipt = {
  carrier: string;
  /** In the same canonical form as in `SubmitOutcome`; empty if the receipt has no id. */
  carrierMessageId: string;
  state: ReceiptState;
  /** The carrier's status text: `DELIVRD`, `UNDELIV` … */
  status: string;
  /** The operator's error code. `000` means that there was no error. */
  errorCode: string | null;
  /** The text that the carrier's profile has for the error code. */
  errorText?: string;
  /** The meaning of the error code; only for undelivered receipts. */
  verdict?: OperatorVerdict;
  /**
   * `recipient` is the handset's number, as digits with the country code. `reference` is our reference, if the carrier echoed
   * it.
   */
  recipient: string;
  reference: number | null;
  /** Whether the receipt is for all segments of its text. */
  settlesAll?: boolean;
};

/** The octets of a deliver_sm or data_sm that cannot be read, and the reason. */
export type UnreadPdu = { carrier: string; reason: string; octets: Buffer };

/** A segment whose state we query. The sender of the submit and the id in the carrier's response identify the segment. */
export type QueriedSegment = { carrierMessageId: string; sender: string };

/** The result of a query_sm. */
export type QueryOutcome =
  | ({ kind: 'answered' } & Pick<
      Receipt,
      'state' | 'status' | 'errorCode' | 'errorText' | 'verdict'
    >)
  /**
   * The carrier does not know the segment, or does not answer queries. `status` is 0 if the response is about another message.
   */
  | { kind: 'refused'; status: number }
  | { kind: 'unanswered' }
  | { kind: 'not_sent' };

export type CarrierState = 'connecting' | 'bound' | 'paused' | 'down' | 'closed';

export type CarrierEvents = {
  /**
   * Stores a receipt durably. The carrier gets ESME_ROK only after this promise resolves. If the promise rejects, the carrier
   * gets ESME_RX_T_APPN, so that it sends the receipt again.
   */
  onReceipt(receipt: Receipt): Promise<void>;
  /**
   * Stores a PDU that cannot be read, so that the operator can inspect the octets. The response to the carrier depends on the
   * result in the same way as for `onReceipt`.
   */
  onUnread(pdu: UnreadPdu): Promise<void>;
  onLateResponse(answer: LateResponse): void;
  onOutcome?(outcome: SubmitOutcome): void;
  /** The carrier accepts submits from now on. */
  onUsable?(): void;
};

/**
 * Room for one unanswered submit in a carrier's window. The holder submits once or more, one submit at a time, and then
 * releases the slot.
 */
export type Slot = {
  carrier: string;
  /** Whether the carrier takes a long text in one submit. */
  takesWhole: boolean;
  submit(submit: Submit): Promise<SubmitOutcome>;
  /**
   * Only the simulated carrier has this property, because it has no connection that could send receipts. `dueInMs` returns how
   * long after the submit the receipts of a message are due; null if no receipts follow. When the receipts are due, the worker
   * calls `receive`; until then the message stays in the queue.
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
  /**
   * Of the `connections` that may submit, `bound` are bound. If `bound` is 0, `since` is the time since when none is
   * bound; otherwise it is the time since when at least one is bound.
   */
  readonly binds: { bound: number; connections: number; since: Date };
  /** Submits per second that the carrier's licence allows. */
  readonly rate: number;
  /** Whether the carrier is bound, not paused because it throttled us, and not suspended. */
  usable(): boolean;
  /**
   * Waits for a slot of the window and a token of the rate; OTPs come first.
   *
   * @returns a slot, or null as soon as the carrier is not usable or the signal aborts
   */
  acquire(lane: Lane, signal?: AbortSignal): Promise<Slot | null>;
  /** When to query missing receipts; null if the carrier offers no queries. */
  readonly queries: { afterSeconds: number; perSecond: number } | null;
  /**
   * Asks the carrier for the state of a segment, as soon as no submit is waiting for the rate. Only one query runs at a time.
   * It takes no slot of the window.
   *
   * @returns `not_sent` as soon as the carrier is not usable or the signal aborts
   */
  query(segment: QueriedSegment, signal?: AbortSignal): Promise<QueryOutcome>;
  /**
   * A suspended carrier accepts no submits, but stays bound to get receipts. Submits that were already written still get their
   * outcome.
   */
  suspend(suspended: boolean): void;
  /** Applies limits that have changed, without a new connection. */
  tune(limits: { rate: number; window: number; otpShare: number }): void;
  /** Stops accepting submits, waits for pending responses, unbinds and closes. */
  close(): Promise<void>;
};

/** The properties of a carrier that are needed to submit messages. The simulated carrier of test mode has these too. */
export type SlotSource = Pick<Carrier, 'name' | 'usable' | 'acquire'>;
