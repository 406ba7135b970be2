import type { OperatorVerdict } from '#domain/messaging/dlt/operator-verdicts/operator-verdicts.browser.ts';
import { profileSchema } from './carrier-config.ts';
import { toReceiptState } from './parse-receipt.ts';
import { prepareReceiptErrors } from './receipt-errors.ts';

const readProfile = profileSchema.pick({ operatorCodes: true, receiptErrors: true });
const usual = readProfile.parse({});

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
  const { data = usual } = readProfile.safeParse(profile ?? {});
  const state = toReceiptState(status);
  return prepareReceiptErrors(data)({ errorCode, state }).verdict ?? null;
}
