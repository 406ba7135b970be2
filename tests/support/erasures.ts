import { requestErasure } from '#domain/messaging/privacy/request-erasure.ts';
import { runErasure } from '#domain/messaging/privacy/run-erasure.ts';
import { prisma } from '#platform/db.ts';

/** Runs all batches of an erasure that are due now, as a worker would. */
export async function runTestErasure(id: string): Promise<void> {
  while (await runErasure(id));
}

/** Requests an erasure of a number, and runs all batches that are due now. */
export async function eraseNumber(userId: string, recipient: string) {
  const requested = await requestErasure(userId, recipient, 'ses_1');
  await runTestErasure(requested.id);
  return requested;
}

export const erasureOf = (id: string) => prisma.erasure.findUniqueOrThrow({ where: { id } });
