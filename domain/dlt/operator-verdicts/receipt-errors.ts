import { z } from 'zod';
import { type ReceiptState, toReceiptState } from '#domain/sms/receipt-state.ts';
import { findOperatorVerdict, operatorCodes } from './operator-codes.ts';
import { type OperatorVerdict, operatorVerdictNames } from './operator-verdicts.browser.ts';

/** How we put a status or an error code of this carrier. */
export const errorText = z
  .string()
  .regex(/^[\x20-\x7e]{1,120}$/, 'is 1 to 120 printable characters of ASCII');

/**
 * What an error code of a receipt means at this carrier: how our texts put it, and the verdict that it stands for. Leading
 * zeros do not matter.
 */
const receiptErrorSchema = z
  .strictObject({
    code: z.string().regex(/^[0-9A-Za-z-]{1,40}$/, 'is 1 to 40 letters, digits and dashes'),
    text: errorText.optional(),
    verdict: z.enum(operatorVerdictNames).optional(),
  })
  .refine(({ text, verdict }) => text ?? verdict, 'has neither text nor verdict');

/** What a carrier's profile says of the error codes of its receipts. */
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
  /** As the column `carriers.profile` has it; null if the carrier is removed. */
  profile: unknown;
};

/** What an operator said by the error code of a receipt, as the carrier's profile is now; null of other events. */
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
