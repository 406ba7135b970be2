/** An advisory that production may be run with for a while, as its fault cannot be reached here. */
export type Exception = {
  /** As the report names it: its address. */
  advisory: string;
  /** Why it does no harm, and what is waited for. */
  reason: string;
  /** The day from which on it is looked at anew, `2026-12-31`. */
  until: string;
};

/** None is needed today. */
export const exceptions: Exception[] = [];
