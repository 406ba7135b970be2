import { clock } from '#platform/clock.ts';
import { prisma } from '#platform/db.server.ts';

/** As long as a browser keeps the cookie by which it is known. */
const keptMs = 400 * 24 * 3_600_000;

/** Deletes devices that nobody has signed in from for so long. @returns how many */
export async function forgetDevices(): Promise<number> {
  const { count } = await prisma.knownDevice.deleteMany({
    where: { lastUsedAt: { lt: new Date(clock.now().getTime() - keptMs) } },
  });
  return count;
}
