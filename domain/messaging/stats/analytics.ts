import { z } from 'zod';
import { exampleValues } from '#domain/shared/example-values.browser.ts';
import { safeText } from '#domain/shared/text.browser.ts';
import { timeOrDateInput } from '#domain/shared/time-input.browser.ts';
import { clock } from '#platform/clock.browser.ts';
import {
  type Dimension,
  dimensions,
  type Period,
  type StatFilter,
  type StatTotals,
} from './contract.ts';
import { periodNames, periodOf, toPeriod } from './period.ts';
import { readStats } from './read-stats.ts';

/** Which parameter of the API filters by a dimension. */
const parameters = {
  key: 'api_id',
  sender: 'sender',
  template: 'template_id',
  category: 'category',
  carrier: 'carrier',
} as const satisfies Record<Dimension, string>;

export const analyticsInput = z
  .object({
    period: z.enum(periodNames).default('7d').meta({
      description: 'The last 24 hours by hour, or the last days in India by day, today included.',
      example: '7d',
    }),
    from: timeOrDateInput.optional().meta({
      description:
        'Instead of `period`: from when on, together with `to`. Up to 48 hours of the last days are counted by hour and rounded to hours, other times by day and rounded to days in India.',
      example: '2026-04-01T00:00:00+05:30',
    }),
    to: timeOrDateInput
      .optional()
      .meta({ description: 'Before this.', example: '2026-04-08T00:00:00+05:30' }),
    split_by: z.enum(dimensions).optional().meta({
      description: 'Counts by the values of this, in `parts`.',
      example: 'template',
    }),
    api_id: safeText
      .max(64)
      .optional()
      .meta({ description: 'Only what this API ID has sent.', example: exampleValues.keyId }),
    sender: safeText
      .max(20)
      .optional()
      .meta({ description: 'Only messages of this sender.', example: exampleValues.sender }),
    template_id: safeText.max(64).optional().meta({
      description: 'Only messages of this DLT template; an empty one stands for none.',
      example: exampleValues.templateId,
    }),
    category: z
      .enum(['otp', 'transactional', 'promotional'])
      .optional()
      .meta({ description: 'Only messages of this category.', example: 'transactional' }),
    carrier: safeText.max(64).optional().meta({
      description: 'Only messages that this carrier had last, once they have a final state.',
      example: 'first',
    }),
  })
  .superRefine(({ from, to }, context) => {
    const issue = (path: string, message: string) =>
      context.addIssue({ code: 'custom', path: [path], message });
    if ((from === undefined) !== (to === undefined))
      issue(from === undefined ? 'from' : 'to', 'Please send both from and to, or neither.');
    if (from !== undefined && to !== undefined && Date.parse(from) >= Date.parse(to))
      issue('to', 'The end must be after the beginning.');
  });

type AnalyticsInput = z.output<typeof analyticsInput>;

const count = z.int().min(0);
const percent = z.number().min(0).max(100).nullable();
const milliseconds = z.int().min(0).nullable();

const totals = z.object({
  accepted: count.meta({
    description: 'Messages that were accepted. By carrier, those of them that have a final state.',
    example: 1_200,
  }),
  delivered: count.meta({ example: 1_128 }),
  failed: count.meta({ description: 'Failed, undelivered or expired.', example: 72 }),
  inProgress: count.meta({ description: 'Without a final state yet.', example: 0 }),
  deliveredPercent: percent.meta({
    description: 'Of those with a final state; null without any.',
    example: 94,
  }),
  deliveryP50Ms: milliseconds.meta({
    description:
      'From acceptance to the delivery receipt, half of the messages took at most so many milliseconds. Off by at most a fifth.',
    example: 1_200,
  }),
  deliveryP95Ms: milliseconds.meta({ description: 'The same for 95 %.', example: 4_800 }),
  otpSent: count.meta({
    description: 'One-time passwords, however often they were resent.',
    example: 400,
  }),
  otpVerified: count.meta({ example: 328 }),
  otpVerifiedPercent: percent.meta({ example: 82 }),
  verificationP50Ms: milliseconds.meta({
    description: 'From the first message of a code to its verification.',
    example: 14_000,
  }),
  verificationP95Ms: milliseconds.meta({ example: 61_000 }),
});

