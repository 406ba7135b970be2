import { z } from 'zod';
import { exampleValues } from '#domain/shared/example-values.browser.ts';

const time = z.iso.datetime();

const balanceLow = z.object({
  percent: z.int().meta({
    description: 'How much of the month’s messages is used: 80 or 100.',
    example: 80,
  }),
  messagesUsed: z.int().meta({ description: 'Messages of the month so far.', example: 800 }),
  messageLimit: z.int().meta({ description: 'Messages of the plan in a month.', example: 1_000 }),
  resetsAt: time.meta({
    description: 'When the month ends, and the count begins again.',
    example: exampleValues.monthEnds,
  }),
});

const planChanged = z.object({
  subscription: z
    .object({
      plan: z.string().meta({ description: 'The name of the plan.', example: 'Pro' }),
      planId: z.string().meta({ example: 'pln_01KAF9V7Z5W3N8Q2R4T6Y8B0CD' }),
      status: z.enum(['active', 'pending_cancellation']).meta({
        description: '`pending_cancellation`: it ends at `expiryDate`, and is not renewed.',
        example: 'active',
      }),
      startedAt: time.meta({ example: exampleValues.createdAt }),
      expiryDate: time.meta({
        description: 'Until when it is paid.',
        example: exampleValues.monthEnds,
      }),
    })
    .nullable()
    .meta({ description: 'The paid plan that the account has now; null for Free.' }),
});

const senderSuspect = z.object({
  what: z.enum(['header', 'template']).meta({
    description: 'What was turned off.',
    example: 'header',
  }),
  name: z.string().meta({
    description: 'The header, or the `template_id`.',
    example: exampleValues.sender,
  }),
  status: z.string().meta({
    description: 'What it is now, as the DLT registry shows it.',
    example: 'suspended',
  }),
  reason: z.string().meta({
    description: 'Which carrier reported it, with the operator’s code.',
    example: 'reported by default: 620',
  }),
});

const webhookDisabled = z.object({
  endpoint: z.string().meta({
    description: 'The `_id` of the endpoint that is off.',
    example: exampleValues.endpointId,
  }),
  host: z.string().meta({
    description: 'Where it is; what else its address has may be secret.',
    example: 'example.com',
  }),
  reason: z.enum(['gone', 'failing']).meta({
    description: '`gone`: it answered 410. `failing`: every attempt of five days failed.',
    example: 'failing',
  }),
  failure: z.string().meta({
    description: 'Why the last attempt failed.',
    example: 'The server answered 500.',
  }),
});

/**
 * The `data` of events that have no row to be rendered from: it is stored, so it contains neither the text nor the number of
 * a recipient.
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
