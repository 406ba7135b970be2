import { useRouteLoaderData } from '@remix-run/react';
import type { RootData } from '#app/root-data.server.ts';
import { defaultLanguage, type Preferences } from './preferences.ts';

const none: Preferences = { theme: 'system', consent: null, language: defaultLanguage };

/** What the visitor has chosen; on an error's page, which knows nothing, the defaults. */
export const usePreferences = (): Preferences =>
  (useRouteLoaderData('root') as RootData | undefined)?.preferences ?? none;
