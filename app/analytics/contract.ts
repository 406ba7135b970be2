import type { Consent } from '#app/preferences/preferences.ts';

/** The analytics settings of a page. */
export type Analytics = {
  /** Host name of the script's address. */
  host: string;
  /** The visitor's choice; null until they have answered. */
  choice: Consent | null;
  /** The browser sends Global Privacy Control (https://w3c.github.io/gpc/). */
  refusedByBrowser: boolean;
  /** Null unless the visitor has allowed it. */
  script: Script | null;
};

type Script = { src: string; siteId: string | undefined };
