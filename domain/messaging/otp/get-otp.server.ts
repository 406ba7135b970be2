import { DomainError } from '#domain/shared/errors.ts';
import { clock } from '#platform/clock.ts';
import { prisma } from '#platform/db.server.ts';
import { listSendAttempts } from './channels/list-send-attempts.server.ts';
import { type OtpWithAttempts, otpId } from './contract.ts';

/**
 * Returns an OTP with the channels by which it was sent, without its code.
 *
 * @param id untrusted
 * @throws DomainError `not_found` if there is none, or it belongs to another user
 */
export async function getOtp(userId: string, id: string): Promise<OtpWithAttempts> {
  const otp = otpId.safeParse(id).success
    ? await prisma.otp.findFirst({ where: { id, userId } })
    : null;
  if (!otp) throw new DomainError('not_found', { message: 'There is no OTP by this id.' });
  const { recipient, keyId, serviceId, isTest, createdAt, expiresAt } = otp;
  // Its job may be late.
  const isOver = otp.state === 'pending' && expiresAt <= clock.now();
  const status = isOver ? 'expired' : otp.state;
  return {
    ...{ otpId: id, user: userId, phoneNumber: recipient, apiId: keyId, service: serviceId },
    ...{ status, isTest, createdAt: createdAt.toISOString(), expiresAt: expiresAt.toISOString() },
    sendAttempts: await listSendAttempts({ id, recipient, isOpen: status === 'pending' }),
  };
}
