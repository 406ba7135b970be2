import { z } from 'zod';
import { isLocal } from '#platform/https-only.ts';
import { defineSettings } from '#platform/settings.ts';

/** Who approves the headers of accounts: the operator of the installation, or nobody, for trying things out. */
export const registrySettings = defineSettings(
  { DLT_HEADER_APPROVAL: z.enum(['operator', 'automatic']).default('operator') },
  {
    check: ({ DLT_HEADER_APPROVAL }, { isProduction, getValue }) => {
      const address = getValue('PUBLIC_URL');
      const isReached =
        isProduction && URL.canParse(address ?? '') && !isLocal(new URL(address ?? '').hostname);
      return DLT_HEADER_APPROVAL === 'automatic' && isReached
        ? [
            'DLT_HEADER_APPROVAL: automatic is for trying things out at a local PUBLIC_URL; at this one anybody could send in anybody’s name',
          ]
        : [];
    },
  },
);
