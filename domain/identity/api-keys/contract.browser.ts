import { z } from 'zod';
import type { AllowList } from '#domain/identity/settings/allow-list.ts';
import type { Settings } from '#domain/identity/settings/contract.browser.ts';
import { exampleValues } from '#domain/shared/example-values.browser.ts';
import { isOneLine, notOneLine, requiredText, safeText } from '#domain/shared/text.browser.ts';
import { timeInput } from '#domain/shared/time-input.browser.ts';
import { clock } from '#platform/clock.browser.ts';
import {
  addressesInput,
  restrictedWithDlt,
  servicesInput,
  templatesInput,
} from './access-input.browser.ts';
import { maskedSecret } from './key-prefixes.browser.ts';
import type { KeyRestriction } from './restriction.ts';
import { allKeyScopes, type KeyScope, scopesInput } from './scopes.browser.ts';

declare module '#platform/ids.ts' {
  interface IdPrefixes {
    key: 'credentials';
  }
}

/**
 * The owner of a presented API key, cached for half a second, whether or not the key allows the
 * call.
 */
export type ApiKeyOwner = {
  userId: string;
  /** The API ID, `dk_…`. */
  keyId: string;
  /** False for a test key. */
  livemode: boolean;
  isActive: boolean;
  expiresOn: Date | null;
  scopes: KeyScope[];
  restriction: KeyRestriction | null;
  /** The addresses that the key may be used from; null for any. */
  keyAddresses: AllowList | null;
  settings: Settings;
  /** The addresses that all keys of the account may be used from; null for any. */
  accountAddresses: AllowList | null;
};

/** An authenticated API caller. */
export type Caller = {
  userId: string;
  /** The API ID, `dk_…`. */
  keyId: string;
  /** False for a call with a test key. */
  livemode: boolean;
  scopes: readonly KeyScope[];
  /** The only templates and services that it sends; null for any. */
  restriction: KeyRestriction | null;
  /** The usage month that pays for the call; `testPeriodId` for a test key. */
  periodId: string;
  /** Whether the account is on the free default plan. */
  onDefaultPlan: boolean;
  /** Whether the account may send: its address is confirmed, or confirmation is not required. */
  maySend: boolean;
  settings: Settings;
};

/**
 * The credentials of a request. The key alone identifies the owner; an API ID must match if it is
 * given.
 */
export type ApiKeyCredentials = { keyId: string | null; secretKey: string };

/** What test keys are charged to: no row has this id, so that their messages use up, and give back, nothing. */
export const testPeriodId = 'use_test';

/** Callers are cached for half of the second within which a change must take effect everywhere. */
export const callerCacheOptions = { ttlMs: 500, max: 10_000 };

export const maxApiKeysPerAccount = 50;

/** Identifies a key in a call: its `_id` or its API ID. */
export const apiKeyIdOrPublicId = safeText.min(1).max(64).meta({
  description: 'The `_id` of the key, or its API ID.',
  example: exampleValues.keyId,
});

/** 3 to 50 characters look best; only these limits are enforced. */
const nameInput = requiredText('Please enter a name')
  .trim()
  .min(1, 'Please enter a name')
  .max(100, 'Please use at most 100 characters.')
  .refine(isOneLine, notOneLine)
  .meta({ description: 'What the key is for.', example: 'Production' });

const descriptionInput = safeText
  .trim()
  .max(500, 'Please use at most 500 characters.')
  .nullable()
  .meta({ example: 'Order updates of the shop' });

/** A future time, parsed to a date; null for a key that never expires. */
const expiresOnInput = timeInput
  .transform((text) => new Date(text))
  .refine((at) => at > clock.now(), 'Please choose a time in the future.')
  // With an offset, the last hours of 9999 fall into a year that ISO 8601 cannot write with four
  // digits.
  .refine((at) => at.getUTCFullYear() <= 9_999, 'Please choose a time before the year 10000.')
  .nullable()
  .meta({
    description: 'When the key stops working; null for never.',
    example: exampleValues.later,
  });

/** What a key may do, and from where. */
const accessInput = {
  scopes: scopesInput.optional(),
  templates: templatesInput.optional(),
  services: servicesInput.optional(),
  addresses: addressesInput.optional(),
};

export const createKeyInput = z
  .object({
    name: nameInput,
    description: descriptionInput.optional(),
    expiresOn: expiresOnInput.optional(),
    livemode: z.boolean().optional().meta({
      description:
        'Whether its messages are sent and charged, which is the default. `false` makes a test key, `sk_test_…`. It cannot be changed later.',
      example: true,
    }),
    ...accessInput,
  })
  .superRefine(({ scopes = allKeyScopes, templates = [], services = [] }, context) => {
    if (!scopes.includes('dlt') || templates.length + services.length === 0) return;
    context.addIssue({ code: 'custom', path: ['scopes'], message: restrictedWithDlt });
  });

