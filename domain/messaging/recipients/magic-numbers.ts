import type { ErrorCode } from '#domain/shared/errors.browser.ts';

/** The receipt that the simulated carrier sends. */
type SimulatedReceipt = {
  state: 'delivered' | 'undelivered';
  /**
   * The delay after the submit is recorded, in milliseconds. With 0, the receipt arrives before the response to the submit.
   */
  afterMs: number;
  /** How many times the receipt arrives; by default once. */
  copies?: number;
  /** Whether a late response to the submit arrives before the receipt. */
  afterResponse?: boolean;
};

/** The behaviour of the simulated carrier for messages to a number. */
export type Outcome = {
  /** The response to a submit. `throttles` rejects the first three submits of each message, and accepts the fourth. */
  submit: 'accepts' | 'rejects' | 'throttles' | 'no response';
  /** Null if no receipt arrives. */
  receipt: SimulatedReceipt | null;
};

/**
 * A number with a fixed outcome in test mode. It has either `outcome`, the behaviour of the simulated carrier, or
 * `refusal`, the error of the call.
 */
export type MagicNumber = {
  /** The number in E.164. */
  recipient: string;
  description: string;
} & ({ outcome: Outcome; refusal?: never } | { refusal: ErrorCode; outcome?: never });

const usualMs = 1_500;

const delivered = { state: 'delivered', afterMs: usualMs } as const;

/** The outcome of valid numbers that are not magic numbers. */
const usual: Outcome = { submit: 'accepts', receipt: delivered };

/** A number for examples. Every test message to it is delivered. */
export const exampleTestRecipient = '+919999900000';

/**
 * The magic numbers, which are valid Indian mobile numbers. Numbers up to …10 have the same outcomes as in live mode with
 * the sandbox's carrier (`sandbox/smsc/magic-numbers.ts`). From …11 on, a number returns the error that a live key would get
 * in the described situation.
 */
export const magicNumbers: readonly MagicNumber[] = [
  {
    recipient: '+919999900001',
    outcome: { submit: 'accepts', receipt: { ...delivered, afterMs: 10_000 } },
    description: '`sent`, and `delivered` after ten seconds',
  },
  {
    recipient: '+919999900002',
    outcome: { submit: 'accepts', receipt: { state: 'undelivered', afterMs: usualMs } },
    description: '`undelivered`: the receipt has `UNDELIV`, error `001`',
  },
  {
    recipient: '+919999900003',
    outcome: { submit: 'rejects', receipt: null },
    description: '`failed`: the carrier rejects the number, with `0x0000000B`',
  },
  {
    recipient: '+919999900004',
    outcome: { submit: 'throttles', receipt: delivered },
    description: 'throttled three times, with `0x00000058`, then `delivered`',
  },
  {
    recipient: '+919999900005',
    outcome: { submit: 'no response', receipt: { ...delivered, afterMs: 5_000 } },
    description:
      '`unknown`, because no response arrives; about ten seconds later a receipt changes the status to `delivered`',
  },
  {
    recipient: '+919999900006',
    outcome: { submit: 'accepts', receipt: { ...delivered, afterMs: 0 } },
    description: '`delivered`: the receipt arrives before the response',
  },
  {
    recipient: '+919999900007',
    outcome: { submit: 'accepts', receipt: { ...delivered, copies: 2 } },
    description: '`delivered`: the receipt arrives twice',
  },
  {
    recipient: '+919999900008',
    outcome: { submit: 'no response', receipt: null },
    description: '`unknown` permanently: the connection breaks before the response',
  },
  {
    recipient: '+919999900009',
    outcome: {
      submit: 'no response',
      receipt: { ...delivered, afterMs: 20_000, afterResponse: true },
    },
    description:
      '`unknown`; after 20 seconds the response arrives, and the status changes to `sent`, then `delivered`',
  },
  {
    recipient: '+919999900010',
    outcome: { submit: 'accepts', receipt: null },
    description: '`sent` permanently: no receipt arrives',
  },
  {
    recipient: '+919999900011',
    refusal: 'invalid_recipient',
    description: 'error `invalid_recipient`: not a mobile number',
  },
  {
    recipient: '+919999900012',
    refusal: 'recipient_suppressed',
    description: 'error `recipient_suppressed` for messages; one-time passwords are `delivered`',
  },
  {
    recipient: '+919999900013',
    refusal: 'message_limit_reached',
    description: 'error `message_limit_reached`: no balance left',
  },
  {
    recipient: '+919999900014',
    refusal: 'rate_limited',
    description: 'error `rate_limited`: too many messages to this number',
  },
];

const byRecipient = new Map(magicNumbers.map((magic) => [magic.recipient, magic]));

/** Returns the behaviour of the simulated carrier for messages to a number in E.164. */
export const getOutcome = (recipient: string): Outcome =>
  byRecipient.get(recipient)?.outcome ?? usual;

/** Returns the error that a call with a test key gets for a number in E.164; null if the number has no error. */
export const refusalOf = (recipient: string): ErrorCode | null =>
  byRecipient.get(recipient)?.refusal ?? null;
