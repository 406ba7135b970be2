import { z } from 'zod';
import { buildExample } from '#app/reference/build-example.ts';
import type { Schema } from '#app/reference/schema.ts';
import { eventData } from '#domain/messaging/webhook-data/event-data.ts';
import { exampleValues } from '#domain/shared/example-values.browser.ts';
import type { EventPayload, EventType } from '#domain/webhooks/contract.browser.ts';
import { memoize } from '#platform/memoize.ts';

/** The `data` of an event of a type, made from its schema. */
const dataOf = memoize(
  (type) =>
    buildExample(z.toJSONSchema(eventData[type as EventType]) as Schema) as Record<string, unknown>,
);

/** The `data` of a test event. Its `livemode` is false, because a receiver may check the `livemode` of the subject. */
export function testEventData(type: EventType): Record<string, unknown> {
  const data = dataOf(type);
  return 'livemode' in data ? { ...data, livemode: false } : data;
}

/** An event of a type as it is posted, except for `livemode`, which is false in test events. */
export function sampleEvent(type: EventType): EventPayload {
  const data = dataOf(type);
  const at = data.settledAt ?? data.sentAt ?? exampleValues.createdAt;
  return { type, timestamp: String(at), livemode: true, data };
}
