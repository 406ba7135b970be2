import { hostCookie, readText } from '#app/session/cookies.server.ts';
import {
  consentChoices,
  defaultLanguage,
  languageCookie,
  languages,
  type Preferences,
  themes,
} from './preferences.ts';

/** Half a year, in seconds: then a visitor is asked again. */
const maxAge = 180 * 24 * 3_600;

const cookies = { theme: hostCookie('theme'), consent: hostCookie('consent') };

/** What the visitor has chosen before. What a cookie of theirs says otherwise counts as nothing. */
export async function readPreferences(request: Request): Promise<Preferences> {
  const [theme, consent] = await Promise.all([
    readText(cookies.theme, request),
    readText(cookies.consent, request),
  ]);
  const written = request.headers
    .get('cookie')
    ?.match(new RegExp(`(?:^|; )${languageCookie}=(\\w+)`))?.[1];
  return {
    theme: themes.find((known) => known === theme) ?? 'system',
    consent: consentChoices.find((known) => known === consent) ?? null,
    language: languages.find((known) => known === written) ?? defaultLanguage,
  };
}

/** The cookie that remembers a choice. */
export const serializePreferenceCookie = (
  name: keyof typeof cookies,
  value: string,
): Promise<string> => cookies[name].serialize(value, { maxAge });
