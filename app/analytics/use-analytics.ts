import { useRouteLoaderData } from '@remix-run/react';
import type { RootData } from '#app/root-data.server.ts';
import type { Analytics } from './get-analytics-config.server.ts';

/** The analytics settings of this page; null if analytics is off. */
export const useAnalytics = (): Analytics | null =>
  (useRouteLoaderData('root') as RootData | undefined)?.analytics ?? null;
