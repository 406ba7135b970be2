import { z } from 'zod';
import { buildExample } from '#app/reference/build-example.ts';
import type { Schema } from '#app/reference/schema.ts';
import { eventData } from '#domain/messaging/webhook-data/event-data.ts';
import type { EventPayload } from '#domain/notifications/webhooks/contract.ts';
import type { EventType } from '#domain/notifications/webhooks/event-types.ts';
import { exampleValues } from '#domain/shared/example-values.ts';
import { memoize } from '#platform/memoize.ts';

const dataOf = memoize(
  (type) =>
    buildExample(z.toJSONSchema(eventData[type as EventType]) as Schema) as Record<string, unknown>,
);

/** The `data` of an event of a type, made from its schema. */
export const sampleData = (type: EventType): Record<string, unknown> => dataOf(type);

/** An event of a type as it is posted, but for `livemode`, which is false in test events. */
export function sampleEvent(type: EventType): EventPayload {
  const data = sampleData(type);
  const at = data.settledAt ?? data.sentAt ?? exampleValues.createdAt;
  return { type, timestamp: String(at), livemode: true, data };
}
