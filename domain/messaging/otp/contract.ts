import { z } from 'zod';
import { exampleValues } from '#domain/shared/example-values.browser.ts';
import { recipientInput } from '#domain/sms/addresses.ts';
import { normalizeCode } from '../../sms/digits.browser.ts';
import { channelsInput, sendAttemptOutput } from './channels/contract.ts';

declare module '#platform/ids.ts' {
  interface IdPrefixes {
    otp: 'otps';
  }
}

/** The validity of an OTP without a service, in seconds. NIST SP 800-63B-4 allows at most ten minutes. */
export const codeTtlSeconds = 300;

/**
 * The maximum number of wrong attempts for a number, account and service. All OTPs created within the last hour or day count
 * together, so a new OTP does not reset the number of attempts; only a correct attempt does.
 */
export const maxAttemptsPerHour = 5;
export const maxAttemptsPerDay = 10;

/** How long OTP rows are kept, so that questions about rejected codes can be answered. */
export const retentionDays = 30;

/** How many times an account may send an OTP to one number, including resends. */
export const maxSendsPerHour = 5;
export const maxSendsPerDay = 10;

/** Verification rates cover OTPs of this many seconds until now, except OTPs of the last `verificationGraceSeconds`. */
export const throttleWindowSeconds = 3_600;

/** OTPs newer than this, in seconds, are not counted yet, because most users need up to this time to enter an OTP. */
export const verificationGraceSeconds = 120;

/**
 * A throttle can end because of the verification rate only after at least this many OTPs were sent since it started.
 */
export const recoverySampleSize = 20;

/** The hours after an owner has lifted a throttle in which no new throttle starts and no second email is sent. */
export const throttlePauseHours = 24;

/** An OTP id. The pattern also excludes NUL characters, which PostgreSQL rejects. */
export const otpId = z
  .string()
  .regex(/^otp_[0-9A-Z]{26}$/, 'Please send the otpId that send-otp returned.');

const serviceId = z
  .string()
  .regex(/^svc_[0-9A-Z]{26}$/, 'Please send the `_id` of an OTP service.');

export const sendOtpInput = z.object({
  recipient: recipientInput,
  otp_length: z.int().min(4).max(6).default(6).meta({
    description:
      'The number of digits of the code. With `service`, the service determines the length instead.',
  }),
  service: serviceId.optional().meta({
    description:
      'The `_id` of the OTP service to use. Default: the installation’s text and settings.',
    example: exampleValues.serviceId,
  }),
  channels: channelsInput.optional(),
  end_user_ip: z
    .union(
      [
        z.ipv4().meta({ example: exampleValues.endUserIp }),
        z.ipv6().meta({ example: '2001:db8::7' }),
      ],
      {
        error: 'Please send an IPv4 or IPv6 address.',
      },
    )
    .optional()
    .meta({
      description:
        'The IP address of your end user, as your server sees it. Dakiya limits the codes per address, which protects you from SMS pumping.',
      example: exampleValues.endUserIp,
    }),
});

export type SendOtpInput = z.output<typeof sendOtpInput>;

export type OtpThrottle = {
  id: string;
  /** The API ID; null if the whole account is throttled. */
  keyId: string | null;
  startedAt: Date;
  /** The number of sent and of verified codes in the window before the throttle started. */
  sent: number;
  verified: number;
};

export const otpOutput = z.object({
  otpId: z.string().meta({ example: exampleValues.otpId }),
  user: z
    .string()
    .meta({ description: 'The `_id` of the account.', example: exampleValues.userId }),
  phoneNumber: z
    .string()
    .meta({ description: 'The phone number in E.164.', example: exampleValues.recipient }),
  apiId: z.string().meta({
    description: 'The API ID with which the code was sent.',
    example: exampleValues.keyId,
  }),
  livemode: z.boolean().meta({
    description:
      'False if the code was sent with a test key. No phone gets such a code; `GET /messages` shows the text with the code.',
    example: true,
  }),
  expiresAt: z.iso
    .datetime()
    .meta({ description: 'When the code expires.', example: exampleValues.otpExpiresAt }),
  service: z.string().nullable().meta({
    description: 'The `_id` of the OTP service that sent the code; null if none was used.',
    example: null,
  }),
  isTest: z.boolean().meta({
    description: 'Whether the number is a test number of the service. Test numbers get no message.',
    example: false,
  }),
  sendAttempts: z.array(sendAttemptOutput).optional().meta({
    description: 'The channels of this call; omitted if the call has no `channels`.',
  }),
});

