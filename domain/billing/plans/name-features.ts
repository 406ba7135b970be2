import type { PlanOutput } from './contract.ts';

/** The features of a plan, each with an id of its own: they are a list in the plan's row. */
export const nameFeatures = (planId: string, texts: string[]): PlanOutput['features'] =>
  texts.map((text, i) => ({ _id: `${planId}_${i + 1}`, text }));
