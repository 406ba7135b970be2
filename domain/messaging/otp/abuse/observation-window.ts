import { throttleWindowSeconds, verificationGraceSeconds } from '../contract.ts';

/** The codes that are judged at a time, by when they were begun. @param notBefore if it is later than the window */
export function observationWindow(
  now: Date,
  notBefore: Date | null = null,
): { from: Date; to: Date } {
  const start = now.getTime() - throttleWindowSeconds * 1_000;
  return {
    from: new Date(Math.max(start, notBefore?.getTime() ?? 0)),
    to: new Date(now.getTime() - verificationGraceSeconds * 1_000),
  };
}
