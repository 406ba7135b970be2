import { z } from 'zod';
import type { ZodOpenApiOperationObject, ZodOpenApiPathItemObject } from 'zod-openapi';
import { buildExample, type Schema } from '#app/reference/schema.ts';
import { eventData, messageEventData, otpEventData } from '#domain/messaging/webhook-data.ts';
import { exampleValues } from '#domain/shared/example-values.browser.ts';
import {
  allEventTypes,
  type EventPayload,
  type EventType,
  eventPayload,
  eventTypes,
} from '#domain/webhooks/contract.browser.ts';
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

/**
 * Named schemas, so that generated clients have one type for all events about messages and one type for all events about
 * codes.
 */
const message = messageEventData.meta({ id: 'MessageEventData' });
const otp = otpEventData.meta({ id: 'OtpEventData' });

function schemaOf(type: EventType): z.ZodType {
  if (type.startsWith('message.')) return message;
  return type.startsWith('otp.') ? otp : eventData[type];
}

const headers = z.object({
  'webhook-id': z.string().meta({
    description: 'The id of the event. It is the same in all attempts and replays.',
    example: exampleValues.eventId,
  }),
  'webhook-timestamp': z.string().meta({
    description: 'When this attempt was made, as a Unix timestamp in seconds.',
    example: '1775467802',
  }),
  'webhook-signature': z.string().meta({
    description:
      'One or more signatures, separated by spaces. Each is `v1,` followed by an HMAC-SHA256 in base64. The signed text is id, timestamp and body, joined by dots. During a rotation, there is one signature for each secret.',
    example: 'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
  }),
});

function toOperation(type: EventType): ZodOpenApiOperationObject {
  const payload = eventPayload.extend({ type: z.literal(type), data: schemaOf(type) });
  return {
    operationId: `on.${type}`,
    summary: type,
    description: eventTypes[type],
    tags: ['Webhook events'],
    security: [],
    requestParams: { header: headers },
    requestBody: {
      required: true,
      content: { 'application/json': { schema: payload, example: sampleEvent(type) } },
    },
    responses: {
      '2XX': {
        description:
          'Your server has received the event. Dakiya logs the first KiB of the response body.',
      },
      '410': { description: 'Your server wants no more events. Dakiya turns the endpoint off.' },
      default: {
        description:
          'The attempt failed. Dakiya posts the event again after a pause, which a longer `Retry-After` extends.',
      },
    },
  };
}

/** The section `webhooks` of the document: the bodies that are posted to endpoints, by type. */
export const describeWebhooks = (): Record<string, ZodOpenApiPathItemObject> =>
  Object.fromEntries(allEventTypes.map((type) => [type, { post: toOperation(type) }]));
