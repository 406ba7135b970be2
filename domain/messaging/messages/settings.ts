import { z } from 'zod';
import { defineSettings } from '#platform/settings.ts';

export const messageSettings = defineSettings({
  MESSAGE_VALIDITY_HOURS: z.coerce.number().positive().max(72).default(24),
});
