import type { Dakiya } from './dakiya.ts';

/** The phone number as Better Auth passes it, such as `+919876543210`. */
type PhoneNumber = { phoneNumber: string };

/** The two functions that Better Auth's plugin `phoneNumber` calls. */
export type PhoneOtp = {
  sendOTP: (data: PhoneNumber) => Promise<void>;
  verifyOTP: (data: PhoneNumber & { code: string }) => Promise<boolean>;
};

/**
 * Lets Better Auth's plugin `phoneNumber` verify numbers through Dakiya: `phoneNumber({ ...dakiyaOtp(dakiya) })`. Dakiya
 * generates the code and counts the attempts. The code that Better Auth generates is ignored.
 *
 * @param options `service`: the OTP service, `svc_…`, which determines text, length and validity
 * @returns the two functions. They throw the errors of `otp.send` and `otp.verify`, but `verifyOTP` returns false if the
 *   code is wrong, expired or used, or has no attempts left
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
        // Checks the error's fields instead of its class: this file and the library are separate bundles, each with its own
        // copy of the classes.
        const { code: reason, param } = error as { code?: unknown; param?: unknown };
        if ((typeof reason === 'string' && reason.startsWith('otp_')) || param === 'otp') {
          return false;
        }
        throw error;
      }
    },
  };
}
