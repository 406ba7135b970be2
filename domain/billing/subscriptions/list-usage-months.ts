type Used = { planId: string; startsAt: Date; used: number };

/** Of a user's months of use, those of one period. */
export const listUsageMonths = (
  { planId, startedAt, expiresAt }: { planId: string; startedAt: Date; expiresAt: Date },
  months: readonly Used[],
) =>
  months
    .filter((month) => month.planId === planId)
    .filter(({ startsAt }) => startsAt >= startedAt && startsAt < expiresAt)
    .map(({ startsAt, used }) => ({ startsAt, used }));
