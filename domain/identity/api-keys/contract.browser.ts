import { z } from 'zod';
import type { Settings } from '#domain/identity/settings/contract.browser.ts';
import {
  maxAddresses,
  normalizeNetwork,
} from '#domain/identity/settings/normalize-network.browser.ts';
import type { AllowList } from '#domain/identity/settings/stored-settings.ts';
import { DomainError } from '#domain/shared/errors.browser.ts';
import { exampleValues } from '#domain/shared/example-values.browser.ts';
import { isOneLine, notOneLine, requiredText, safeText } from '#domain/shared/text.browser.ts';
import { timeInput } from '#domain/shared/time-input.browser.ts';
import { clock } from '#platform/clock.browser.ts';
import { maskedSecret } from './key-prefix.browser.ts';

declare module '#platform/ids.ts' {
  interface IdPrefixes {
    key: 'credentials';
  }
}

/** The scopes of API keys, with the operations that each covers. The database has the same list. */
export const keyScopes = {
  'messages:send': 'Send messages, suppress numbers and erase recipients',
  otp: 'Send and verify one-time passwords',
  'messages:read': 'Read messages, suppressed numbers and the stored data of a recipient',
  dlt: 'Read and change DLT registrations and OTP services',
  webhooks: 'Read and change webhook endpoints, and read their events',
  'account:read': 'Read the balance, the retention of messages, and who has seen texts',
} as const;

export type KeyScope = keyof typeof keyScopes;

export const allKeyScopes = Object.keys(keyScopes) as KeyScope[];

/** At least one scope. Duplicates are removed, and the order becomes that of `keyScopes`. */
const scopesInput = z
  .array(z.enum(allKeyScopes, `Please use scopes of this list: ${allKeyScopes.join(', ')}.`))
  .min(1, 'Please choose at least one scope.')
  .max(50)
  .transform((chosen) => allKeyScopes.filter((scope) => chosen.includes(scope)))
  .meta({
    description:
      'The scopes of the key, which determine what calls it may make. Default for a new key: all scopes.',
    example: ['messages:send', 'messages:read'],
  });

/** The only DLT templates and OTP services that a key may use. At least one of the two lists is not empty. */
type KeyRestriction = { templates: string[]; services: string[] };

/** The restriction of a key from its two lists; null if both are empty. */
export const toRestriction = (templates: string[], services: string[]): KeyRestriction | null =>
  templates.length + services.length > 0 ? { templates, services } : null;

type Restricted = { restriction: KeyRestriction | null };

/**
 * Returns the error if a key may not send a message of this template; null if it may.
 *
 * @param templateId the message's DLT template; null if none was found or needed
 */
export function findTemplateRefusal(
  { restriction }: Restricted,
  templateId: string | null,
): DomainError | null {
  if (!restriction) return null;
  if (templateId !== null && restriction.templates.includes(templateId)) return null;
  const message =
    templateId === null
      ? 'This API key may send only messages of some templates, and this message has no template.'
      : `This API key may not send messages of the template ${templateId}.`;
  return new DomainError('template_not_allowed', { message });
}

/**
 * Throws if a restricted key may not use an OTP service. A restricted key cannot send codes without a service.
 *
 * @param serviceId null for codes without a service
 * @throws DomainError `otp_service_not_allowed`
 */
export function requireServiceAllowed({ restriction }: Restricted, serviceId: string | null): void {
  if (!restriction) return;
  if (serviceId !== null && restriction.services.includes(serviceId)) return;
  const message =
    serviceId === null
      ? 'This API key may send and verify only the codes of some OTP services. Send one of them as service.'
      : `This API key may not send or verify codes of the service ${serviceId}.`;
  throw new DomainError('otp_service_not_allowed', { message });
}

/** The owner of an API key. Cached for half a second, even if the key does not allow the call. */
export type ApiKeyOwner = {
  userId: string;
  /** The API ID, `dk_…`. */
  keyId: string;
  /** False for a test key. */
  livemode: boolean;
  isActive: boolean;
  /** Whether an operator suspended the account, so that it may not send. */
  isSuspended: boolean;
  expiresOn: Date | null;
  scopes: KeyScope[];
  restriction: KeyRestriction | null;
  /** The addresses from which the key may be used; null for any. */
  keyAddresses: AllowList | null;
  settings: Settings;
  /** The addresses from which all keys of the account may be used; null for any. */
  accountAddresses: AllowList | null;
};

