const dayMs = 86_400_000;

/** Maximum number of days between the call and the time for which a message is scheduled. */
export const maxScheduleDays = 60;

/**
 * How many days a message can be moved from the time for which it was first scheduled. `months/live-ids.ts` relies on this
 * limit.
 */
export const maxMoveDays = 3;

/** A time that is past by less than this, in milliseconds, counts as now, because clocks differ. */
const toleranceMs = 5 * 60_000;

/** @returns why a message cannot be scheduled for a time; null if it can. A time that has just passed counts as now */
export function findScheduleProblem(at: Date, now: Date): string | null {
  const ahead = at.getTime() - now.getTime();
  if (ahead < -toleranceMs) return 'This time has passed.';
  if (ahead > maxScheduleDays * dayMs) {
    return `Messages can be scheduled at most ${maxScheduleDays} days ahead.`;
  }
  return null;
}

/** @returns why a scheduled message cannot be moved to a time; null if it can */
export function findMoveProblem(at: Date, first: Date, now: Date): string | null {
  const moved = Math.abs(at.getTime() - first.getTime());
  if (moved <= maxMoveDays * dayMs) return findScheduleProblem(at, now);
  return `A scheduled message can be moved by at most ${maxMoveDays} days. Cancel it, and schedule it again.`;
}
