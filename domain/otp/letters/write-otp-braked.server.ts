import { calledBy } from '#domain/accounts/letters/called-by.ts';
import { listKeys } from '#domain/credentials/list-keys.server.ts';
import type { AskedLetter, WrittenLetter } from '#domain/mail/contract.ts';
import { prisma } from '#platform/db.server.ts';
import { env } from '#platform/env.ts';
import { otpBraked } from './otp-braked.ts';

/** Writes to the owner of a key that a brake is on; nothing if it came off meanwhile, or the key is gone. */
export async function writeOtpBraked({ about }: AskedLetter): Promise<WrittenLetter | null> {
  const brake = await prisma.otpBrake.findFirst({ where: { id: about ?? '', endedAt: null } });
  if (!brake) return null;
  const { userId, keyId, sent, verified } = brake;
  const [user, keys] = await Promise.all([
    prisma.user.findUnique({ where: { id: userId } }),
    listKeys(userId),
  ]);
  const key = keys.find((one) => one.keyId === keyId);
  if (!user || !key) return null;
  const content = otpBraked({
    ...{ keyId, sent, verified },
    name: calledBy(user),
    keyName: key.name,
    perMinute: env.OTP_BRAKED_PER_MINUTE,
    link: `${env.PUBLIC_URL}/dashboard?tab=OTPVerification`,
  });
  return { to: user.email, content };
}
