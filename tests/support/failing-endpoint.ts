import { prisma } from '#platform/db.ts';
import { until } from '../harness/until.ts';
import { aReceiver } from '../harness/webhook-receiver.ts';
import { aUser } from './account.ts';
import { anEndpoint, insertEvents, makeDue, readEvent, startDispatcher } from './webhooks.ts';

/** An endpoint whose server answers with an error, and an event that waits for its first attempt. */
export async function aFailingEndpoint(status = 500, headers: Record<string, string> = {}) {
  const user = await aUser();
  const receiver = await aReceiver((response) => response.writeHead(status, headers).end('no'));
  const endpoint = await anEndpoint(user.userId, receiver.url);
  const dispatcher = await startDispatcher();
  const [id = ''] = await insertEvents(endpoint, user, 1);
  const tryNow = async (after: number) => {
    await makeDue(endpoint._id);
    await until(`attempt ${after} is recorded`, async () => {
      if ((await readEvent(id)).attempts >= after) return true;
      // Ends the pause at each check, because the worker sets the pause only after it has recorded an attempt.
      await prisma.webhookEndpoint.updateMany({
        where: { id: endpoint._id },
        data: { pausedUntil: null },
      });
      dispatcher.wake(endpoint, user);
      return false;
    });
  };
  return { user, receiver, endpoint, dispatcher, id, tryNow };
}
