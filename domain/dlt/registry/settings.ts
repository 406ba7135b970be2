import { z } from 'zod';
import { isReached } from '#platform/is-reached.ts';
import { defineSettings } from '#platform/settings.ts';

/** Who approves the headers of accounts: the operator of the installation, or nobody, for trying things out. */
export const registrySettings = defineSettings(
  { DLT_HEADER_APPROVAL: z.enum(['operator', 'automatic']).default('operator') },
  {
    check: ({ DLT_HEADER_APPROVAL }, context) =>
      DLT_HEADER_APPROVAL === 'automatic' && isReached(context)
        ? [
            'DLT_HEADER_APPROVAL: automatic is for trying things out at a local PUBLIC_URL; at this one anybody could send in anybody’s name',
          ]
        : [],
  },
);
