import type { EmailContent } from '#domain/notifications/email/templates/email-content.ts';

type OtpCode = {
  code: string;
  /** Empty if it must not be shown. */
  serviceName: string;
  minutesLeft: number;
};

/** An email with a code, to somebody who may never have heard of us. Its text is ours, whatever a customer chooses. */
export function otpCodeEmail({ code, serviceName, minutesLeft }: OtpCode): EmailContent {
  const ofService = serviceName === '' ? '' : `${serviceName} `;
  const minutes = minutesLeft === 1 ? 'one minute' : `${minutesLeft} minutes`;
  return {
    subject: `Your ${ofService}verification code`,
    name: '',
    heading: `Your code is ${code}`,
    paragraphs: [
      `${code} is your ${ofService}verification code. It is valid for ${minutes}, and works once.`,
      'Do not share it with anyone.',
      'If you did not ask for a code, somebody has probably entered your address by mistake. Nothing happens as long as nobody has the code. If it happens again, please write to us.',
    ],
  };
}
