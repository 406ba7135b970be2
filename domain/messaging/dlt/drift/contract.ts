import type { OperatorVerdict } from '../operator-verdicts/operator-verdicts.browser.ts';

/** A message that an operator rejected. */
export type Rejection = {
  messageId: string;
  carrier: string;
  errorCode: string | null;
  verdict: OperatorVerdict;
};

/** Drift of one header and template, as found at once. */
export type Drift = Omit<Rejection, 'messageId'> & {
  userId: string;
  header: string;
  /** Empty if the message was sent without one. */
  templateId: string;
  rejections: number;
};
