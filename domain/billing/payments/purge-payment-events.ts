import { clock } from '#platform/clock.browser.ts';
import { prisma } from '#platform/db.ts';

const dayMs = 24 * 3_600_000;

/** Razorpay repeats an event for 24 hours. */
const eventRetentionMs = 30 * dayMs;

/** Long enough for a payment dispute. */
const anomalyRetentionMs = 365 * dayMs;

/** Deletes events and anomalies past their retention. @returns how many */
export async function purgePaymentEvents(): Promise<number> {
  const before = (ms: number) => ({ lt: new Date(clock.now().getTime() - ms) });
  const events = await prisma.paymentEvent.deleteMany({
    where: { receivedAt: before(eventRetentionMs) },
  });
  const anomalies = await prisma.paymentAnomaly.deleteMany({
    where: { at: before(anomalyRetentionMs) },
  });
  return events.count + anomalies.count;
}
