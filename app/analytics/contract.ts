import type { Consent } from '#app/preferences/preferences.ts';

/** What a page knows of analytics, where they are in use at all. */
export type Analytics = {
  /** Who runs the script, as its address says. */
  host: string;
  /** What this visitor has chosen; null until they were asked. */
  choice: Consent | null;
  /** Their browser says no for them (https://w3c.github.io/gpc/). */
  refusedByBrowser: boolean;
  /** The script, only for who has allowed it. */
  script: Script | null;
};

type Script = { src: string; siteId: string | undefined };
