import type { Dakiya } from './dakiya.ts';

/** The number that Better Auth passes, in the form `+919876543210`. */
type PhoneNumber = { phoneNumber: string };

/** The two functions that Better Auth's plugin `phoneNumber` calls. */
export type PhoneOtp = {
  sendOTP: (data: PhoneNumber) => Promise<void>;
  verifyOTP: (data: PhoneNumber & { code: string }) => Promise<boolean>;
};

/**
 * Lets Better Auth's plugin `phoneNumber` verify numbers by Dakiya: `phoneNumber({ ...dakiyaOtp(dakiya) })`. Dakiya makes the code
 * and counts the attempts; the code that Better Auth makes is not used.
 *
 * @param options `service`: the OTP service, `svc_…`, which determines text, length and validity
 * @returns functions that throw the errors of `otp.send` and `otp.verify`, except that `verifyOTP` returns false for a code that is
 *   wrong, expired, used or out of attempts
 */
export function dakiyaOtp(
  dakiya: Pick<Dakiya, 'otp'>,
  { service }: { service?: string } = {},
): PhoneOtp {
  const of = service === undefined ? {} : { service };
  return {
    async sendOTP({ phoneNumber }) {
      await dakiya.otp.send({ recipient: phoneNumber, ...of });
    },
    async verifyOTP({ phoneNumber, code }) {
      try {
        await dakiya.otp.verify({ recipient: phoneNumber, otp: code, ...of });
        return true;
      } catch (error) {
        // By fields, because this file and the library are separate bundles, each of which has its own classes.
        const { code: reason, param } = error as { code?: unknown; param?: unknown };
        if ((typeof reason === 'string' && reason.startsWith('otp_')) || param === 'otp') {
          return false;
        }
        throw error;
      }
    },
  };
}
