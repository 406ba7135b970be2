import { useRouteLoaderData } from '@remix-run/react';
import type { RootData } from '#app/root-data.server.ts';
import { defaultLanguage, type Preferences } from './preferences.ts';

const none: Preferences = { theme: 'system', consent: null, language: defaultLanguage };

/** The visitor's preferences; the defaults on an error page, which has no loader data. */
export const usePreferences = (): Preferences =>
  (useRouteLoaderData('root') as RootData | undefined)?.preferences ?? none;
