/** An advisory that production may ignore for a while because the vulnerability cannot be reached here. */
export type Exception = {
  /** Its URL, as in the report. */
  advisory: string;
  /** Why it is harmless, and what a fix depends on. */
  reason: string;
  /** The day from which it fails the audit again, such as `2026-12-31`. */
  until: string;
};

/** None at present. */
export const exceptions: Exception[] = [];
