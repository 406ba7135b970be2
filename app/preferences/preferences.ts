import { useRouteLoaderData } from '@remix-run/react';

/** The visitor's preferences, stored in cookies. */
export type Preferences = {
  theme: Theme;
  /** Whether the analytics script may be loaded; null until the visitor has answered. */
  consent: Consent | null;
  language: Language;
};

export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

export const consentChoices = ['yes', 'no'] as const;
export type Consent = (typeof consentChoices)[number];

/** Languages of the samples, in the order of the specification. */
export const languages = ['javascript', 'python', 'curl', 'java'] as const;
export type Language = (typeof languages)[number];

export const languageNames: Record<Language, string> = {
  javascript: 'JavaScript',
  python: 'Python',
  curl: 'curl',
  java: 'Java',
};

/** The language of visitors who have not chosen one: curl is installed almost everywhere. */
export const defaultLanguage: Language = 'curl';

/** The cookie with the language. The browser's script writes it, so it is not HttpOnly. */
export const languageCookie = 'language';

const none: Preferences = { theme: 'system', consent: null, language: defaultLanguage };

/** The visitor's preferences; the defaults on an error page, which has no loader data. */
export const usePreferences = (): Preferences =>
  (useRouteLoaderData('root') as { preferences: Preferences } | undefined)?.preferences ?? none;
