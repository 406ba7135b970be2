import type { Consent } from '#app/preferences/preferences.ts';
import { siteSettings } from '#app/site/settings.server.ts';
import type { Analytics } from './contract.ts';
import { isTrackable } from './trackable-pages.ts';

/**
 * The analytics settings for a page.
 *
 * @returns null if none are configured, and on pages that are never tracked
 */
export function getAnalyticsConfig(request: Request, choice: Consent | null): Analytics | null {
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
