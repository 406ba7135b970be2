import { z } from 'zod';
import { type ReceiptState, toReceiptState } from '#domain/sms/receipt-state.ts';
import { findOperatorVerdict, operatorCodes } from './operator-codes.ts';
import { type OperatorVerdict, operatorVerdictNames } from './operator-verdicts.browser.ts';

/** The text that the dashboard and API show for a status or an error code of this carrier. */
export const errorText = z
  .string()
  .regex(/^[\x20-\x7e]{1,120}$/, 'is 1 to 120 printable characters of ASCII');

/**
 * The meaning of an error code at this carrier: a text to show, a verdict, or both. Leading zeros of the code are ignored.
 */
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
  /**
   * The list of error codes, used for codes that are missing in `receiptErrors`. The same code can have different meanings
   * in different lists.
   */
  operatorCodes: z.enum(operatorCodes).default('common'),
};

const receiptErrorProfile = z.object(receiptErrorShape);

type ReceiptErrorProfile = z.output<typeof receiptErrorProfile>;

/** The meaning of an error code in a receipt: the text of the carrier's profile, and the operator's verdict. */
export type ReceiptError = { errorText?: string; verdict?: OperatorVerdict };

type Settled = { errorCode: string | null; state: ReceiptState };

/** Removes leading zeros, because some operators pad codes with zeros and others do not. */
const canonicalCode = (code: string) => code.toLowerCase().replace(/^0+(?=.)/, '');

/**
 * Prepares the meanings of the error codes in a carrier's receipts. An entry of the carrier's `receiptErrors` replaces the
 * entry of its `operatorCodes` list.
 *
 * @returns a function that returns the meaning of a receipt's code. Unknown fields are omitted; only undelivered messages
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
  /** The value of `carriers.profile`; null for a removed carrier. */
  profile: unknown;
};

/**
 * Returns the operator's verdict for the error code of a receipt, using the current profile of the carrier. Null if the
 * event is not a receipt or has no verdict.
 */
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
