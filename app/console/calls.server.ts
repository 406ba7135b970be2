import type { Endpoint } from '#app/api/endpoint.ts';
import { sendMessage } from '#app/api/endpoints/messages.server.ts';
import { sendOtp, verifyOtp } from '#app/api/endpoints/otp.server.ts';
import { fallbacks } from '#app/forms/fallbacks.ts';
import {
  type CallName,
  type ConsoleFields,
  type ConsoleStep,
  type FieldName,
  withOffset,
} from './contract.ts';

/** A call of a console, as data. */
export type Call = {
  name: CallName;
  endpoint: Endpoint;
  /** Required fields, in the order in which they are checked. */
  requiredFields: { field: FieldName; message: string }[];
  body: (
    typed: Pick<
      ConsoleFields,
      'phone' | 'message' | 'otp' | 'service' | 'sender' | 'template' | 'sendAt'
    >,
  ) => Record<string, unknown>;
  /** Error message if the API's response has none. */
  fallback: string;
  /** The form field of each API parameter. */
  fieldByParam: Record<string, FieldName>;
  /** The fields that a successful call clears, and the next step. */
  clears: FieldName[];
  next: ConsoleStep;
};

const phone = { field: 'phone', message: 'Please enter a phone number' } as const;

/** Length of the codes that the console requests without a service; a service defines its own length. */
const otpLength = 6;

export const consoleCalls: Record<CallName, Call> = {
  'send-message': {
    name: 'send-message',
    endpoint: sendMessage,
    requiredFields: [{ field: 'message', message: 'Please enter a message' }, phone],
    body: ({ phone, message, sender, template, sendAt }) => ({
      recipient: phone,
      ...(sender && { sender_id: sender }),
      ...(template && { template_id: template }),
      ...(sendAt && { send_at: withOffset(sendAt) }),
      message,
    }),
    fallback: fallbacks['send-message'],
    fieldByParam: {
      ...{ recipient: 'phone', message: 'message' },
      ...{ sender_id: 'sender', template_id: 'template', send_at: 'sendAt' },
    },
    clears: ['message', 'phone', 'sendAt'],
    next: 'send',
  },
  'send-otp': {
    name: 'send-otp',
    endpoint: sendOtp,
    requiredFields: [phone],
    body: ({ phone, service }) => ({
      recipient: phone,
      ...(service ? { service } : { otp_length: otpLength }),
    }),
    fallback: fallbacks['send-otp'],
    fieldByParam: { recipient: 'phone', service: 'service' },
    clears: ['otp'],
    next: 'verify',
  },
  'verify-otp': {
    name: 'verify-otp',
    endpoint: verifyOtp,
    requiredFields: [phone, { field: 'otp', message: 'Please enter the OTP' }],
    body: ({ phone, otp, service }) => ({
      recipient: phone,
      ...(service && { service }),
      otp,
    }),
    fallback: fallbacks['verify-otp'],
    fieldByParam: { recipient: 'phone', otp: 'otp', service: 'service' },
    clears: ['otp'],
    next: 'send',
  },
};
