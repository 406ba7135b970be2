import { prisma } from '#platform/db.ts';
import { anAccount } from './account.ts';
import { client } from './client.ts';
import { codeOfRow } from './otp-code.ts';

let used = 0;

/** The newest OTP that was sent to a number. */
const rowOf = (recipient: string) =>
  prisma.otp.findFirstOrThrow({
    where: { recipient: `+91${recipient}` },
    orderBy: { createdAt: 'desc' },
  });

/** An account that sends and verifies codes, with access to the rows of its codes. */
export async function anOtpCaller(url: string) {
  const account = await anAccount();
  const call = client(url, account);
  return {
    account,
    call,
    /** An unused number. */
    aNumber: () => String(9_811_100_000 + used++),
    sendOtp: (recipient: string, body = {}) =>
      call.post('/messages/send-otp', { recipient, ...body }),
    verify: (recipient: string, otp: string) =>
      call.post('/messages/verify-otp', { recipient, otp }),
    rowOf,
    codeOf: async (recipient: string) => codeOfRow(await rowOf(recipient)),
    /** Moves an OTP a number of seconds into the past. */
    async age(recipient: string, seconds: number): Promise<void> {
      const { id, createdAt, expiresAt, sentAt } = await rowOf(recipient);
      const back = (date: Date) => new Date(date.getTime() - seconds * 1_000);
      await prisma.otp.update({
        where: { id },
        data: { createdAt: back(createdAt), expiresAt: back(expiresAt), sentAt: sentAt.map(back) },
      });
    },
  };
}
