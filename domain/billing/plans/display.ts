import type { PlanOutput } from './contract.ts';

/** Formats a price such as `₹199`; paise only if there are any. */
export function displayPrice(paise: number): string {
  const fractionDigits = paise % 100 === 0 ? 0 : 2;
  return `₹${(paise / 100).toLocaleString('en-IN', {
    minimumFractionDigits: fractionDigits,
    maximumFractionDigits: fractionDigits,
  })}`;
}

/** Gives each feature of a plan an id; they are stored as an array in the plan's row. */
export const toFeatureList = (planId: string, texts: string[]): PlanOutput['features'] =>
  texts.map((text, i) => ({ _id: `${planId}_${i + 1}`, text }));
