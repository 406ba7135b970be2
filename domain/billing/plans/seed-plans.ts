import { prisma } from '#platform/db.ts';
import { newId } from '#platform/ids.ts';

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
