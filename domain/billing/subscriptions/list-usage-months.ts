type UsageOfMonth = { planId: string; startsAt: Date; used: number };

/** Selects the usage months that belong to a period. */
export const listUsageMonths = (
  { planId, startedAt, expiresAt }: { planId: string; startedAt: Date; expiresAt: Date },
  months: readonly UsageOfMonth[],
) =>
  months
    .filter((month) => month.planId === planId)
    .filter(({ startsAt }) => startsAt >= startedAt && startsAt < expiresAt)
    .map(({ startsAt, used }) => ({ startsAt, used }));
