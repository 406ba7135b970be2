import {
  type HeaderStatus,
  isSuspect,
  type TemplateStatus,
} from '#domain/dlt/registry/contract.browser.ts';
import { type Slot, type SlotType, shortestNumber } from '#domain/dlt/registry/slots.browser.ts';

/** How long values may be in this installation, where a slot does not say so itself. */
export type LongestValues = Readonly<Record<SlotType, number>>;

/** How long the values of a slot may be, in words. */
export function describeLimit({ type, max }: Slot, longest: LongestValues): string {
  const least = type === 'cbn' ? `${shortestNumber}` : 'up';
  return `${least} to ${max ?? longest[type]} characters`;
}

type Off = { status: HeaderStatus | TemplateStatus; reason: string | null };

/** Why a header or template is off if an operator's report turned it off, and what to do; else null. */
export function describeOff({ status, reason }: Off): string | null {
  if (!isSuspect({ status, reason })) return null;
  const reported = `${reason?.charAt(0).toUpperCase()}${reason?.slice(1)}`;
  return `${reported}. An operator says that it is ${status}, so messages with it are refused. Once it is active on your DLT portal, enable it.`;
}
