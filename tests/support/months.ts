import { vi } from 'vitest';
import { listPartitions } from '#domain/messaging/months/partitions.ts';
import { databaseClock } from '#platform/database-clock.ts';
import { anAccount } from './account.ts';
import {
  acceptTestMessage,
  recordTestAttempt,
  recordTestReceipts,
  toCaller,
} from './message-fixtures.ts';

/** Mocks PostgreSQL's clock. */
export const setClock = (at: number) => vi.spyOn(databaseClock, 'now').mockReturnValue(at);

/** The names of the partitions of all tables. */
export const attached = async () => (await listPartitions()).map(({ name }) => name);

/** Inserts a message that was accepted and delivered at a time, with its part and an event. */
export async function delivered(at: number) {
  setClock(at);
  const caller = await toCaller(await anAccount());
  const message = await acceptTestMessage(caller, new Date(at));
  await recordTestAttempt(message, 'sent');
  setClock(at);
  await recordTestReceipts(message, 'delivered', 1_000);
  return message;
}
