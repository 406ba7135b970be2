import type { Language } from '#app/preferences/preferences.ts';
import { isLiveApiId, prefixesOf } from '#domain/identity/api-keys/key-prefix.browser.ts';

/** A short program in each language, ready to paste and run. */
export type Sample = {
  name: string;
  code: Record<Language, { text: string; html: string }>;
};

/** Placeholders in the programs. Known values replace them, and the reader fills in the rest. */
export const placeholders = {
  url: 'https://dakiya.example',
  keyId: 'dk_your_api_id',
  secretKey: 'sk_your_api_key',
  recipient: '9876543210',
  messageId: 'msg_your_message_id',
  otpId: 'otp_your_otp_id',
  otp: '482913',
  signingSecret: 'whsec_your_signing_secret',
  /** The port at which a receiver listens. */
  port: '8080',
};

/** The placeholder of an API key in a mode, with that mode's prefix. */
export const secretPlaceholder = (key: { livemode: boolean }): string =>
  `${prefixesOf(key).secret}your_api_key`;

/** The placeholder of the API key that belongs to an API ID; without an id, the placeholder of a live key. */
export const secretPlaceholderOf = (keyId: string | null): string =>
  secretPlaceholder({ livemode: keyId === null || isLiveApiId(keyId) });
