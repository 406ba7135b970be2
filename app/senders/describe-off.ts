import {
  type HeaderStatus,
  isSuspect,
  type TemplateStatus,
} from '#domain/messaging/dlt/registry/contract.browser.ts';

type Off = { status: HeaderStatus | TemplateStatus; reason: string | null };

/** Why a header or template is off if an operator's report turned it off, and what to do; else null. */
export function describeOff({ status, reason }: Off): string | null {
  if (!isSuspect({ status, reason })) return null;
  const reported = `${reason?.charAt(0).toUpperCase()}${reason?.slice(1)}`;
  return `${reported}. An operator says that it is ${status}, so messages with it are refused. Once it is active on your DLT portal, enable it.`;
}
