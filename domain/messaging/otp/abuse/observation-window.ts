import { throttleWindowSeconds, verificationGraceSeconds } from '../contract.ts';

/**
 * The creation times of the OTPs that are evaluated.
 *
 * @param notBefore a later start of the window, if any
 */
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
