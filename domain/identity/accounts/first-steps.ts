import { clock } from '#platform/clock.browser.ts';
import { prisma } from '#platform/db.ts';

/** Whether a user has hidden the first steps that Home shows to a new account. */
export async function areFirstStepsHidden(userId: string): Promise<boolean> {
  const user = await prisma.user.findUnique({
    where: { id: userId },
    select: { firstStepsHiddenAt: true },
  });
  return user?.firstStepsHiddenAt != null;
}

/** Hides the first steps of Home for good, on every device of the user. */
export async function hideFirstSteps(userId: string): Promise<void> {
  await prisma.user.updateMany({
    where: { id: userId, firstStepsHiddenAt: null },
    data: { firstStepsHiddenAt: clock.now() },
  });
}
