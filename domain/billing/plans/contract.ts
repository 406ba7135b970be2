import { z } from 'zod';

declare module '#platform/ids.ts' {
  interface IdPrefixes {
    pln: 'plans';
  }
}

/** A plan as it is offered, with its limits; entity Plan of the specification. */
export const planOutput = z.object({
  _id: z.string().meta({ example: 'pln_01KAF9V7Z5W3N8Q2R4T6Y8B0CD' }),
  name: z.string().meta({ example: 'Pro' }),
  description: z.string().meta({ example: 'For a product that grows' }),
  price: z.string().meta({
    description: 'The price for display, such as `₹999`; empty if the price is negotiated.',
    example: '₹999',
  }),
  numericPrice: z
    .number()
    .meta({ description: 'The price in rupees; 0 if it is negotiated.', example: 999 }),
  period: z.string().meta({
    description:
      'The time that the price is for, such as `month`; empty if the price is negotiated.',
    example: 'month',
  }),
  isActive: z.boolean().meta({ description: 'Whether the plan is on offer.' }),
  recommended: z.boolean(),
  contactSales: z.boolean().meta({
    description:
      'Whether you arrange the plan with our sales team, instead of paying for it online.',
  }),
  apiCalls: z.int().meta({ description: 'API calls per month.', example: 100_000 }),
  monthlylimit: z.int().meta({
    description:
      'Messages per month, counted in segments: a text of three segments counts as three.',
    example: 10_000,
  }),
  features: z.array(
    z.object({
      _id: z.string().meta({ example: 'pln_01KAF9V7Z5W3N8Q2R4T6Y8B0CD_1' }),
      text: z.string().meta({ example: '10,000 messages a month' }),
    }),
  ),
});

export type PlanOutput = z.infer<typeof planOutput>;

/** Gives each feature of a plan an id, because the plan's row stores only an array of texts. */
export const toFeatureList = (planId: string, texts: string[]): PlanOutput['features'] =>
  texts.map((text, i) => ({ _id: `${planId}_${i + 1}`, text }));
