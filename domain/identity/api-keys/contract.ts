import { z } from 'zod';
import type { Settings } from '#domain/identity/settings/contract.ts';
import { exampleValues } from '#domain/shared/example-values.ts';
import { requiredText, safeText } from '#domain/shared/text.ts';
import { clock } from '#platform/clock.ts';

declare module '#platform/ids.server.ts' {
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
  settings: Settings;
  /** Whether the IP allow list accepts an address. */
  admits: (address: string) => boolean;
};

/** An authenticated API caller. */
export type Caller = {
  userId: string;
  /** The API ID, `dk_…`. */
  keyId: string;
  /** False for a call with a test key. */
  livemode: boolean;
  /** The usage month that pays for the call. */
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
  .meta({ description: 'What the key is for.', example: 'Production' });

const descriptionInput = safeText
  .trim()
  .max(500, 'Please use at most 500 characters.')
  .nullable()
  .meta({ example: 'Order updates of the shop' });

/** A future time, parsed to a date; null for a key that never expires. */
const expiresOnInput = z.iso
  .datetime({
    offset: true,
    error: 'Please send a date and time in ISO 8601, such as 2027-04-06T09:30:00Z.',
  })
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

export const createKeyInput = z.object({
  name: nameInput,
  description: descriptionInput.optional(),
  expiresOn: expiresOnInput.optional(),
});

export type CreateKeyInput = z.output<typeof createKeyInput>;

export const updateKeyInput = z
  .object({
    name: nameInput.optional(),
    description: descriptionInput.optional(),
    isActive: z.boolean().optional().meta({ description: 'Whether the key is active.' }),
    expiresOn: expiresOnInput.optional(),
  })
  .refine((changes) => Object.values(changes).some((value) => value !== undefined), {
    message: 'Name at least one field to change: name, description, isActive or expiresOn.',
  });

export type KeyChanges = z.output<typeof updateKeyInput>;

/** Replaces the secret where it is not shown. */
export const maskedSecret = 'sk_••••••••';

/** Why a key is off if its owner did not turn it off. */
export type KeyOffReason = 'password_reset' | 'email_change_undone';

/** An API key as its owner sees it. */
export const keyOutput = z.object({
  _id: z.string().meta({ example: exampleValues.keyRow }),
  name: z.string().meta({ example: 'Production' }),
  keyId: z.string().meta({ description: 'The API ID, `dk_…`.', example: exampleValues.keyId }),
  secretKey: z.string().meta({
    description: `The API key, \`sk_…\`; masked as \`${maskedSecret}\` where the login is older than 15 minutes.`,
    example: exampleValues.secretKey,
  }),
  description: z.string().nullable().meta({ example: 'Order updates of the shop' }),
  isActive: z.boolean().meta({ description: 'Whether the key is active.' }),
  offReason: z.enum(['password_reset', 'email_change_undone']).nullable().meta({
    description:
      'Why we turned the key off: the password was reset while the email address was unconfirmed, or a change of the email address was undone. Null while the key is active, and if you turned it off.',
    example: null,
  }),
  expiresOn: z.iso
    .datetime()
    .nullable()
    .meta({ description: 'When it stops working; null for never.', example: exampleValues.later }),
  lastUsedAt: z.iso
    .datetime()
    .nullable()
    .meta({ description: 'To the minute.', example: exampleValues.sentAt }),
  createdAt: z.iso.datetime().meta({ example: exampleValues.createdAt }),
});

export type ApiKeyOutput = z.infer<typeof keyOutput>;
