import { brakeWindowSeconds, judgedAfterSeconds } from '../contract.ts';

/** The codes that are judged at a time, by when they were begun. @param notBefore if it is later than the window */
export function judgedSpan(now: Date, notBefore: Date | null = null): { from: Date; to: Date } {
  const start = now.getTime() - brakeWindowSeconds * 1_000;
  return {
    from: new Date(Math.max(start, notBefore?.getTime() ?? 0)),
    to: new Date(now.getTime() - judgedAfterSeconds * 1_000),
  };
}
