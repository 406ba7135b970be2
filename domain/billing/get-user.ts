import { z } from 'zod';
import { getDefaultPlan, planOutput, toFeatureList } from '#domain/billing/plans/read-plans.ts';
import {
  getCurrentSubscription,
  getPaidUntil,
} from '#domain/billing/subscriptions/get-subscription.ts';
import {
  getCurrentUsagePeriod,
  type UsagePeriod,
} from '#domain/billing/usage/get-current-usage-period.ts';
import { avatarPath, type SignUpInput } from '#domain/identity/accounts/contract.browser.ts';
import { findPendingEmailChange } from '#domain/identity/accounts/email-change.ts';
import { type SignUpIdempotency, signUpOnce } from '#domain/identity/accounts/sign-up.ts';
import { DomainError } from '#domain/shared/errors.browser.ts';
import { exampleValues } from '#domain/shared/example-values.browser.ts';
import { formatPrice } from '#domain/shared/format.browser.ts';
import type { IdempotentResult } from '#domain/shared/idempotency/saved-response.ts';
import { prisma } from '#platform/db.ts';
import { oncePerPage } from '#platform/request-scope.ts';
import { serverSettings } from '#platform/server-settings.ts';
import type { Plan, Subscription, User } from '#prisma/generated/client.ts';

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
          description:
            'The same time as `expiryDate`; null if the plan is cancelled or has expired, or is the Free plan.',
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
            price: z
              .string()
              .meta({ description: 'The price as text, with its currency sign.', example: '₹999' }),
            features: planOutput.shape.features,
          }),
      }),
    ),
  }),
});

export type UserOutput = z.infer<typeof userOutput>;

type PlanEntry = UserOutput['plan']['plans'][number];

type Parts = {
  user: Pick<User, 'id' | 'name' | 'email' | 'emailConfirmedAt'>;
  /** The new email address, if the user has not confirmed it yet; otherwise null. */
  pendingEmail: string | null;
  /** URL of the avatar, or null. */
  image: string | null;
  /** Null on the default plan. */
  subscription: Subscription | null;
  /** The end of the last paid period. */
  ends: Date | null;
  plan: Plan;
  period: Pick<UsagePeriod, 'messagesUsed' | 'messageLimit'>;
};

/** Converts a user to the API output. `plans` has one entry, which is the current plan. */
function toUserOutput({
  user,
  pendingEmail,
  image,
  subscription,
  ends,
  plan,
  period,
}: Parts): UserOutput {
  const entry = toPlanEntry(plan, subscription, ends?.toISOString() ?? null);
  return {
    _id: user.id,
    name: user.name,
    email: user.email,
    pendingEmail,
    emailConfirmed: user.emailConfirmedAt !== null,
    image,
    role: 'user',
    messageCount: period.messagesUsed,
    monthlyMessageLimit: period.messageLimit,
    plan: { status: entry.status, plans: [entry] },
  };
}

/**
 * Converts the current plan to its entry in `plans`. The default plan has no end and cannot be cancelled. A cancelled plan
 * ends and is not billed again.
 */
function toPlanEntry(
  plan: Plan,
  subscription: Subscription | null,
  ends: string | null,
): PlanEntry {
  const status = subscription?.status ?? 'active';
  return {
    id: subscription?.id ?? plan.id,
    name: plan.name,
    status,
    expiryDate: ends,
    nextBillingDate: status === 'active' ? ends : null,
    canCancel: subscription !== null && status === 'active',
    planId: {
      _id: plan.id,
      name: plan.name,
      description: plan.description,
      price: formatPrice(plan.pricePaise),
      contactSales: plan.isContactSales,
      allFeatures: plan.hasAllFeatures,
      apiCalls: plan.apiCallLimit,
      monthlylimit: plan.messageLimit,
      features: toFeatureList(plan.id, plan.features),
    },
  };
}

/** Returns a user with the current plan and its usage. @throws DomainError `not_found` */
export const getUser = oncePerPage(async (userId): Promise<UserOutput> => {
  const user = await prisma.user.findUnique({ where: { id: userId } });
  if (!user) throw new DomainError('not_found');
  const [avatar, subscription, period, change] = await Promise.all([
    prisma.avatar.findUnique({ where: { userId }, select: { name: true } }),
    getCurrentSubscription(userId),
    getCurrentUsagePeriod(userId),
    findPendingEmailChange(userId),
  ]);
  const plan = subscription?.plan ?? (await getDefaultPlan());
  const image = avatar && new URL(avatarPath(avatar.name), serverSettings.PUBLIC_URL).href;
  const ends = subscription && (await getPaidUntil(userId, subscription.expiresAt));
  return toUserOutput({
    user,
    pendingEmail: change?.newEmail ?? null,
    image,
    subscription,
    ends,
    plan,
    period,
  });
});

type Options = { from: string; idempotency: SignUpIdempotency | null };

/**
 * Signs a user up over REST, with an optional Idempotency-Key: see `signUpOnce`.
 *
 * @returns the new user, on the default plan
 */
export async function signUpUser(
  input: SignUpInput,
  options: Options,
): Promise<IdempotentResult<UserOutput>> {
  const plan = await getDefaultPlan();
  return signUpOnce(input, {
    ...options,
    answerOf: (user) =>
      toUserOutput({
        ...{ user, pendingEmail: null, image: null },
        ...{ subscription: null, ends: null, plan },
        period: { messagesUsed: 0, messageLimit: plan.messageLimit },
      }),
  });
}
