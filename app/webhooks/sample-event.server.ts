import { z } from 'zod';
import { buildExample } from '#app/reference/build-example.ts';
import type { Schema } from '#app/reference/schema.ts';
import { eventData } from '#domain/messaging/webhook-data.ts';
import { exampleValues } from '#domain/shared/example-values.browser.ts';
import type { EventPayload, EventType } from '#domain/webhooks/contract.browser.ts';
import { memoize } from '#platform/instance.ts';

/** Creates example `data` for an event type from its schema. */
const dataOf = memoize(
  (type) =>
    buildExample(z.toJSONSchema(eventData[type as EventType]) as Schema) as Record<string, unknown>,
);

/** The `data` of a test event. Its `livemode` is false, because receivers may check the `livemode` inside `data`. */
export function testEventData(type: EventType): Record<string, unknown> {
  const data = dataOf(type);
  return 'livemode' in data ? { ...data, livemode: false } : data;
}

/** An example event as it is posted, except that `livemode` is false. */
export function sampleEvent(type: EventType): EventPayload {
  const data = dataOf(type);
  const at = data.settledAt ?? data.sentAt ?? exampleValues.createdAt;
  return { type, timestamp: String(at), livemode: true, data };
}
