import { siteSettings } from '#app/site/settings.server.ts';
import { serverSettings } from '#platform/server-settings.ts';
import type { Consent, Preferences } from './preferences/preferences.ts';
import { readPreferences } from './preferences/read-preferences.server.ts';
import { type Analytics, isTrackable } from './site/analytics.tsx';

/** Data of every page. */
export type RootData = {
  preferences: Preferences;
  publicUrl: string;
  /** The analytics settings; null if analytics is off. */
  analytics: Analytics | null;
};

export async function loadRootData(request: Request): Promise<RootData> {
  const preferences = await readPreferences(request);
  return {
    preferences,
    publicUrl: serverSettings.PUBLIC_URL,
    analytics: getAnalyticsConfig(request, preferences.consent),
  };
}

/**
 * The analytics settings for a page.
 *
 * @returns null if analytics is not configured, and on pages that are never tracked
 */
function getAnalyticsConfig(request: Request, choice: Consent | null): Analytics | null {
  const { ANALYTICS_SCRIPT_URL: src, ANALYTICS_SITE_ID: siteId } = siteSettings;
  const { pathname } = new URL(request.url);
  if (!src || !isTrackable(pathname)) return null;
  const refusedByBrowser = request.headers.get('sec-gpc') === '1';
  const allowed = choice === 'yes' && !refusedByBrowser;
  return {
    host: new URL(src).hostname,
    choice,
    refusedByBrowser,
    script: allowed ? { src, siteId } : null,
  };
}
