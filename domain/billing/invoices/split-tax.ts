/** What of a price is tax, in paise; the three add up to the price. */
export type TaxSplit = {
  taxablePaise: number;
  /** Central tax, and as much again for the State or Union territory. */
  centralPaise: number;
  statePaise: number;
};

/**
 * Takes the tax out of a price that includes it. The halves are equal, as the law has them, so it is
 * the taxable value that takes up what rounding leaves.
 *
 * @param rate in percent, both halves together
 */
export function splitTax(totalPaise: number, rate: number): TaxSplit {
  const half = Math.round((totalPaise * rate) / (100 + rate) / 2);
  return { taxablePaise: totalPaise - 2 * half, centralPaise: half, statePaise: half };
}
