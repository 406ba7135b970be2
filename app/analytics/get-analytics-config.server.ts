import type { Consent } from '#app/preferences/preferences.ts';
import { siteSettings } from '#app/site/settings.server.ts';
import { isTrackable } from './trackable-pages.ts';

/** The analytics settings of a page. */
export type Analytics = {
  /** Host name in the URL of the script. */
  host: string;
  /** The visitor's choice; null until the visitor has answered. */
  choice: Consent | null;
  /** Whether the browser sends Global Privacy Control (https://w3c.github.io/gpc/). */
  refusedByBrowser: boolean;
  /** The analytics script; null unless the visitor has allowed it. */
  script: Script | null;
};

type Script = { src: string; siteId: string | undefined };

/**
 * The analytics settings for a page.
 *
 * @returns null if analytics is not configured, and on pages that are never tracked
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
