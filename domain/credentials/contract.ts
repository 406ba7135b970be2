import { z } from 'zod';
import { safeText } from '#domain/shared/text.ts';
import { clock } from '#platform/clock.ts';

/** Who calls with an API key, as known at most half a second ago. */
export type Caller = {
  userId: string;
  /** The API ID, `dk_…`. */
  keyId: string;
  /** The month of use that pays for the call. */
  periodId: string;
  /** The account may send: its address is confirmed, or need not be. */
  maySend: boolean;
};

/** What a caller presents: the key alone names it, the API ID must fit if it is given. */
export type PresentedKey = { keyId: string | null; secretKey: string };

/** API keys that an account may have. */
export const maxKeys = 50;

/** What names a key in a call: its `_id` or its API ID. */
export const keyReference = safeText.min(1).max(64).meta({
  description: 'The `_id` of the key, or its API ID.',
  example: 'key_01KAF9V7Z5W3N8Q2R4T6Y8B0CD',
});

/** 3 to 50 characters look best; only these limits are enforced. */
const nameInput = safeText
  .trim()
  .min(1, 'Please enter a name')
  .max(100, 'At most 100 characters')
  .meta({ description: 'What the key is for.', example: 'Production' });

const descriptionInput = safeText
  .trim()
  .max(500, 'At most 500 characters')
  .nullable()
  .meta({ example: 'Order updates of the shop' });

/** A time to come, read to a date; null for a key that never expires. */
const expiresOnInput = z.iso
  .datetime({ offset: true, error: 'must be a date and time in ISO 8601' })
  .transform((text) => new Date(text))
  .refine((at) => at > clock.now(), 'must be in the future')
  .nullable()
  .meta({ description: 'When the key stops working; null for never.' });

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
    isActive: z.boolean().optional(),
    expiresOn: expiresOnInput.optional(),
  })
  .refine((changes) => Object.values(changes).some((value) => value !== undefined), {
    message: 'Name at least one field to change: name, description, isActive or expiresOn.',
  });

export type KeyChanges = z.output<typeof updateKeyInput>;

/** An API key as its owner sees it. */
export const keyOutput = z.object({
  _id: z.string().meta({ example: 'key_01KAF9V7Z5W3N8Q2R4T6Y8B0CD' }),
  name: z.string(),
  keyId: z.string().meta({ description: 'The API ID, `dk_…`.' }),
  secretKey: z.string().meta({ description: 'The API key, `sk_…`.' }),
  description: z.string().nullable(),
  isActive: z.boolean(),
  expiresOn: z.iso.datetime().nullable(),
  lastUsedAt: z.iso.datetime().nullable().meta({ description: 'To the minute.' }),
  createdAt: z.iso.datetime(),
});

export type KeyView = z.infer<typeof keyOutput>;
