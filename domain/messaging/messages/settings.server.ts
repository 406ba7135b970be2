import { z } from 'zod';
import { defineSettings } from '#platform/settings.ts';
import { senderId } from './sender-id.ts';

export const messageSettings = defineSettings({
  DEFAULT_SENDER_ID: senderId.default('DAKIYA'),
  MESSAGE_VALIDITY_HOURS: z.coerce.number().positive().max(72).default(24),
});
