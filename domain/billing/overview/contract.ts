import { z } from 'zod';
import { planOutput } from '#domain/billing/plans/contract.ts';
import { exampleValues } from '#domain/shared/example-values.browser.ts';

/** A user as the owner sees it; entity User of the specification. */
export const userOutput = z.object({
  _id: z.string().meta({ example: exampleValues.userId }),
  name: z.string().meta({ example: 'Asha Rao' }),
  email: z.string().meta({ example: 'asha@example.com' }),
  pendingEmail: z.string().nullable().meta({
    description: 'The new email address that is not confirmed yet; null if there is none.',
    example: null,
  }),
  emailConfirmed: z
    .boolean()
    .meta({ description: 'Whether the user has confirmed the address with the emailed link.' }),
  image: z.string().nullable().meta({
    description:
      'URL of the profile picture, a WebP image of 256 by 256 pixels; null if there is none.',
    example: null,
  }),
  role: z.literal('user'),
  messageCount: z.int().meta({
    description: 'Messages used in the current usage month, counted in segments.',
    example: 120,
  }),
  monthlyMessageLimit: z.int().meta({ example: 10000 }),
  plan: z.object({
    status: z
      .string()
      .meta({ description: 'The status of the current plan, as in `plans`.', example: 'active' }),
    plans: z.array(
      z.object({
        id: z.string().meta({ example: 'sub_01KAF9V7Z5W3N8Q2R4T6Y8B0CD' }),
        name: z.string().meta({ example: 'Basic' }),
        status: z.enum(['active', 'pending_cancellation', 'expired']),
        expiryDate: z.iso.datetime().nullable().meta({
          description: 'The end of the last paid period; null on the Free plan.',
          example: exampleValues.monthEnds,
        }),
        nextBillingDate: z.iso.datetime().nullable().meta({
          description: 'Like `expiryDate`; null if the plan is cancelled or Free.',
          example: exampleValues.monthEnds,
        }),
        canCancel: z.boolean(),
        planId: planOutput
          .pick({
            _id: true,
            name: true,
            description: true,
            contactSales: true,
            apiCalls: true,
            monthlylimit: true,
          })
          .extend({
            allFeatures: z.boolean().meta({ description: 'Whether all features are included.' }),
            price: z.string().meta({ description: 'The price for display.', example: '₹999' }),
            features: planOutput.shape.features,
          }),
      }),
    ),
  }),
});

export type UserOutput = z.infer<typeof userOutput>;
