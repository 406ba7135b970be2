import type { IdFormat } from './message-ids.ts';

/** Configuration of an SMSC. Times are in milliseconds. */
export type SmscOptions = {
  host: string;
  /** 0 picks a free port. */
  port: number;
  /** Every system id may bind with this password. */
  password: string;
  /** Formats of message ids; many real centres use hex in responses and decimal in receipts. */
  submitIdFormat: IdFormat;
  receiptIdFormat: IdFormat;
  /** Delay from the response to the receipt. */
  receiptAfterMs: number;
  /** The same for a late receipt. */
  lateReceiptAfterMs: number;
  /** Delay from the submit to the receipt if the response is lost. */
  unansweredReceiptAfterMs: number;
  /** Delay of a late response. */
  lateAnswerAfterMs: number;
  /** Delay before a rejected receipt is sent again. */
  receiptRetryMs: number;
  /** Timeout for the response to a receipt or enquire_link. */
  answerTimeoutMs: number;
  /** Interval of enquire_link to a bound client. */
  enquireLinkMs: number;
  /** Time limit for a client to bind. */
  bindTimeoutMs: number;
  /** How long the operator's DLT check waits for the segments of a text. */
  incompleteAfterMs: number;
  /** The file of the operator's DLT register. */
  dltRegister: string;
};

export const defaultSmscOptions: SmscOptions = {
  host: '127.0.0.1',
  port: 0,
  password: 'sandbox',
  submitIdFormat: 'text',
  receiptIdFormat: 'text',
  receiptAfterMs: 250,
  lateReceiptAfterMs: 10_000,
  unansweredReceiptAfterMs: 5_000,
  lateAnswerAfterMs: 20_000,
  receiptRetryMs: 3_000,
  answerTimeoutMs: 10_000,
  enquireLinkMs: 30_000,
  bindTimeoutMs: 30_000,
  incompleteAfterMs: 5_000,
  dltRegister: 'sandbox/scrubber/register.json',
};
