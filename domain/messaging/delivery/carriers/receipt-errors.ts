import {
  findOperatorVerdict,
  type OperatorCodes,
} from '#domain/messaging/dlt/operator-verdicts/operator-codes.ts';
import type { OperatorVerdict } from '#domain/messaging/dlt/operator-verdicts/operator-verdicts.browser.ts';
import type { Receipt } from './contract.ts';

/** What a carrier's profile says of the error codes of its receipts. */
export type ReceiptErrorProfile = {
  operatorCodes: OperatorCodes;
  receiptErrors: readonly {
    code: string;
    text?: string | undefined;
    verdict?: OperatorVerdict | undefined;
  }[];
};

/** What an error code of a receipt means. */
type ReceiptError = Pick<Receipt, 'errorText' | 'verdict'>;

/** Codes are padded with zeros in one place and not in another. */
const canonicalCode = (code: string) => code.toLowerCase().replace(/^0+(?=.)/, '');

/**
 * What the error codes of a carrier's receipts mean: by its own `receiptErrors`, whose entry replaces whatever else is
 * known of its code, or else by the operators' list that it follows.
 *
 * @returns what the code of a receipt means, as fields that are left out where nothing is known; only what was not
 *   delivered has a verdict
 */
export function prepareReceiptErrors({ operatorCodes, receiptErrors }: ReceiptErrorProfile) {
  const own = new Map(receiptErrors.map((entry) => [canonicalCode(entry.code), entry]));
  return ({ errorCode: code, state }: Pick<Receipt, 'errorCode' | 'state'>): ReceiptError => {
    if (code === null) return {};
    const entry = own.get(canonicalCode(code));
    const verdict = entry ? entry.verdict : findOperatorVerdict(operatorCodes, code);
    return {
      ...(entry?.text !== undefined && { errorText: entry.text }),
      ...(verdict && state === 'undelivered' && { verdict }),
    };
  };
}
