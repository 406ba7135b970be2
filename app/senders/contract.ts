import type { Finding } from '#domain/dlt/check/verdicts.ts';
import type { DltMode } from '#domain/dlt/registry/contract.browser.ts';
import type { SlotType } from '#domain/dlt/registry/slots.browser.ts';

export type CheckedMessage = {
  /** The checked text. */
  text: string;
  error: Finding | null;
  warnings: Finding[];
  sender: string | null;
  entityId: string | null;
  /** The given or matching template; null if there is no such template. */
  template: { templateId: string; name: string } | null;
  /** The values of the template's slots, in code points of the text. */
  values: { from: number; to: number; type: SlotType }[];
  mode: DltMode;
  /** Whether the account has an approved header. Without one, it sends under the installation's header. */
  hasOwnHeader: boolean;
  /** Whether the message has an error but would still be sent, because of the account's mode. */
  isSentAnyway: boolean;
};

/** The checker's output: the result of a check, or the reason why there is no result. */
export type CheckReply = { checked: CheckedMessage | null; problem: string | null };

/** The reply to the form of the checker: the result, and the typed values. */
export type PostedCheck = {
  checked: CheckedMessage;
  typed: { text: string; sender?: string | undefined; template_id?: string | undefined };
};
