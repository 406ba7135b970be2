import { z } from 'zod';
import { parseAllowedAddresses } from './parse-allowed-addresses.ts';

/** What a user chose. */
export type Settings = {
  /** Calls are limited at the usual rate; otherwise at the hard limit alone. */
  rateLimiting: boolean;
  /** Failed requests are kept. */
  errorLogging: boolean;
  /** Fields that an endpoint does not know are refused. */
  requestValidation: boolean;
  /** API keys work from `allowedAddresses` alone. */
  ipFiltering: boolean;
  /** Addresses and networks in CIDR notation, each in its one form. */
  allowedAddresses: string[];
  email: boolean;
  sms: boolean;
  slack: boolean;
  criticalAlerts: boolean;
};

/** What holds until a user saves something else. */
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
};

/** A box that is ticked or not, as a form sends it. */
const box = z
  .literal('on')
  .optional()
  .transform((sent) => sent === 'on');

/** Characters of the list as it is typed: its most entries, and as much again for what is around them. */
const maxInputLength = 5_000;

const addressesInput = z
  .string()
  .max(maxInputLength, `Please use at most ${maxInputLength} characters.`)
  .default('')
  .transform((typed, context) => {
    const { addresses, faults } = parseAllowedAddresses(typed);
    for (const message of faults) context.addIssue({ code: 'custom', message });
    return addresses;
  });

/** What can be chosen. SMS and Slack can be on once they have an address. */
export const settingsForm = z
  .object({
    rateLimiting: box,
    errorLogging: box,
    requestValidation: box,
    ipFiltering: box,
    allowedAddresses: addressesInput,
    email: box,
    sms: box,
    slack: box,
    criticalAlerts: box,
  })
  .refine(({ ipFiltering, allowedAddresses }) => !ipFiltering || allowedAddresses.length > 0, {
    path: ['allowedAddresses'],
    message: 'With IP filtering on, at least one address must be allowed.',
    when: ({ issues }) => issues.length === 0,
  });

export type SettingsInput = z.output<typeof settingsForm>;
