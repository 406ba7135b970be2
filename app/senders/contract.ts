import type { DltMode } from '#domain/dlt/check/profile.browser.ts';
import type { Finding } from '#domain/dlt/check/verdicts.ts';
import type { SlotType } from '#domain/dlt/registry/slots.browser.ts';

/** A message that was checked, and what the check says. */
export type CheckedMessage = {
  /** As it was checked. */
  text: string;
  error: Finding | null;
  warnings: Finding[];
  sender: string | null;
  entityId: string | null;
  /** The template that was named or found; null if there is none. */
  template: { templateId: string; name: string } | null;
  /** The values of the template's slots, in code points of the text. */
  values: { from: number; to: number; type: SlotType }[];
  mode: DltMode;
  /** Whether the account has an approved header; until then it sends with the installation's. */
  hasOwnHeader: boolean;
  /** It has an error, and is sent all the same because of the account's mode. */
  isSentAnyway: boolean;
};

/** What the checker shows: the result of a check, or why there is none. */
export type CheckReply = { checked: CheckedMessage | null; problem: string | null };

/** The reply to the form of the checker: what the check says, and what was typed. */
export type PostedCheck = {
  checked: CheckedMessage;
  typed: { text: string; sender?: string | undefined; template_id?: string | undefined };
};
