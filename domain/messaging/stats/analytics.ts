import { z } from 'zod';
import { exampleValues } from '#domain/shared/example-values.browser.ts';
import { percentOf } from '#domain/shared/format.browser.ts';
import { safeText } from '#domain/shared/text.browser.ts';
import { timeOrDateInput } from '#domain/shared/time-input.browser.ts';
import { clock } from '#platform/clock.browser.ts';
import {
  type Dimension,
  dimensions,
  type Period,
  periodNames,
  periodOf,
  type StatFilter,
  type StatTotals,
  statCategories,
  toPeriod,
} from './contract.ts';
import { readStats } from './read-stats.ts';

/** The API parameter that filters by each dimension. */
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
      description:
        'The period to count. `24h`: the last 24 hours, by hour. `7d`, `30d`, `90d`: the last 7, 30 or 90 days in India, including today, by day.',
      example: '7d',
    }),
    from: timeOrDateInput.optional().meta({
      description:
        'The start of the period, inclusive. Send `from` and `to`, or `period`. A recent period of up to 48 hours is extended to whole hours, any other to whole days (IST).',
      example: '2026-04-01T00:00:00+05:30',
    }),
    to: timeOrDateInput.optional().meta({
      description: 'The end of the period, exclusive.',
      example: '2026-04-08T00:00:00+05:30',
    }),
    split_by: z.enum(dimensions).optional().meta({
      description:
        'The dimension by which the figures are split: `parts` has the figures for each of its values.',
      example: 'template',
    }),
    api_id: safeText.max(64).optional().meta({
      description: 'Only messages and one-time passwords sent with this API ID.',
      example: exampleValues.keyId,
    }),
    sender: safeText
      .max(20)
      .optional()
      .meta({ description: 'Only messages with this sender.', example: exampleValues.sender }),
    template_id: safeText.max(64).optional().meta({
      description:
        'Only messages with this DLT template. An empty value selects messages without a template.',
      example: exampleValues.templateId,
    }),
    category: z
      .enum(statCategories)
      .optional()
      .meta({ description: 'Only messages of this category.', example: 'transactional' }),
    carrier: safeText.max(64).optional().meta({
      description:
        'Only messages that are in a final state and whose last carrier was this carrier.',
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
    description:
      'How many messages were accepted. If you filter or split by carrier, only messages in a final state count.',
    example: 1_200,
  }),
  delivered: count.meta({ example: 1_128 }),
  failed: count.meta({
    description: 'How many messages are `failed`, `undelivered` or `expired`.',
    example: 72,
  }),
  inProgress: count.meta({ description: 'How many messages have no final state yet.', example: 0 }),
  deliveredPercent: percent.meta({
    description:
      'The percentage of messages in a final state that were delivered; null if no message has a final state.',
    example: 94,
  }),
  deliveryP50Ms: milliseconds.meta({
    description:
      'The median time from acceptance to the delivery receipt, in milliseconds, with an error of at most 20 %; null if no message was delivered.',
    example: 1_200,
  }),
  deliveryP95Ms: milliseconds.meta({
    description:
      'The 95th percentile of the times from acceptance to the delivery receipt, in milliseconds, with an error of at most 20 %; null if no message was delivered.',
    example: 4_800,
  }),
  otpSent: count.meta({
    description: 'How many one-time passwords were sent, without resends.',
    example: 400,
  }),
  otpVerified: count.meta({ example: 328 }),
  otpValid: count.meta({
    description: 'How many of the one-time passwords in `otpSent` can still be verified.',
    example: 0,
  }),
  otpVerifiedPercent: percent.meta({
    description:
      'The percentage of verified one-time passwords: `100 * otpVerified / (otpSent - otpValid)`; null if `otpSent` equals `otpValid`.',
    example: 82,
  }),
  verificationP50Ms: milliseconds.meta({
    description:
      'The median time from the first message of a code to its verification, in milliseconds; null if no code was verified.',
    example: 14_000,
  }),
  verificationP95Ms: milliseconds.meta({
    description:
      'The 95th percentile of the times from the first message of a code to its verification, in milliseconds; null if no code was verified.',
    example: 61_000,
  }),
});

export const analyticsOutput = z.object({
  livemode: z.boolean().meta({ example: true }),
  from: z.iso.datetime().meta({ example: '2026-03-31T18:30:00.000Z' }),
  to: z.iso.datetime().meta({
    description: 'The end of the period, exclusive.',
    example: '2026-04-07T18:30:00.000Z',
  }),
  step: z.enum(['hour', 'day']).meta({ example: 'day' }),
  total: totals,
  before: totals.meta({
    description: 'The figures of the previous period, which has the same length.',
  }),
  steps: z
    .array(
      totals.extend({ at: z.iso.datetime().meta({ description: 'When the hour or day began.' }) }),
    )
    .meta({ description: 'The figures of each hour or day in India, oldest first.' }),
  reasons: z
    .array(
      z.object({
        code: z.string().meta({
          description: 'The part of a message’s `reason` before the first colon.',
          example: 'UNDELIV 001',
        }),
        count: count.meta({ example: 40 }),
        before: count.meta({ example: 12 }),
      }),
    )
    .meta({ description: 'Why messages failed, most frequent reason first.' }),
  parts: z
    .array(
      totals.extend({
        value: z.string().meta({
          description:
            'The value of the dimension, such as a template id; empty for messages without a value.',
          example: exampleValues.templateId,
        }),
      }),
    )
    .meta({
      description:
        'The figures for each value of the dimension `split_by`, most messages first; empty if `split_by` is omitted.',
    }),
});

const periodOfInput = ({ period, from, to }: AnalyticsInput): Period =>
  from !== undefined && to !== undefined
    ? toPeriod(new Date(from), new Date(to), clock.now())
    : periodOf(period, clock.now());

/** The filter that the caller asks for. */
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
  const { accepted, delivered, failed, delivery, verification } = counts;
  const { otpSent, otpVerified, otpValid } = counts;
  return {
    ...{ accepted, delivered, failed },
    inProgress: Math.max(0, accepted - delivered - failed),
    deliveredPercent: percentOf(delivered, delivered + failed),
    deliveryP50Ms: round(delivery.p50),
    deliveryP95Ms: round(delivery.p95),
    ...{ otpSent, otpVerified, otpValid },
    otpVerifiedPercent: percentOf(otpVerified, otpSent - otpValid),
    verificationP50Ms: round(verification.p50),
    verificationP95Ms: round(verification.p95),
  };
}

const round = (ms: number | null) => (ms === null ? null : Math.round(ms));
