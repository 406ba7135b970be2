import type { Lane } from './contract.ts';

/**
 * The window of one carrier: how many submits may await a response at once. Bulk messages leave a
 * share of it free, so that an OTP finds room however long the backlog.
 *
 * @param size places in total
 * @param otpShare part of them that `messages` never use; one place is always left to `messages`
 */
export function createWindow(size: number, otpShare: number) {
  const limit = { otp: size, messages: Math.max(1, size - Math.ceil(size * otpShare)) };
  const used = { otp: 0, messages: 0 };

  return {
    hasRoom: (lane: Lane): boolean => used.otp + used.messages < size && used[lane] < limit[lane],
    acquire(lane: Lane): void {
      used[lane] += 1;
    },
    release(lane: Lane): void {
      used[lane] -= 1;
    },
  };
}

export type Window = ReturnType<typeof createWindow>;
