import { z } from 'zod';
import { defineSettings } from '#platform/settings.ts';

/** A sender that a phone shows: what fits into an alphanumeric address (3GPP TS 23.040, 9.1.2.5). */
export const senderId = z.string().regex(/^[\x21-\x7e]{1,11}$/, 'must be 1 to 11 ASCII characters');

export const messageSettings = defineSettings({
  DEFAULT_SENDER_ID: senderId.default('DAKIYA'),
  MESSAGE_VALIDITY_HOURS: z.coerce.number().positive().max(72).default(24),
});