export const analyticsOutput = z.object({
  livemode: z.boolean().meta({ example: true }),
  from: z.iso.datetime().meta({ example: '2026-03-31T18:30:00.000Z' }),
  to: z.iso.datetime().meta({ description: 'Not included.', example: '2026-04-07T18:30:00.000Z' }),
  step: z.enum(['hour', 'day']).meta({ example: 'day' }),
  total: totals,
  before: totals.meta({ description: 'The same of the period of the same length before.' }),
  steps: z
    .array(totals.extend({ at: z.iso.datetime().meta({ description: 'When it began.' }) }))
    .meta({ description: 'Each hour or day in India, the oldest first.' }),
  reasons: z
    .array(
      z.object({
        code: z.string().meta({
          description: 'What stands before the first colon of the reason of a message.',
          example: 'UNDELIV 001',
        }),
        count: count.meta({ example: 40 }),
        before: count.meta({ example: 12 }),
      }),
    )
    .meta({ description: 'Why messages failed, most frequent first.' }),
  parts: z
    .array(
      totals.extend({
        value: z
          .string()
          .meta({ description: 'Empty for none.', example: exampleValues.templateId }),
      }),
    )
    .meta({ description: 'By the dimension of `split_by`, most messages first.' }),
});

/** The period that an input names. */
const periodOfInput = ({ period, from, to }: AnalyticsInput): Period =>
  from !== undefined && to !== undefined
    ? toPeriod(new Date(from), new Date(to), clock.now())
    : periodOf(period, clock.now());

/** The filter that an input names. */
function filterOfInput(input: AnalyticsInput): StatFilter {
  const filter: StatFilter = {};
  for (const dimension of dimensions) {
    const value = input[parameters[dimension]];
    if (value !== undefined) filter[dimension] = value;
  }
  return filter;
}

/** Reads the statistics of an account as the API returns them. */
export async function getAnalytics(
  { userId, livemode }: { userId: string; livemode: boolean },
  input: AnalyticsInput,
): Promise<z.output<typeof analyticsOutput>> {
  const period = periodOfInput(input);
  const { steps, total, before, reasons, parts } = await readStats(userId, period, {
    livemode,
    filter: filterOfInput(input),
    ...(input.split_by && { splitBy: input.split_by }),
  });
  return {
    livemode,
    from: period.from.toISOString(),
    to: period.to.toISOString(),
    step: period.step,
    total: toOutput(total),
    before: toOutput(before),
    steps: steps.map(({ at, ...step }) => ({ at: at.toISOString(), ...toOutput(step) })),
    reasons,
    parts: parts.map(({ value, ...part }) => ({ value, ...toOutput(part) })),
  };
}

function toOutput(counts: StatTotals): z.output<typeof totals> {
  const { accepted, delivered, failed, otpSent, otpVerified, delivery, verification } = counts;
  return {
    ...{ accepted, delivered, failed },
    inProgress: Math.max(0, accepted - delivered - failed),
    deliveredPercent: toPercent(delivered, delivered + failed),
    deliveryP50Ms: round(delivery.p50),
    deliveryP95Ms: round(delivery.p95),
    ...{ otpSent, otpVerified },
    otpVerifiedPercent: toPercent(otpVerified, otpSent),
    verificationP50Ms: round(verification.p50),
    verificationP95Ms: round(verification.p95),
  };
}

const round = (ms: number | null) => (ms === null ? null : Math.round(ms));

/** With one decimal, never rounded up, so that 100 means all. */
const toPercent = (part: number, of: number) =>
  of === 0 ? null : Math.floor((part * 1_000) / of) / 10;
