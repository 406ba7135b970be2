import { prisma } from '#platform/db.server.ts';

const orderColumns = {
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

/** Finds an order by our id. */
export const findOrder = (id: string) =>
  prisma.order.findUnique({ where: { id }, select: orderColumns });

/** Finds an order by Razorpay's id. */
export const findProviderOrder = (providerOrderId: string) =>
  prisma.order.findUnique({ where: { providerOrderId }, select: orderColumns });

/** The columns of an order that settling needs. */
export type OrderRow = NonNullable<Awaited<ReturnType<typeof findOrder>>>;
