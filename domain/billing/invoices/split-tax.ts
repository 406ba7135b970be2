/** A price split into taxable value and tax, in paise; the three parts add up to the price. */
export type TaxSplit = {
  taxablePaise: number;
  /** Central tax (CGST). The State or Union territory tax is equal to it. */
  centralPaise: number;
  statePaise: number;
};

/**
 * Splits a tax-inclusive price. The two halves of the tax must be equal by law, so the taxable
 * value absorbs the rounding.
 *
 * @param rate in percent, both halves together
 */
export function splitTax(totalPaise: number, rate: number): TaxSplit {
  const half = Math.round((totalPaise * rate) / (100 + rate) / 2);
  return { taxablePaise: totalPaise - 2 * half, centralPaise: half, statePaise: half };
}
