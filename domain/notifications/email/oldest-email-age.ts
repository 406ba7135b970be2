import { clock } from '#platform/clock.browser.ts';
import { prisma } from '#platform/db.ts';

/** How long the oldest email has waited for its first attempt. @returns seconds; 0 if none waits */
export async function oldestEmailAgeSeconds(): Promise<number> {
  const { _min } = await prisma.email.aggregate({
    where: { state: 'queued', attempts: 0 },
    _min: { createdAt: true },
  });
  const now = clock.now().getTime();
  return Math.max(0, now - (_min.createdAt?.getTime() ?? now)) / 1_000;
}
