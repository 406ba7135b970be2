import { listOrders } from '#domain/payments/list-orders.server.ts';
import type { SignedIn } from '#domain/sessions/contract.ts';

/** The user's orders, newest first. */
export const load = async ({ userId }: SignedIn) => ({ orders: await listOrders(userId) });
