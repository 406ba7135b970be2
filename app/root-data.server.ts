import { serverSettings } from '#platform/server-settings.ts';
import { type Analytics, getAnalyticsConfig } from './analytics/get-analytics-config.server.ts';
import type { Preferences } from './preferences/preferences.ts';
import { readPreferences } from './preferences/read-preferences.server.ts';

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