export type OtpOutput = z.infer<typeof otpOutput>;

/** An OTP with its current state and its channels, in addition to the fields that `send-otp` returns. */
export const otpWithAttemptsOutput = otpOutput.extend({
  status: z.enum(['pending', 'verified', 'expired', 'exhausted']).meta({
    description: '`pending`: the code can be verified. `exhausted`: the code has no attempts left.',
    example: 'pending',
  }),
  createdAt: z.iso.datetime().meta({ example: exampleValues.createdAt }),
  sendAttempts: z.array(sendAttemptOutput).meta({
    description:
      'The channels of all calls with `channels` for this code, in the order of the calls and of their channels.',
  }),
});

export type OtpWithAttempts = z.infer<typeof otpWithAttemptsOutput>;

/** The error for input that cannot be a code. Such input does not count as an attempt. */
export const incompleteCode = 'Please enter the whole OTP, as it is in the message.';

const codeInput = z
  .string({
    error: (issue) =>
      typeof issue.input === 'number'
        ? 'Please send the code as text, in quotes: a JSON number loses leading zeros. This was not counted as an attempt.'
        : undefined,
  })
  .max(40, incompleteCode)
  .transform((typed, context) => {
    const code = normalizeCode(typed).toUpperCase();
    if (/^[0-9A-Z]{4,8}$/.test(code)) return code;
    context.addIssue({ code: 'custom', message: incompleteCode });
    return z.NEVER;
  })
  .meta({
    description:
      'The code that the user entered: 4 to 6 digits, or a code in the format of the service. Digits of all writing systems are accepted, such as Devanagari. Spaces, dashes, invisible characters and a prefix such as `G-` in `G-482913` are ignored. Other input, including a JSON number, is rejected and does not count as an attempt.',
    example: exampleValues.code,
  });

/**
 * Accepts two forms: the number and the code; or the id, the code and the number. The published documentation describes
 * the second form.
 */
export const verifyOtpInput = z
  .object({
    recipient: recipientInput.optional(),
    otp: codeInput.optional(),
    otp_id: otpId.optional().meta({
      description: 'The `otpId` that `/messages/send-otp` returned.',
      example: exampleValues.otpId,
    }),
    otp_code: codeInput.optional(),
    phone_number: recipientInput.optional(),
    service: serviceId.optional().meta({
      description:
        'The `_id` of the OTP service that sent the code. Send `service` only with `recipient`.',
      example: exampleValues.serviceId,
    }),
  })
  .transform((input, context) => {
    const byId = input.otp_id !== undefined || input.otp_code !== undefined;
    const recipient = byId ? input.phone_number : input.recipient;
    const code = byId ? input.otp_code : input.otp;
    const otpId = input.otp_id ?? null;
    const missing = (path: string, message: string) => {
      context.addIssue({ code: 'custom', path: [path], message });
      return z.NEVER;
    };
    if (byId && otpId === null) return missing('otp_id', 'Please send the otp_id with the code.');
    if (recipient === undefined) {
      return missing(byId ? 'phone_number' : 'recipient', 'Please enter a phone number');
    }
    if (code === undefined) return missing(byId ? 'otp_code' : 'otp', 'Please enter the OTP');
    return { otpId, recipient, code, service: input.service ?? null };
  })
  .meta({
    description: 'Send either `recipient` and `otp`, or `otp_id`, `otp_code` and `phone_number`.',
    override: {
      anyOf: [
        { title: 'By the number', required: ['recipient', 'otp'] },
        { title: 'By the id', required: ['otp_id', 'otp_code', 'phone_number'] },
      ],
    },
  });

export type VerifyOtpInput = z.output<typeof verifyOtpInput>;

export const verifiedOutput = z.object({
  otpId: z.string().meta({ example: exampleValues.otpId }),
  phoneNumber: z
    .string()
    .meta({ description: 'The phone number in E.164.', example: exampleValues.recipient }),
  isVerified: z.literal(true),
  isTest: z
    .boolean()
    .meta({ description: 'Whether the number is a test number of the service.', example: false }),
});
