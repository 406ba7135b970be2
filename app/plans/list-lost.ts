import type { PlanOutput } from '#domain/billing/plans/read-plans.ts';
import { formatCount } from '#domain/shared/format.browser.ts';

type Plan = Pick<PlanOutput, 'monthlylimit' | 'apiCalls' | 'features'>;

/** The limits and features that an account loses by changing from one plan to another, as phrases. */
export function listLost(from: Plan, to: Plan): string[] {
  const kept = new Set(to.features.map(({ text }) => text));
  const fewer = (before: number, after: number, what: string) =>
    after < before
      ? [
          `${formatCount(before - after)} ${what} a month: ${formatCount(after)} instead of ${formatCount(before)}`,
        ]
      : [];
  // Ignores features that begin with a number, because they repeat a limit.
  const features = from.features.filter(({ text }) => !kept.has(text) && !/^\d/.test(text));
  return [
    ...fewer(from.monthlylimit, to.monthlylimit, 'messages'),
    ...fewer(from.apiCalls, to.apiCalls, 'API calls'),
    ...features.map(({ text }) => text),
  ];
}
