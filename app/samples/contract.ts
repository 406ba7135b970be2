import type { HttpLanguage, Language } from '#app/preferences/preferences.ts';
import { isLiveApiId, prefixesOf } from '#domain/identity/api-keys/key-prefix.browser.ts';

type Code = { text: string; html: string };

/** A short program in several languages, ready to paste and run. Every sample has a shell command, and programs with our libraries. */
export type Sample = {
  name: string;
  code: Record<Exclude<Language, HttpLanguage> | 'curl', Code> &
    Partial<Record<HttpLanguage, Code>>;
};

/** A sample whose programs need no library. The consoles and the landing page show such samples. */
export type HttpSample = { name: string; code: Record<HttpLanguage, Code> };

/** Placeholders in the programs. Known values replace them; the reader fills in the rest. */
export const placeholders = {
  url: 'https://dakiya.example',
  keyId: 'dk_your_api_id',
  secretKey: 'sk_your_api_key',
  /** A test key, in samples of test mode. */
  testKeyId: 'dk_test_your_api_id',
  testSecretKey: 'sk_test_your_api_key',
  recipient: '9876543210',
  messageId: 'msg_your_message_id',
  otpId: 'otp_your_otp_id',
  otp: '482913',
  endpointId: 'whe_your_endpoint_id',
  since: '2026-11-20T00:00:00+05:30',
  sendAt: '2026-12-01T10:00:00+05:30',
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
