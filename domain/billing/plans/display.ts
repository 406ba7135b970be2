import type { PlanOutput } from './contract.ts';

/** A price for display, such as `₹199`; paise only where there are some. */
export function displayPrice(paise: number): string {
  const fractionDigits = paise % 100 === 0 ? 0 : 2;
  return `₹${(paise / 100).toLocaleString('en-IN', {
    minimumFractionDigits: fractionDigits,
    maximumFractionDigits: fractionDigits,
  })}`;
}

/** The features of a plan, each with an id of its own: they are a list in the plan's row. */
export const toFeatureList = (planId: string, texts: string[]): PlanOutput['features'] =>
  texts.map((text, i) => ({ _id: `${planId}_${i + 1}`, text }));
