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

/** Validity of an OTP. NIST SP 800-63B-4 allows at most ten minutes. */
export const codeTtlSeconds = 300;

/**
 * Wrong attempts for one number and account, over all OTPs created within the last hour or day. A
 * new OTP does not reset them, a correct attempt does.
 */
export const maxAttemptsPerHour = 5;
export const maxAttemptsPerDay = 10;

/** Retention of OTP rows, for questions about rejected codes. */
export const retentionDays = 30;

/** Sends to one number, per account. */
export const maxSendsPerHour = 5;
export const maxSendsPerDay = 10;

/**
 * Window in seconds over which verification rates are measured, without the newest
 * `verificationGraceSeconds`.
 */
export const throttleWindowSeconds = 3_600;

/** Most users have entered their OTP by then; newer ones are not counted yet. */
export const verificationGraceSeconds = 120;

/** With this many OTPs since the throttle started, their own verification rate decides. */
export const recoverySampleSize = 20;

/** Hours without a new throttle after its owner lifted it, and without a second email. */
export const throttlePauseHours = 24;

/** The id of an OTP. The pattern also rejects NUL, which PostgreSQL does not accept. */
export const otpId = z
  .string()
  .regex(/^otp_[0-9A-Z]{26}$/, 'Please send the otpId that send-otp returned.');

const serviceId = z
  .string()
  .regex(/^svc_[0-9A-Z]{26}$/, 'Please send the `_id` of an OTP service.');

export const sendOtpInput = z.object({
  recipient: recipientInput,
  otp_length: z.int().min(4).max(6).default(6).meta({
    description: 'Digits of the code. A service determines its own length.',
  }),
  service: serviceId.optional().meta({
    description: 'The OTP service that sends the code.',
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
        'IP address of your end user, as your server sees it. We limit the codes per address, which protects you from SMS pumping.',
      example: exampleValues.endUserIp,
    }),
});

export type SendOtpInput = z.output<typeof sendOtpInput>;

export type OtpThrottle = {
  id: string;
  /** The API ID; null if the whole account is throttled. */
  keyId: string | null;
  startedAt: Date;
  /** Codes sent and verified in the window before the throttle started. */
  sent: number;
  verified: number;
};

export const otpOutput = z.object({
  otpId: z.string().meta({ example: exampleValues.otpId }),
  user: z.string().meta({ description: 'The account’s `_id`.', example: exampleValues.userId }),
  phoneNumber: z.string().meta({ description: 'In E.164.', example: exampleValues.recipient }),
  apiId: z
    .string()
    .meta({ description: 'The API ID that sent the code.', example: exampleValues.keyId }),
  livemode: z.boolean().meta({
    description:
      'False for a code of a test key: nothing is sent, and its text is in the message (`GET /messages/{id}`).',
    example: true,
  }),
  expiresAt: z.iso
    .datetime()
    .meta({ description: 'When the code expires.', example: exampleValues.otpExpiresAt }),
  service: z.string().nullable().meta({
    description: 'The OTP service that sent the code; null for the installation’s.',
    example: null,
  }),
  isTest: z.boolean().meta({
    description: 'Whether the number is a test number of the service, to which nothing is sent.',
    example: false,
  }),
  sendAttempts: z.array(sendAttemptOutput).optional().meta({
    description: 'The channels, if the call names any.',
  }),
});

export type OtpOutput = z.infer<typeof otpOutput>;

/** An OTP with its current state: the fields of `send-otp`, and more. */
export const otpWithAttemptsOutput = otpOutput.extend({
  status: z.enum(['pending', 'verified', 'expired', 'exhausted']).meta({
    description: '`exhausted`: the code has no attempts left.',
    example: 'pending',
  }),
  createdAt: z.iso.datetime().meta({ example: exampleValues.createdAt }),
  sendAttempts: z.array(sendAttemptOutput).meta({
    description: 'The channels of the calls that named any, in order.',
  }),
});

export type OtpWithAttempts = z.infer<typeof otpWithAttemptsOutput>;

/** The error for input that cannot be a code, and that does not count as an attempt. */
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
      'The code that the user entered: 4 to 6 digits, or the format of the service. Digits of every script are accepted; spaces, dashes, invisible characters, and a prefix of letters and a dash as in `G-482913`, are ignored. Other input, including a JSON number, does not count as an attempt.',
    example: exampleValues.code,
  });

/** Verifies by number, or by id as in the published documentation. */
export const verifyOtpInput = z
  .object({
    recipient: recipientInput.optional(),
    otp: codeInput.optional(),
    otp_id: otpId
      .optional()
      .meta({ description: 'The `otpId` that `send-otp` returned.', example: exampleValues.otpId }),
    otp_code: codeInput.optional(),
    phone_number: recipientInput.optional(),
    service: serviceId.optional().meta({
      description: 'The OTP service that sent the code; only with `recipient`.',
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
    description: 'Either `recipient` and `otp`, or `otp_id`, `otp_code` and `phone_number`.',
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
  phoneNumber: z.string().meta({ description: 'In E.164.', example: exampleValues.recipient }),
  isVerified: z.literal(true),
  isTest: z
    .boolean()
    .meta({ description: 'Whether the number is a test number of its service.', example: false }),
});
