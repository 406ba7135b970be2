import type { PlanOutput } from './contract.ts';

/** Gives each feature of a plan an id; they are stored as an array in the plan's row. */
export const toFeatureList = (planId: string, texts: string[]): PlanOutput['features'] =>
  texts.map((text, i) => ({ _id: `${planId}_${i + 1}`, text }));
