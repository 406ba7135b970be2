import { prisma } from '#platform/db.server.ts';
import type { Brake } from '../contract.ts';

/** The brakes that are on for keys of a user, the oldest first. */
export const brakesOf = (userId: string): Promise<Brake[]> =>
  prisma.otpBrake.findMany({
    where: { userId, endedAt: null },
    select: { id: true, keyId: true, beganAt: true, sent: true, verified: true },
    orderBy: { id: 'asc' },
  });
