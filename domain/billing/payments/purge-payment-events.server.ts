import { clock } from '#platform/clock.ts';
import { prisma } from '#platform/db.server.ts';

const dayMs = 24 * 3_600_000;

/** The provider repeats an event for a day. */
const keepEventsMs = 30 * dayMs;

/** Long enough for a dispute about a payment. */
const keepFaultsMs = 365 * dayMs;

/** Deletes events and faults that nobody asks about any more. @returns how many */
export async function purgePaymentEvents(): Promise<number> {
  const before = (ms: number) => ({ lt: new Date(clock.now().getTime() - ms) });
  const events = await prisma.paymentEvent.deleteMany({
    where: { receivedAt: before(keepEventsMs) },
  });
  const faults = await prisma.paymentAnomaly.deleteMany({ where: { at: before(keepFaultsMs) } });
  return events.count + faults.count;
}
