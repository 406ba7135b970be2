import { z } from 'zod';
import type { AllowList } from '#domain/identity/settings/allow-list.ts';
import type { Settings } from '#domain/identity/settings/contract.browser.ts';
import {
  maxAddresses,
  normalizeNetwork,
} from '#domain/identity/settings/normalize-network.browser.ts';
import { DomainError } from '#domain/shared/errors.browser.ts';
import { exampleValues } from '#domain/shared/example-values.browser.ts';
import { isOneLine, notOneLine, requiredText, safeText } from '#domain/shared/text.browser.ts';
import { timeInput } from '#domain/shared/time-input.browser.ts';
import { clock } from '#platform/clock.browser.ts';

declare module '#platform/ids.ts' {
  interface IdPrefixes {
    key: 'credentials';
  }
}

/** What a key may be allowed to do, with what each scope covers. The database has the same list. */
export const keyScopes = {
  'messages:send': 'Send messages, suppress numbers and erase recipients',
  otp: 'Send and verify one-time passwords',
  'messages:read': 'Read messages, suppressed numbers and what is stored of a recipient',
  dlt: 'Read and change DLT registrations and OTP services',
  webhooks: 'Read and change webhook endpoints, and read their events',
  'account:read': 'Read the balance, how long messages are kept, and who has seen texts',
} as const;

export type KeyScope = keyof typeof keyScopes;

export const allKeyScopes = Object.keys(keyScopes) as KeyScope[];

/** At least one scope; each is kept once, in the order of `keyScopes`. */
const scopesInput = z
  .array(z.enum(allKeyScopes, `Please use scopes of this list: ${allKeyScopes.join(', ')}.`))
  .min(1, 'Please choose at least one scope.')
  .max(50)
  .transform((chosen) => allKeyScopes.filter((scope) => chosen.includes(scope)))
  .meta({
    description: 'What the key may do; everything if left out on creation.',
    example: ['messages:send', 'messages:read'],
  });

/** The only DLT templates and OTP services that a key sends. At least one of the lists has an entry. */
type KeyRestriction = { templates: string[]; services: string[] };

/** The restriction of a key by its two lists; null if it sends anything. */
export const toRestriction = (templates: string[], services: string[]): KeyRestriction | null =>
  templates.length + services.length > 0 ? { templates, services } : null;

type Restricted = { restriction: KeyRestriction | null };

/**
 * The error if a key may not send a message of this template, or null.
 *
 * @param templateId the DLT template of the message; null if none was found or needed
 */
export function findTemplateRefusal(
  { restriction }: Restricted,
  templateId: string | null,
): DomainError | null {
  if (!restriction) return null;
  if (templateId !== null && restriction.templates.includes(templateId)) return null;
  const message =
    templateId === null
      ? 'This API key sends only some templates, and the message has none.'
      : `This API key does not send messages of the template ${templateId}.`;
  return new DomainError('template_not_allowed', { message });
}

/**
 * Rejects the codes of an OTP service, or those without one.
 *
 * @param serviceId null for codes without a service
 * @throws DomainError `otp_service_not_allowed`
 */
export function requireServiceAllowed({ restriction }: Restricted, serviceId: string | null): void {
  if (!restriction) return;
  if (serviceId !== null && restriction.services.includes(serviceId)) return;
  const message =
    serviceId === null
      ? 'This API key sends and verifies only the codes of some OTP services. Name one as service.'
      : `This API key does not send or verify codes of the service ${serviceId}.`;
  throw new DomainError('otp_service_not_allowed', { message });
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

/** Maximum number of templates, and of services, that a key is restricted to. */
export const maxRestrictions = 50;

/** Ids of templates as DLT's portals give them. */
const templatesInput = z
  .array(
    z
      .string()
      .regex(/^\d{12,20}$/, 'Please use the ids of DLT templates: 12 to 20 digits.')
      .meta({ example: '1107161700000010231' }),
  )
  .max(maxRestrictions, `Please name at most ${maxRestrictions} templates.`)
  .transform((ids) => [...new Set(ids)])
  .meta({
    description:
      'The DLT template ids that the key sends; it sends no other message then, and no one-time password but by `services`. Empty for any.',
    example: [],
  });

const servicesInput = z
  .array(safeText.min(1).max(64).meta({ example: exampleValues.serviceId }))
  .max(maxRestrictions, `Please name at most ${maxRestrictions} services.`)
  .transform((ids) => [...new Set(ids)])
  .meta({
    description:
      'The OTP services, by `_id`, whose codes the key sends and verifies; it sends no other code then, and no message but of `templates`. Empty for any.',
    example: [],
  });

const addressesInput = z
  .array(
    z
      .string()
      .max(64)
      .transform((typed, context) => {
        const network = normalizeNetwork(typed.trim());
        if (network !== null) return network;
        context.addIssue({ code: 'custom', message: 'This is no IP address or network.' });
        return z.NEVER;
      })
      .meta({ example: exampleValues.endUserIp }),
  )
  .max(maxAddresses, `Please name at most ${maxAddresses} addresses.`)
  .transform((networks) => [...new Set(networks)])
  .meta({
    description:
      'Addresses and networks from which the key works, if the settings of the account allow them too. Empty for any.',
    example: [exampleValues.endUserIp],
  });

/** Why a key may not have `dlt` and a restriction. */
export const restrictedWithDlt =
  'A key with the scope dlt could change the templates and services that it is restricted to. Leave out the scope or the restriction.';

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

/** What the API IDs and API keys of a mode begin with, so that a person can tell them apart. */
const prefixes = {
  live: { id: 'dk_', secret: 'sk_' },
  test: { id: 'dk_test_', secret: 'sk_test_' },
} as const;

/** @returns `dk_` and `sk_`, or those of test keys */
export const prefixesOf = ({ livemode }: { livemode: boolean }) =>
  livemode ? prefixes.live : prefixes.test;

/** Whether an API ID is one of live mode, also of a key that is deleted. Behind `dk_` no live one has another `_`. */
export const isLiveApiId = (keyId: string): boolean => !keyId.startsWith(prefixes.test.id);

/** Replaces the secret of a key where it is not shown. */
export const maskedSecret = (key: { livemode: boolean }): string =>
  `${prefixesOf(key).secret}••••••••`;

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
