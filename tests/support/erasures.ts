import { requestErasure } from '#domain/messaging/privacy/request-erasure.ts';
import { runErasure } from '#domain/messaging/privacy/run-erasure.ts';
import { prisma } from '#platform/db.ts';

/** Runs an erasure as far as it goes for now, as a worker does. */
export async function runTestErasure(id: string): Promise<void> {
  while (await runErasure(id));
}

/** Has a number erased, as far as it goes for now. */
export async function eraseNumber(userId: string, recipient: string) {
  const requested = await requestErasure(userId, recipient, 'ses_1');
  await runTestErasure(requested.id);
  return requested;
}

export const erasureOf = (id: string) => prisma.erasure.findUniqueOrThrow({ where: { id } });
