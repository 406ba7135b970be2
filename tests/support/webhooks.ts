import { onTestFinished } from 'vitest';
import { countWorkers, workerId, writeHeartbeat } from '#domain/delivery/queue/worker-heartbeat.ts';
import { secretOfKey } from '#domain/identity/api-keys/user-keys.ts';
import { renderWebhookData } from '#domain/messaging/webhook-data.ts';
import type { RenderData } from '#domain/webhooks/contract.browser.ts';
import {
  type CreatedEndpoint,
  type CreateEndpointInput,
  createEndpointInput,
  type EndpointAuthor,
} from '#domain/webhooks/endpoint-contract.browser.ts';
import { createEndpoint } from '#domain/webhooks/endpoints/create-endpoint.ts';
import { createWebhookDispatcher } from '#domain/webhooks/queue/dispatcher.ts';
import { prisma, query } from '#platform/db.ts';
import { newId } from '#platform/ids.ts';

/** A signed-in user as the author of changes to endpoints. */
export const asOwner = (userId: string): EndpointAuthor => ({ userId, keyId: null, from: null });

/** Creates an endpoint with the API's defaults. */
export async function anEndpoint(
  userId: string,
  url: string,
  more: Partial<CreateEndpointInput> = {},
): Promise<CreatedEndpoint> {
  const input = createEndpointInput.parse({ url, ...more });
  return (await createEndpoint(asOwner(userId), input)).data;
}

/** Posts events in this process, as a worker does, until the test ends. */
export async function startDispatcher(
  options: { workerId?: string; renderData?: RenderData } = {},
) {
  await writeHeartbeat();
  const stopping = new AbortController();
  const dispatcher = createWebhookDispatcher({
    ...{
      workerId: workerId(),
      countWorkers,
      renderData: renderWebhookData,
      secretOfKey,
      ...options,
    },
    messageLoad: () => ({ waiting: 0, submitted: 0 }),
    stopping: stopping.signal,
  });
  const stop = async () => {
    stopping.abort();
    await dispatcher.close();
  };
  onTestFinished(stop);
  return {
    stop,
    /** Notifies the dispatcher of events, as the job and the reconciler do. */
    wake: (endpoint: { _id: string }, { userId }: { userId: string }) =>
      dispatcher.wake({ endpointId: endpoint._id, userId }),
  };
}

/** Inserts new events of an endpoint. @returns their ids */
export async function insertEvents(
  { _id: endpointId }: { _id: string },
  { userId }: { userId: string },
  count: number,
): Promise<string[]> {
  const ids = Array.from({ length: count }, () => newId('evt'));
  await query(
    'insert-test-webhook-events',
    `WITH given AS (SELECT unnest($1::text[]) AS id),
      event AS (
        INSERT INTO webhook_events (id, user_id, endpoint_id, type, at, data)
        SELECT id, $2, $3, 'ping', now(), '{"test":true}' FROM given)
      INSERT INTO webhook_queue (event_id, endpoint_id, user_id, due_at, ends_at)
      SELECT id, $3, $2, now(), now() + interval '33 hours' FROM given`,
    [ids, userId, endpointId],
  );
  return ids;
}

/** Inserts events of an endpoint that failed a minute ago, the oldest first. @returns their ids */
export async function insertFailedEvents(
  userId: string,
  endpointId: string,
  count: number,
): Promise<string[]> {
  const at = Date.now() - 60_000;
  const ids = Array.from({ length: count }, (_, i) => newId('evt', at + i));
  await prisma.webhookEvent.createMany({
    data: ids.map((id) => ({
      ...{ id, userId, endpointId, type: 'ping', at: new Date(at), data: {} },
      ...{ state: 'failed' as const, attempts: 8, lastStatus: 500 },
    })),
  });
  return ids;
}

/** Makes all waiting events of an endpoint due now. */
export const makeDue = (endpointId: string) =>
  prisma.queuedWebhookEvent.updateMany({ where: { endpointId }, data: { dueAt: new Date(0) } });

/** An event with its attempts. */
export const readEvent = (id: string) =>
  prisma.webhookEvent.findUniqueOrThrow({
    where: { id },
    include: { log: { orderBy: { number: 'asc' } } },
  });
