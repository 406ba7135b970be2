import type { Consent } from '#app/preferences/preferences.ts';
import { siteSettings } from '#app/site/settings.server.ts';
import type { Analytics } from './contract.ts';
import { isTrackable } from './trackable-pages.ts';

/**
 * What a page is to know of analytics.
 *
 * @returns null where none are configured, and on pages where visits are never counted
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
