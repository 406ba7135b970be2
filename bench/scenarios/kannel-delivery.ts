import { setTimeout as pause } from 'node:timers/promises';
import { step } from '#scripts/stack/terminal.ts';
import { getEmpty } from '../calls.ts';
import type { Bench, Dakiya } from '../stack/dakiya.ts';
import { isKannelInstalled, startKannel } from '../stack/kannel.ts';
import { startBareServer } from './limits.ts';

/** Messages; the tests send fewer. */
const usual = { warmUp: 1_000, messages: 10_000 };

/** Of each message: that it was handed to the message centre, and that the centre has taken it. */
const callbacksPerMessage = 2;

/** How long the count may stay the same before the rest counts as lost. */
const timeoutMs = 10_000;

/**
 * Measures Kannel's way from the first request to the last callback: the same work as ours, with the receipts in
 * PostgreSQL.
 *
 * @returns messages a second; null where Kannel is not installed
 */
export async function deliverWithKannel(
  { databaseUrl }: Pick<Dakiya, 'databaseUrl'>,
  { register }: Pick<Bench, 'register'>,
  { warmUp, messages } = usual,
): Promise<number | null> {
  if (!isKannelInstalled()) return null;
  const receiver = await startBareServer(register);
  const kannel = await startKannel(
    { databaseUrl, callbackUrl: `${receiver.url}receipt` },
    register,
  );
  const callbacks = async () => Number(await (await fetch(`${receiver.url}count`)).text());

  async function deliver(count: number): Promise<number> {
    const wanted = (await callbacks()) + count * callbacksPerMessage;
    const began = performance.now();
    await getEmpty(kannel.sendUrl, count);
    let movedAt = performance.now();
    for (let last = 0, now = await callbacks(); now < wanted; now = await callbacks()) {
      if (now !== last) movedAt = performance.now();
      else if (performance.now() - movedAt > timeoutMs)
        throw new Error(`Kannel made ${wanted - now} callbacks less than it should`);
      last = now;
      await pause(50);
    }
    return count / ((performance.now() - began) / 1_000);
  }

  await step('Warming Kannel up', () => deliver(warmUp));
  const perSecond = await step(`Delivering ${messages} messages with Kannel`, () =>
    deliver(messages),
  );
  await kannel.stop();
  await receiver.stop();
  return perSecond;
}
