import { z } from 'zod';
import { defineSettings, port } from '#platform/settings.ts';

export const sandboxSettings = defineSettings({
  SANDBOX_PORT: port.default(4000),
  SANDBOX_SMTP_PORT: port.default(2525),
  SANDBOX_PAYMENTS_FILE: z.string().optional(),
  SANDBOX_DLT_REGISTER: z.string().default('sandbox/scrubber/register.json'),
});
