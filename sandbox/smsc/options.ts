import type { IdFormat } from './message-ids.ts';

/** How one SMSC is set up. Times are in milliseconds. */
export type SmscOptions = {
  host: string;
  /** 0 takes any free port. */
  port: number;
  /** Every system id may bind with this password. */
  password: string;
  /** How message ids are written; many real centres answer in hex and send receipts in decimal. */
  submitIdFormat: IdFormat;
  receiptIdFormat: IdFormat;
  /** From the answer to the receipt. */
  receiptAfterMs: number;
  /** The same, where the receipt is to come late. */
  lateReceiptAfterMs: number;
  /** From the submit to the receipt, where the answer was lost. */
  unansweredReceiptAfterMs: number;
  /** From the submit to the answer, where the answer is to come late. */
  lateAnswerAfterMs: number;
  /** A receipt that was refused is sent again after this time. */
  receiptRetryMs: number;
  /** A receipt or enquire_link not answered for so long counts as lost. */
  answerTimeoutMs: number;
  /** How often the link to a bound client is tried. */
  enquireLinkMs: number;
  /** A client that has not bound after this time is cut off. */
  bindTimeoutMs: number;
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
};
