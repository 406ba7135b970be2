import { useRouteLoaderData } from '@remix-run/react';
import type { RootData } from '#app/root-data.server.ts';
import type { Analytics } from './contract.ts';

/** What this page knows of analytics; null where there are none. */
export const useAnalytics = (): Analytics | null =>
  (useRouteLoaderData('root') as RootData | undefined)?.analytics ?? null;
