import { prisma } from '#platform/db.server.ts';

const settling = {
  id: true,
  userId: true,
  planId: true,
  amountPaise: true,
  providerOrderId: true,
  status: true,
  nextPollAt: true,
  asks: true,
  createdAt: true,
} as const;

/** An order, by its id here. */
export const findOrder = (id: string) =>
  prisma.order.findUnique({ where: { id }, select: settling });

/** An order, by its id at the provider. */
export const findProviderOrder = (providerOrderId: string) =>
  prisma.order.findUnique({ where: { providerOrderId }, select: settling });

/** An order as far as settling it needs. */
export type OrderRow = NonNullable<Awaited<ReturnType<typeof findOrder>>>;
