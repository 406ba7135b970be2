import type { CarrierConfig } from './carrier-config.ts';

/** Codes are padded with zeros in one place and not in another. */
const canonicalCode = (code: string) => code.toLowerCase().replace(/^0+(?=.)/, '');

/**
 * What the carrier's profile says of the error codes of receipts.
 *
 * @returns the text for a code, as a field of a receipt or nothing
 */
export function prepareErrorTexts({ receiptErrors }: Pick<CarrierConfig, 'receiptErrors'>) {
  const texts = new Map(receiptErrors.map(({ code, text }) => [canonicalCode(code), text]));
  return (code: string | null): { errorText?: string } => {
    const errorText = code === null ? undefined : texts.get(canonicalCode(code));
    return errorText === undefined ? {} : { errorText };
  };
}
