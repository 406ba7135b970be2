import { z } from 'zod';
import { parseAllowedAddresses } from './normalize-network.browser.ts';

/** A user's settings. */
export type Settings = {
  /** Whether calls are limited at the usual rate. If false, only the hard limit applies. */
  rateLimiting: boolean;
  /** Whether failed requests are logged. */
  errorLogging: boolean;
  /** Whether requests with unknown fields are rejected. */
  requestValidation: boolean;
  /** Whether API keys work only from `allowedAddresses`. */
  ipFiltering: boolean;
  /** Addresses and networks in CIDR notation, normalized. */
  allowedAddresses: string[];
  email: boolean;
  sms: boolean;
  slack: boolean;
  criticalAlerts: boolean;
  /** How many days messages are kept; null means as long as the installation allows. */
  messageRetentionDays: number | null;
  /** How many days their texts are kept; null means as long as the messages. */
  textRetentionDays: number | null;
};

export const defaultSettings: Settings = {
  rateLimiting: true,
  errorLogging: true,
  requestValidation: false,
  ipFiltering: false,
  allowedAddresses: [],
  email: true,
  sms: false,
  slack: false,
  criticalAlerts: true,
  messageRetentionDays: null,
  textRetentionDays: null,
};

/** A checkbox, as a form sends it. */
const checkbox = z
  .literal('on')
  .optional()
  .transform((sent) => sent === 'on');

/**
 * Maximum length of the entered text, in characters. This is twice the length of a list with the maximum number of entries.
 */
const maxInputLength = 5_000;

const addressesInput = z
  .string()
  .max(maxInputLength, `Please use at most ${maxInputLength} characters.`)
  .default('')
  .transform((typed, context) => {
    const { addresses, errors } = parseAllowedAddresses(typed);
    for (const message of errors) context.addIssue({ code: 'custom', message });
    return addresses;
  });

/**
 * The shortest time for which texts are kept, in days. A message needs its text until it is sent, which takes up to four
 * days.
 */
export const leastTextDays = 7;

/** A number of days, or empty. */
const days = z
  .string()
  .regex(/^\d{1,5}$/, 'Please enter a number of days, or leave the field empty.')
  .optional()
  .transform((typed) => (typed === undefined ? null : Number(typed)));

/** The settings form. SMS and Slack can be on only if such a channel is connected. */
export const settingsForm = z
  .object({
    rateLimiting: checkbox,
    errorLogging: checkbox,
    requestValidation: checkbox,
    ipFiltering: checkbox,
    allowedAddresses: addressesInput,
    email: checkbox,
    sms: checkbox,
    slack: checkbox,
    criticalAlerts: checkbox,
    messageRetentionDays: days,
    textRetentionDays: days,
  })
  .refine(({ ipFiltering, allowedAddresses }) => !ipFiltering || allowedAddresses.length > 0, {
    path: ['allowedAddresses'],
    message: 'With IP filtering on, at least one address must be allowed.',
    when: ({ issues }) => issues.length === 0,
  });

export type SettingsInput = z.output<typeof settingsForm>;
