import type { Lane } from './contract.ts';

/**
 * The window of one carrier: how many submits may wait for an answer at once.
 *
 * Bulk messages leave a share of it free, so that a code finds room however long the backlog.
 *
 * @param size places in all
 * @param otpShare part of them that `messages` never take; one place is always left to them
 */
export function createWindow(size: number, otpShare: number) {
  const limit = { otp: size, messages: Math.max(1, size - Math.ceil(size * otpShare)) };
  const taken = { otp: 0, messages: 0 };

  return {
    hasRoom: (lane: Lane): boolean =>
      taken.otp + taken.messages < size && taken[lane] < limit[lane],
    take(lane: Lane): void {
      taken[lane] += 1;
    },
    giveBack(lane: Lane): void {
      taken[lane] -= 1;
    },
  };
}

export type Window = ReturnType<typeof createWindow>;