/** An authenticated API caller. */
export type Caller = {
  userId: string;
  /** The API ID, `dk_…`. */
  keyId: string;
  /**
   * The id of the call, as in the header `X-Request-Id`; null for messages that the installation itself
   * sends.
   */
  requestId: string | null;
  /** False for a call with a test key. */
  livemode: boolean;
  scopes: readonly KeyScope[];
  /** The only templates that the key may send, and the only services that it may use; null for any. */
  restriction: KeyRestriction | null;
  /** The usage month in which the call is counted; `testPeriodId` for a test key. */
  periodId: string;
  /** Whether the account is on the free default plan. */
  onDefaultPlan: boolean;
  /** Whether the account may send: its address is confirmed, or confirmation is not required. */
  maySend: boolean;
  /** Whether an operator suspended the account, so that it may not send, not even with a test key. */
  isSuspended: boolean;
  settings: Settings;
};

/**
 * The credentials of a request. The API key alone identifies the owner. An API ID is optional, but must belong to the key.
 */
export type ApiKeyCredentials = { keyId: string | null; secretKey: string };

/** The usage month of test keys. No row has this id, so test messages neither use nor release quota. */
export const testPeriodId = 'use_test';

/**
 * Callers are cached for half a second only, because changes must take effect everywhere within one second.
 */
export const callerCacheOptions = { ttlMs: 500, max: 10_000 };

export const maxApiKeysPerAccount = 50;

/** Identifies a key in a call: its `_id` or its API ID. */
export const apiKeyIdOrPublicId = safeText.min(1).max(64).meta({
  description: 'The `_id` of the key, or its API ID.',
  example: exampleValues.keyId,
});

/** The interface recommends names of 3 to 50 characters; only the limits below are enforced. */
const nameInput = requiredText('Please enter a name')
  .trim()
  .min(1, 'Please enter a name')
  .max(100, 'Please use at most 100 characters.')
  .refine(isOneLine, notOneLine)
  .meta({ description: 'A name that says what the key is for.', example: 'Production' });

const descriptionInput = safeText
  .trim()
  .max(500, 'Please use at most 500 characters.')
  .nullable()
  .meta({ example: 'Order updates of the shop' });

/** A future time, converted to a `Date`; null for a key that never expires. */
const expiresOnInput = timeInput
  .transform((text) => new Date(text))
  .refine((at) => at > clock.now(), 'Please choose a time in the future.')
  // With a negative offset, the last hours of 9999 fall into the year 10000 in UTC, which ISO 8601 cannot write with four
  // digits.
  .refine((at) => at.getUTCFullYear() <= 9_999, 'Please choose a time before the year 10000.')
  .nullable()
  .meta({
    description: 'When the key expires; null if it never expires.',
    example: exampleValues.later,
  });

/** The maximum number of templates, and also of services, to which a key can be restricted. */
export const maxRestrictions = 50;

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
      'The ids of the DLT templates that the key may send. If `templates` or `services` has an entry, the key can send only these templates and the codes of these services. If both lists are empty, the key can send everything.',
    example: [],
  });

const servicesInput = z
  .array(safeText.min(1).max(64).meta({ example: exampleValues.serviceId }))
  .max(maxRestrictions, `Please name at most ${maxRestrictions} services.`)
  .transform((ids) => [...new Set(ids)])
  .meta({
    description:
      'The `_id`s of the OTP services whose codes the key may send and verify. An empty list allows all services, but only if `templates` is empty too.',
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
        context.addIssue({ code: 'custom', message: 'This is not an IP address or network.' });
        return z.NEVER;
      })
      .meta({ example: exampleValues.endUserIp }),
  )
  .max(maxAddresses, `Please name at most ${maxAddresses} addresses.`)
  .transform((networks) => [...new Set(networks)])
  .meta({
    description:
      'IP addresses and networks from which the key may be used; an empty list means any. The settings of the account must allow the address, too.',
    example: [exampleValues.endUserIp],
  });

