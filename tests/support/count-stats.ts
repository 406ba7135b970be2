import type { StatCounts } from '#domain/messaging/stats/contract.ts';
import { prisma } from '#platform/db.ts';

const indiaDay = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kolkata' });
const lost = ['undelivered', 'failed', 'expired'];

/** The statistics of a user's days that have any count, computed from all rows. */
export async function countDailyStats(userId: string): Promise<Record<string, StatCounts>> {
  const days: Record<string, StatCounts> = {};
  const of = (at: Date) => {
    const day = indiaDay.format(at);
    days[day] ??= { accepted: 0, delivered: 0, failed: 0, otpSent: 0, otpVerified: 0 };
    return days[day];
  };
  for (const { createdAt, state } of await prisma.message.findMany({ where: { userId } })) {
    of(createdAt).accepted += 1;
    if (state === 'delivered') of(createdAt).delivered += 1;
    if (lost.includes(state)) of(createdAt).failed += 1;
  }
  for (const { createdAt, state } of await prisma.otp.findMany({ where: { userId } })) {
    of(createdAt).otpSent += 1;
    if (state === 'verified') of(createdAt).otpVerified += 1;
  }
  return days;
}

/** The median delivery time of a user's messages, in milliseconds. */
export async function countMedianLatency(userId: string): Promise<number> {
  const rows = await prisma.message.findMany({ where: { userId, state: 'delivered' } });
  const times = rows
    .map(({ createdAt, settledAt }) => Number(settledAt) - Number(createdAt))
    .sort((a, b) => a - b);
  return times[Math.floor(times.length / 2)] ?? 0;
}
