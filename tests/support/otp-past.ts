import { onTestFinished, vi } from 'vitest';
import { clock } from '#platform/clock.browser.ts';
import { prisma } from '#platform/db.ts';
import { newId } from '#platform/ids.ts';
import { type Account, anAccount } from './account.ts';

export const minuteMs = 60_000;

type Past = {
  sent: number;
  verified: number;
  minutesAgo?: number;
  isTest?: boolean;
  lifeMinutes?: number;
};

/** An account with past codes, some of them verified. */
export async function aPast(past: Past, account?: Account): Promise<Account> {
  const sender = account ?? (await anAccount());
  const at = new Date(clock.now().getTime() - (past.minutesAgo ?? 10) * minuteMs);
  const life = (past.lifeMinutes ?? 5) * minuteMs;
  await prisma.otp.createMany({
    data: Array.from({ length: past.sent }, (_, i) => ({
      id: newId('otp', at.getTime()),
      ...{ userId: sender.userId, keyId: sender.keyId },
      recipient: `+91${9_833_000_000 + i}`,
      codeHash: new Uint8Array(32),
      isTest: past.isTest ?? false,
      state: i < past.verified ? ('verified' as const) : ('expired' as const),
      ...{ sentAt: [at], createdAt: at, expiresAt: new Date(at.getTime() + life) },
    })),
  });
  return sender;
}

/** Stops the clock a number of minutes from now, until the test ends. */
export function pretendItIs(minutesLater: number): void {
  vi.spyOn(clock, 'now').mockReturnValue(new Date(Date.now() + minutesLater * minuteMs));
  onTestFinished(() => {
    vi.restoreAllMocks();
  });
}

export const activeThrottles = ({ keyId }: Account) =>
  prisma.otpThrottle.findMany({ where: { keyId, endedAt: null } });
