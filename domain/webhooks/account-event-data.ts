import { z } from 'zod';
import { exampleValues } from '#domain/shared/example-values.browser.ts';

const time = z.iso.datetime();

const balanceLow = z.object({
  percent: z.int().meta({
    description: 'The percentage of the month’s messages that is used: 80 or 100.',
    example: 80,
  }),
  messagesUsed: z.int().meta({
    description: 'Messages used in the usage month, counted in segments.',
    example: 800,
  }),
  messageLimit: z
    .int()
    .meta({ description: 'Messages that the plan has in a usage month.', example: 1_000 }),
  resetsAt: time.meta({
    description: 'When the usage month ends and the count starts again at 0.',
    example: exampleValues.monthEnds,
  }),
});

const planChanged = z.object({
  subscription: z
    .object({
      plan: z.string().meta({ description: 'The name of the plan.', example: 'Pro' }),
      planId: z.string().meta({ example: 'pln_01KAF9V7Z5W3N8Q2R4T6Y8B0CD' }),
      status: z.enum(['active', 'pending_cancellation']).meta({
        description: '`pending_cancellation`: the plan was cancelled and ends at `expiryDate`.',
        example: 'active',
      }),
      startedAt: time.meta({ example: exampleValues.createdAt }),
      expiryDate: time.meta({
        description: 'The end of the paid period.',
        example: exampleValues.monthEnds,
      }),
    })
    .nullable()
    .meta({ description: 'The paid plan that the account has now; null on the Free plan.' }),
});

const senderSuspect = z.object({
  what: z.enum(['header', 'template']).meta({
    description: 'What was turned off: a header or a template.',
    example: 'header',
  }),
  name: z.string().meta({
    description: 'The header, or the `template_id` of the template.',
    example: exampleValues.sender,
  }),
  status: z.string().meta({
    description: 'The new status of the header or template.',
    example: 'suspended',
  }),
  reason: z.string().meta({
    description: 'The carrier that reported the rejection, and the operator’s error code.',
    example: 'reported by default: 620',
  }),
});

const webhookDisabled = z.object({
  endpoint: z.string().meta({
    description: 'The `_id` of the endpoint that was turned off.',
    example: exampleValues.endpointId,
  }),
  host: z.string().meta({
    description:
      'The host of the endpoint’s URL. The rest of the URL is left out, because it may be secret.',
    example: 'example.com',
  }),
  reason: z.enum(['gone', 'failing']).meta({
    description: '`gone`: the server answered 410. `failing`: every attempt of five days failed.',
    example: 'failing',
  }),
  failure: z.string().meta({
    description: 'Why the last attempt failed.',
    example: 'The server answered 500.',
  }),
});

/**
 * The `data` of events that cannot be rendered from a row. It is stored with the event, so it contains no text or
 * recipient's number.
 */
export const accountEventData = {
  'balance.low': balanceLow,
  'plan.changed': planChanged,
  'sender.suspect': senderSuspect,
  'webhook.disabled': webhookDisabled,
  ping: z.object({}),
} as const;

export type AccountEventData = {
  [Type in keyof typeof accountEventData]: z.input<(typeof accountEventData)[Type]>;
};
