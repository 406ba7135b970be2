import { z } from 'zod';
import { defineSettings } from '#platform/settings.ts';

/** Who approves the headers of accounts: the operator of the installation, or nobody, for trying things out. */
export const registrySettings = defineSettings({
  DLT_HEADER_APPROVAL: z.enum(['operator', 'automatic']).default('operator'),
});
