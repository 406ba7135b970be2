import { z } from 'zod';
import { invariant } from '#domain/shared/errors.browser.ts';
import { formatPrice } from '#domain/shared/format.browser.ts';
import { prisma } from '#platform/db.ts';
import { newId } from '#platform/ids.ts';
import { oncePerPage } from '#platform/request-scope.ts';
import type { Plan } from '#prisma/generated/client.ts';

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
    description: 'The price as text, such as `₹999`; empty if the price is negotiated.',
    example: '₹999',
  }),
  numericPrice: z
    .number()
    .meta({ description: 'The price in rupees; 0 if it is negotiated.', example: 999 }),
  period: z.string().meta({
    description:
      'The billing period of the price, such as `month`; empty if the price is negotiated.',
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

/** The plans on offer, in display order. The default plan, Free, is never listed. */
export async function listPlans(): Promise<PlanOutput[]> {
  const rows = await prisma.plan.findMany({
    where: { isListed: true, isDefault: false },
    orderBy: [{ position: 'asc' }, { id: 'asc' }],
  });
  return rows.map(toPlanOutput);
}

/** The plan of users without a subscription. */
export const getDefaultPlan = () => readDefaultPlan('');

const readDefaultPlan = oncePerPage(async () => {
  const plan = await prisma.plan.findFirst({ where: { isDefault: true } });
  invariant(plan, 'seeding creates a default plan');
  return plan;
});

function toPlanOutput(row: Plan): PlanOutput {
  const hasPrice = row.pricePaise > 0;
  return {
    _id: row.id,
    name: row.name,
    description: row.description,
    price: hasPrice ? formatPrice(row.pricePaise) : '',
    numericPrice: row.pricePaise / 100,
    period: hasPrice ? 'month' : '',
    isActive: row.isListed,
    recommended: row.recommended,
    contactSales: row.isContactSales,
    apiCalls: row.apiCallLimit,
    monthlylimit: row.messageLimit,
    features: toFeatureList(row.id, row.features),
  };
}

const plans = [
  {
    name: 'Free',
    description: 'Basic plan with limited features',
    pricePaise: 0,
    messageLimit: 50,
    apiCallLimit: 100,
    isListed: false,
    isDefault: true,
    features: ['Basic API Access', 'Limited Message Quota', 'Standard Support'],
  },
  {
    name: 'Basic',
    description: 'For a first product',
    pricePaise: 19_900,
    messageLimit: 1_000,
    apiCallLimit: 10_000,
    deliveryWeight: 2,
    features: ['1,000 messages a month', '10,000 API calls a month', 'Delivery receipts'],
  },
  {
    name: 'Pro',
    description: 'For a product that grows',
    pricePaise: 99_900,
    messageLimit: 10_000,
    apiCallLimit: 100_000,
    deliveryWeight: 4,
    recommended: true,
    hasAllFeatures: true,
    features: ['10,000 messages a month', '1,00,000 API calls a month', 'Priority support'],
  },
  {
    name: 'Enterprise',
    description: 'For volumes that need a talk',
    pricePaise: 0,
    isContactSales: true,
    messageLimit: 1_000_000,
    apiCallLimit: 10_000_000,
    deliveryWeight: 8,
    features: ['Your own limits', 'Several carriers', 'A person to call'],
  },
];

/** Inserts the initial plans. Existing plans are not changed. */
export async function seedPlans(): Promise<void> {
  await prisma.plan.createMany({
    data: plans.map((plan, position) => ({ id: newId('pln'), position, ...plan })),
    skipDuplicates: true,
  });
}

/** A plan that an operator can give. */
export type GivablePlan = { id: string; name: string };

/**
 * All plans that an operator can give, also unlisted ones, in display order. An operator gives the default plan to end
 * a plan that was given before.
 */
export const listGivablePlans = (): Promise<GivablePlan[]> =>
  prisma.plan.findMany({
    where: { id: { not: 'pln_system' } },
    orderBy: [{ position: 'asc' }, { id: 'asc' }],
    select: { id: true, name: true },
  });