export type CreateKeyInput = z.output<typeof createKeyInput>;

export const updateKeyInput = z
  .object({
    name: nameInput.optional(),
    description: descriptionInput.optional(),
    isActive: z.boolean().optional().meta({ description: 'Whether the key is active.' }),
    expiresOn: expiresOnInput.optional(),
    ...accessInput,
  })
  .refine((changes) => Object.values(changes).some((value) => value !== undefined), {
    message:
      'Name at least one field to change: name, description, isActive, expiresOn, scopes, templates, services or addresses.',
  });

export type KeyChanges = z.output<typeof updateKeyInput>;

/** The longest overlap of the old and the new secret, in hours: a week. */
export const maxOverlapHours = 168;

export const rollKeyInput = z.object({
  overlapHours: z
    .int(`Please use a whole number of hours, from 0 to ${maxOverlapHours}.`)
    .min(0, `Please use a whole number of hours, from 0 to ${maxOverlapHours}.`)
    .max(maxOverlapHours, `Please use a whole number of hours, from 0 to ${maxOverlapHours}.`)
    .default(24)
    .meta({
      description:
        'For how many hours the old secret goes on working beside the new one; 0 ends it at once. The old secret of a key that is off ends at once in any case.',
      example: 24,
    }),
});

const offReasons = ['password_reset', 'email_change_undone', 'leak_reported'] as const;

/** Why a key is off if its owner did not turn it off. */
export type KeyOffReason = (typeof offReasons)[number];

const timeOutput = (description: string, example: string | null) =>
  z.iso.datetime().nullable().meta({ description, example });

/** An API key as its owner sees it. */
export const keyOutput = z.object({
  _id: z.string().meta({ example: exampleValues.keyRow }),
  name: z.string().meta({ example: 'Production' }),
  keyId: z
    .string()
    .meta({ description: 'The API ID, `dk_…` or `dk_test_…`.', example: exampleValues.keyId }),
  livemode: z.boolean().meta({
    description: 'False for a test key: what it sends reaches no carrier, and costs nothing.',
    example: true,
  }),
  secretKey: z.string().meta({
    description: `The API key, \`sk_…\` or \`sk_test_…\`; masked as \`${maskedSecret({ livemode: true })}\` or \`${maskedSecret({ livemode: false })}\` where the login is older than 15 minutes.`,
    example: exampleValues.secretKey,
  }),
  description: z.string().nullable().meta({ example: 'Order updates of the shop' }),
  isActive: z.boolean().meta({ description: 'Whether the key is active.' }),
  offReason: z.enum(offReasons).nullable().meta({
    description:
      'Why we turned the key off: the password was reset while the email address was unconfirmed, a change of the email address was undone, or somebody reported that the key has leaked. Null while the key is active, and if you turned it off.',
    example: null,
  }),
  scopes: z.array(z.enum(allKeyScopes)).meta({
    description: 'What the key may do.',
    example: ['messages:send', 'messages:read'],
  }),
  templates: z.array(z.string().meta({ example: '1107161700000010231' })).meta({
    description: 'The DLT template ids that it sends; empty for any.',
    example: [],
  }),
  services: z.array(z.string().meta({ example: exampleValues.serviceId })).meta({
    description: 'The OTP services whose codes it sends and verifies; empty for any.',
    example: [],
  }),
  addresses: z.array(z.string().meta({ example: exampleValues.endUserIp })).meta({
    description: 'Addresses and networks from which it works; empty for any.',
    example: [exampleValues.endUserIp],
  }),
  expiresOn: timeOutput('When it stops working; null for never.', exampleValues.later),
  rolledAt: timeOutput('When its secret was last replaced.', null),
  oldSecretEndsAt: timeOutput(
    'When the secret before the last roll ends; null if it has ended, or there was none.',
    null,
  ),
  lastUsedAt: timeOutput('To the minute.', exampleValues.sentAt),
  lastUsedFrom: z.string().nullable().meta({
    description: 'The address of the use that `lastUsedAt` is about.',
    example: exampleValues.endUserIp,
  }),
  createdBy: z
    .object({
      email: z.string().nullable().meta({
        description: 'The email address that the account had then.',
        example: 'asha@example.com',
      }),
      device: z
        .string()
        .nullable()
        .meta({ description: 'The browser or program.', example: 'Firefox on Linux' }),
      address: z.string().nullable().meta({ example: exampleValues.endUserIp }),
    })
    .meta({ description: 'Who created it; null where that was not recorded.' }),
  createdAt: z.iso.datetime().meta({ example: exampleValues.createdAt }),
});

export type ApiKeyOutput = z.infer<typeof keyOutput>;
