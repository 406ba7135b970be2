import { useRouteLoaderData } from '@remix-run/react';
import { indiaZone } from '#domain/shared/format.browser.ts';

/** The visitor's preferences, stored in cookies. */
export type Preferences = {
  theme: Theme;
  /** Whether the analytics script may be loaded; null until the visitor has answered. */
  consent: Consent | null;
  language: Language;
  /** The time zone in which screens show times. India's zone until the browser has named its own. */
  zone: string;
};

export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

export const consentChoices = ['yes', 'no'] as const;
export type Consent = (typeof consentChoices)[number];

/** Languages of samples that call the API by HTTP, in the order of the specification. */
export const httpLanguages = ['javascript', 'python', 'curl', 'java'] as const;
export type HttpLanguage = (typeof httpLanguages)[number];

/** Languages of all samples, those with our libraries first. */
export const languages = [
  'node-library',
  'python-library',
  'php-library',
  ...httpLanguages,
] as const;
export type Language = (typeof languages)[number];

export const languageNames: Record<Language, string> = {
  'node-library': 'Node library',
  'python-library': 'Python library',
  'php-library': 'PHP library',
  javascript: 'JavaScript',
  python: 'Python',
  curl: 'curl',
  java: 'Java',
};

/** The language for visitors who have not chosen one. curl is installed almost everywhere. */
export const defaultLanguage: Language = 'curl';

/** The cookie with the language. The browser's script writes it, so it is not HttpOnly. */
export const languageCookie = 'language';

/** How long a preference is kept: a year, in seconds. */
const keptFor = 365 * 24 * 3_600;

/** Stores a preference that only the browser knows, so that the server reads it in later requests. */
export function writeBrowserCookie(name: string, value: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser
  document.cookie = `${name}=${encodeURIComponent(value)}; path=/; max-age=${keptFor}; samesite=lax`;
}

/** The cookie with the time zone. Only the browser knows the zone, so a script writes the cookie. */
export const zoneCookie = 'zone';

/**
 * Stores the time zone of this browser, so that the next documents show times in this zone. It is a separate task, because a
 * phone's first use of dates takes 20 ms, which should not add to the first rendering.
 */
export function tellZone(): () => void {
  const timer = setTimeout(() => {
    const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
    const pair = `${zoneCookie}=${encodeURIComponent(timeZone)}`;
    if (!document.cookie.split('; ').includes(pair)) writeBrowserCookie(zoneCookie, timeZone);
  });
  return () => clearTimeout(timer);
}

const none: Preferences = {
  theme: 'system',
  consent: null,
  language: defaultLanguage,
  zone: indiaZone,
};

/** The visitor's preferences; the defaults on an error page, which has no loader data. */
export const usePreferences = (): Preferences =>
  (useRouteLoaderData('root') as { preferences: Preferences } | undefined)?.preferences ?? none;
