import { z } from 'zod';
import type { ZodOpenApiOperationObject, ZodOpenApiPathItemObject } from 'zod-openapi';
import { sampleEvent } from '#app/webhooks/sample-event.server.ts';
import {
  eventData,
  messageEventData,
  otpEventData,
} from '#domain/messaging/webhook-data/event-data.ts';
import { exampleValues } from '#domain/shared/example-values.browser.ts';
import {
  allEventTypes,
  type EventType,
  eventPayload,
  eventTypes,
} from '#domain/webhooks/contract.browser.ts';

/** Named schemas, so that generated clients have one type for all events about messages and one for events about codes. */
const message = messageEventData.meta({ id: 'MessageEventData' });
const otp = otpEventData.meta({ id: 'OtpEventData' });

function dataOf(type: EventType): z.ZodType {
  if (type.startsWith('message.')) return message;
  return type.startsWith('otp.') ? otp : eventData[type];
}

const headers = z.object({
  'webhook-id': z.string().meta({
    description: 'The id of the event, the same over all attempts and replays.',
    example: exampleValues.eventId,
  }),
  'webhook-timestamp': z.string().meta({
    description: 'When this attempt was made, in seconds since 1970.',
    example: '1775467802',
  }),
  'webhook-signature': z.string().meta({
    description:
      'Signatures, separated by spaces: `v1,` and the HMAC-SHA256, in base64, of id, timestamp and body with dots between them. During a rotation there is one for each secret.',
    example: 'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
  }),
});

function toOperation(type: EventType): ZodOpenApiOperationObject {
  const payload = eventPayload.extend({ type: z.literal(type), data: dataOf(type) });
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
        description: 'The event has arrived. The first KiB of the answer is kept in the log.',
      },
      '410': { description: 'You accept no more events: the endpoint is turned off.' },
      default: {
        description:
          'It is posted again later; after as long as `Retry-After` says, if it is longer.',
      },
    },
  };
}

/** The section `webhooks` of the document: the bodies that are posted to endpoints, by type. */
export const describeWebhooks = (): Record<string, ZodOpenApiPathItemObject> =>
  Object.fromEntries(allEventTypes.map((type) => [type, { post: toOperation(type) }]));
