import { z } from 'zod';
import { exampleValues } from '#domain/shared/example-values.browser.ts';
import { safeText } from '#domain/shared/text.browser.ts';

declare module '#platform/ids.ts' {
  interface IdPrefixes {
    sub: 'subscriptions';
  }
}

/** The number of days before the end of a plan at which users can renew it and get the first reminder. */
export const renewableDays = 7;

const planId = 'pln_01KAF9V7Z5W3N8Q2R4T6Y8B0CD';

/** The plan as the client received it; only its id is used. */
export const renewInput = z.object({
  plan: z.union([
    safeText.max(40).meta({ description: 'The id of the plan.', example: planId }),
    z
      .looseObject({ _id: safeText.max(40).meta({ example: planId }) })
      .meta({ description: 'The plan object. Only its `_id` is used.' }),
  ]),
});

export const cancelInput = z.object({
  reason: safeText.trim().max(2_000).optional().meta({ example: 'We use another provider now.' }),
});

/** One period of a plan. */
export const subscriptionOutput = z.object({
  _id: z.string().meta({ example: 'sub_01KAF9V7Z5W3N8Q2R4T6Y8B0CD' }),
  plan: z.string().meta({ example: 'Pro' }),
  planId: z.string().meta({ example: planId }),
  status: z.enum(['active', 'pending_cancellation', 'expired']),
  startedAt: z.iso.datetime().meta({ example: exampleValues.monthEnds }),
  expiryDate: z.iso.datetime().meta({ example: exampleValues.monthEnds }),
  nextBillingDate: z.iso.datetime().nullable().meta({ example: exampleValues.monthEnds }),
  canCancel: z.boolean(),
});

export type SubscriptionOutput = z.infer<typeof subscriptionOutput>;

type Times = { startsAt: Date; endsAt: Date };

/**
 * The result of paying for a month of a plan:
 * - `first`: the first period, because the user has no paid plan now
 * - `renewal`: a period that follows the current one
 * - `change`: a period that replaces the plan `from` at once; the unused part of that plan is credited
 */
export type PeriodPreview =
  | ({ kind: 'first' } & Times)
  | ({ kind: 'renewal' } & Times)
  | ({
      kind: 'change';
      from: string;
      creditPaise: number;
      /** The time that the credit adds to the new period, in milliseconds. */
      creditMs: number;
      /**
       * The value of periods whose refund is requested. It becomes a credit only if the refund is declined, so `Times`
       * excludes it.
       */
      inRefundPaise: number;
    } & Times);

/** Advisory lock on all periods of a user. */
export const subscriptionLockName = (userId: string) => `subscription ${userId}`;
