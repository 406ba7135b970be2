import type { Endpoint } from '#app/api/endpoint.ts';
import { sendMessage } from '#app/api/endpoints/send-message.server.ts';
import { sendOtp } from '#app/api/endpoints/send-otp.server.ts';
import { verifyOtp } from '#app/api/endpoints/verify-otp.server.ts';
import { fallbacks } from '#app/forms/fallbacks.ts';
import type { CallName, ConsoleFields, ConsoleStep, FieldName } from './contract.ts';

/** A call that a console makes, as far as it differs from the others. */
export type Call = {
  name: CallName;
  endpoint: Endpoint;
  /** What must not be empty, in the order in which it is asked for. */
  asks: { field: FieldName; sentence: string }[];
  body: (typed: Pick<ConsoleFields, 'phone' | 'message' | 'otp'>) => Record<string, unknown>;
  /** What is said where the API says nothing. */
  fallback: string;
  /** Which field a parameter of the API comes from. */
  fieldOf: Record<string, FieldName>;
  /** The fields that a success empties, and what comes after it. */
  clears: FieldName[];
  next: ConsoleStep;
};

const phone = { field: 'phone', sentence: 'Please enter a phone number' } as const;

/** Digits of the codes that the console sends. */
const otpLength = 6;

export const consoleCalls: Record<CallName, Call> = {
  'send-message': {
    name: 'send-message',
    endpoint: sendMessage,
    asks: [{ field: 'message', sentence: 'Please enter a message' }, phone],
    body: ({ phone, message }) => ({ recipient: phone, message }),
    fallback: fallbacks['send-message'],
    fieldOf: { recipient: 'phone', message: 'message' },
    clears: ['message', 'phone'],
    next: 'send',
  },
  'send-otp': {
    name: 'send-otp',
    endpoint: sendOtp,
    asks: [phone],
    body: ({ phone }) => ({ recipient: phone, otp_length: otpLength }),
    fallback: fallbacks['send-otp'],
    fieldOf: { recipient: 'phone' },
    clears: ['otp'],
    next: 'verify',
  },
  'verify-otp': {
    name: 'verify-otp',
    endpoint: verifyOtp,
    asks: [phone, { field: 'otp', sentence: 'Please enter the OTP' }],
    body: ({ phone, otp }) => ({ recipient: phone, otp }),
    fallback: fallbacks['verify-otp'],
    fieldOf: { recipient: 'phone', otp: 'otp' },
    clears: ['otp'],
    next: 'send',
  },
};
