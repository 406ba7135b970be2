import { z } from 'zod';
import { type ReceiptState, toReceiptState } from '#domain/sms/receipt-state.ts';
import { findOperatorVerdict, operatorCodes } from './operator-codes.ts';
import { type OperatorVerdict, operatorVerdictNames } from './operator-verdicts.browser.ts';

/** Our text for a status or an error code of this carrier. */
export const errorText = z
  .string()
  .regex(/^[\x20-\x7e]{1,120}$/, 'is 1 to 120 printable characters of ASCII');

/** What an error code of a receipt means at this carrier: our text for it, and its verdict. Leading zeros do not matter. */
const receiptErrorSchema = z
  .strictObject({
    code: z.string().regex(/^[0-9A-Za-z-]{1,40}$/, 'is 1 to 40 letters, digits and dashes'),
    text: errorText.optional(),
    verdict: z.enum(operatorVerdictNames).optional(),
  })
  .refine(({ text, verdict }) => text ?? verdict, 'has neither text nor verdict');

/** The settings of a carrier's profile for the error codes of its receipts. */
export const receiptErrorShape = {
  receiptErrors: z.array(receiptErrorSchema).max(512).default([]),
  /** Which operators' list the other error codes of its receipts follow: the same numbers differ between lists. */
  operatorCodes: z.enum(operatorCodes).default('common'),
};

const receiptErrorProfile = z.object(receiptErrorShape);

type ReceiptErrorProfile = z.output<typeof receiptErrorProfile>;

/** What an error code of a receipt means: the carrier's own text, and the operator's verdict. */
export type ReceiptError = { errorText?: string; verdict?: OperatorVerdict };

type Settled = { errorCode: string | null; state: ReceiptState };

/** Some sources pad codes with zeros, others do not. */
const canonicalCode = (code: string) => code.toLowerCase().replace(/^0+(?=.)/, '');

/**
 * What the error codes of a carrier's receipts mean: by its own `receiptErrors`, whose entry replaces that of the list, or
 * else by the operators' list that it follows.
 *
 * @returns a function from the code of a receipt to its meaning. Unknown fields are left out; only undelivered messages
 *   have a verdict
 */
export function prepareReceiptErrors({ operatorCodes, receiptErrors }: ReceiptErrorProfile) {
  const own = new Map(receiptErrors.map((entry) => [canonicalCode(entry.code), entry]));
  return ({ errorCode: code, state }: Settled): ReceiptError => {
    if (code === null) return {};
    const entry = own.get(canonicalCode(code));
    const verdict = entry ? entry.verdict : findOperatorVerdict(operatorCodes, code);
    return {
      ...(entry?.text !== undefined && { errorText: entry.text }),
      ...(verdict && state === 'undelivered' && { verdict }),
    };
  };
}

const usual = receiptErrorProfile.parse({});

type ReceiptEvent = {
  kind: string;
  status: string | null;
  errorCode: string | null;
  /** The value of `carriers.profile`; null if the carrier was removed. */
  profile: unknown;
};

/** The operator's verdict for the error code of a receipt, by the current profile of the carrier; null for other events. */
export function readVerdict({
  kind,
  status,
  errorCode,
  profile,
}: ReceiptEvent): OperatorVerdict | null {
  if (kind !== 'receipt' || status === null) return null;
  const { data = usual } = receiptErrorProfile.safeParse(profile ?? {});
  const state = toReceiptState(status);
  return prepareReceiptErrors(data)({ errorCode, state }).verdict ?? null;
}