/** The error if a key has both the scope `dlt` and a restriction. */
export const restrictedWithDlt =
  'A key with the scope dlt could change the templates and services that it is restricted to. Omit the scope or the restriction.';

/** The fields for scopes, restrictions and addresses of a key. */
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
        'Whether messages of the key are sent and charged; `true` by default. `false` creates a test key, `sk_test_…`. The mode cannot be changed later.',
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
    isActive: z.boolean().optional().meta({
      description: 'Whether the key is active.',
    }),
    expiresOn: expiresOnInput.optional(),
    ...accessInput,
  })
  .refine((changes) => Object.values(changes).some((value) => value !== undefined), {
    message:
      'Send at least one field to change: name, description, isActive, expiresOn, scopes, templates, services or addresses.',
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
        'How many hours the old secret keeps working after the roll. 0 revokes it at once. The old secret of an inactive key is always revoked at once.',
      example: 24,
    }),
});

const offReasons = ['password_reset', 'email_change_undone', 'leak_reported'] as const;

/** The reason why a key is off, unless the owner turned it off. */
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
    description: 'False for a test key, whose messages reach no carrier and cost nothing.',
    example: true,
  }),
  secretKey: z.string().meta({
    description: `The API key, \`sk_…\` or \`sk_test_…\`; masked as \`${maskedSecret({ livemode: true })}\` or \`${maskedSecret({ livemode: false })}\` if the login is older than 15 minutes.`,
    example: exampleValues.secretKey,
  }),
  description: z.string().nullable().meta({ example: 'Order updates of the shop' }),
  isActive: z.boolean().meta({
    description: 'Whether the key is active.',
  }),
  offReason: z.enum(offReasons).nullable().meta({
    description:
      'Why Dakiya turned the key off. `password_reset`: the password was reset while the email address was unconfirmed. `email_change_undone`: a change of the email address was undone. `leak_reported`: a leak of the key was reported. Null if the key is active, or if you turned it off.',
    example: null,
  }),
  scopes: z.array(z.enum(allKeyScopes)).meta({
    description: 'The scopes of the key, which determine what calls it may make.',
    example: ['messages:send', 'messages:read'],
  }),
  templates: z.array(z.string().meta({ example: '1107161700000010231' })).meta({
    description:
      'The ids of the DLT templates that the key may send. If `templates` and `services` are both empty, the key may send everything.',
    example: [],
  }),
  services: z.array(z.string().meta({ example: exampleValues.serviceId })).meta({
    description:
      'The OTP services whose codes the key may send and verify. If `templates` and `services` are both empty, the key may use everything.',
    example: [],
  }),
  addresses: z.array(z.string().meta({ example: exampleValues.endUserIp })).meta({
    description:
      'IP addresses and networks from which the key may be used; empty if any address is allowed.',
    example: [exampleValues.endUserIp],
  }),
  expiresOn: timeOutput('When the key expires; null if it never expires.', exampleValues.later),
  rolledAt: timeOutput('When the secret was last replaced; null if it was never replaced.', null),
  oldSecretEndsAt: timeOutput(
    'Until when the secret that the last roll replaced still works; null if no old secret works.',
    null,
  ),
  lastUsedAt: timeOutput(
    'When the key was last used, accurate to the minute; null if it was never used.',
    exampleValues.sentAt,
  ),
  lastUsedFrom: z.string().nullable().meta({
    description: 'The IP address from which the key was last used.',
    example: exampleValues.endUserIp,
  }),
  createdBy: z
    .object({
      email: z.string().nullable().meta({
        description: 'The email address that the account had when the key was created.',
        example: 'asha@example.com',
      }),
      device: z.string().nullable().meta({
        description: 'The browser or program that created the key.',
        example: 'Firefox on Linux',
      }),
      address: z.string().nullable().meta({ example: exampleValues.endUserIp }),
    })
    .meta({ description: 'Who created the key. Fields that were not recorded are null.' }),
  createdAt: z.iso.datetime().meta({ example: exampleValues.createdAt }),
});

export type ApiKeyOutput = z.infer<typeof keyOutput>;
