import { parse } from 'cookie';
import { hostCookie, readText } from '#app/session/cookies.server.ts';
import { findZone, indiaZone } from '#domain/shared/format.browser.ts';
import {
  consentChoices,
  defaultLanguage,
  languageCookie,
  languages,
  type Preferences,
  themes,
  zoneCookie,
} from './preferences.ts';

/** Half a year, in seconds; after that the page asks the visitor again. */
const maxAge = 180 * 24 * 3_600;

const cookies = { theme: hostCookie('theme'), consent: hostCookie('consent') };

/** Reads the visitor's preferences. Unknown values in cookies are ignored. */
export async function readPreferences(request: Request): Promise<Preferences> {
  const [theme, consent] = await Promise.all([
    readText(cookies.theme, request),
    readText(cookies.consent, request),
  ]);
  const { [languageCookie]: language, [zoneCookie]: zone = '' } = parse(
    request.headers.get('cookie') ?? '',
  );
  return {
    theme: themes.find((known) => known === theme) ?? 'system',
    consent: consentChoices.find((known) => known === consent) ?? null,
    language: languages.find((known) => known === language) ?? defaultLanguage,
    zone: findZone(zone) ?? indiaZone,
  };
}

/** The Set-Cookie header that stores a preference. */
export const serializePreferenceCookie = (
  name: keyof typeof cookies,
  value: string,
): Promise<string> => cookies[name].serialize(value, { maxAge });
