import type { NearKind } from '#domain/dlt/check/verdicts.ts';
import type {
  DltCategory,
  Entity,
  LinkKind,
  RegistrationStatus,
  TemplateKind,
} from '#domain/dlt/registry/contract.browser.ts';
import {
  type HeaderStatus,
  isSuspect,
  type TemplateStatus,
} from '#domain/dlt/registry/contract.browser.ts';
import { type Slot, type SlotType, shortestNumber } from '#domain/dlt/registry/slots.browser.ts';

export const categoryLabels: Record<DltCategory, string> = {
  promotional: 'Promotional',
  transactional: 'Transactional',
  service_implicit: 'Service implicit',
  service_explicit: 'Service explicit',
  government: 'Government',
};

export const templateKindLabels: Record<TemplateKind, string> = {
  text: 'Text',
  unicode: 'Unicode',
};

export const linkKindLabels: Record<LinkKind, string> = {
  url: 'Link',
  url_dynamic: 'Link with a changing end',
  number: 'Number',
  email: 'Email address',
};

/** Colours of the stamps. */
export const statusColours: Record<
  RegistrationStatus | HeaderStatus | TemplateStatus | 'idle' | 'suspect',
  string
> = {
  active: 'text-good',
  approved: 'text-good',
  idle: 'text-waiting',
  pending: 'text-waiting',
  declined: 'text-bad',
  inactive: 'text-faint',
  suspect: 'text-bad',
  suspended: 'text-bad',
  blacklisted: 'text-bad',
};

/** How a message differs from a template that it nearly matches. */
export const nearKindLabels: Record<NearKind, string> = {
  case: 'upper and lower case',
  invisible: 'a character that cannot be seen',
  whitespace: 'spaces or newlines',
  quotes_and_dashes: 'quotation marks or dashes',
  punctuation: 'punctuation',
  unicode_form: 'how letters with accents are encoded',
};

/** The choices of a field. */
export const toOptions = <Value extends string>(labels: Record<Value, string>) =>
  (Object.entries(labels) as [Value, string][]).map(([value, label]) => ({ value, label }));

export const toEntityOptions = (entities: readonly Entity[]) =>
  entities.map(({ entityId, name }) => ({ value: entityId, label: `${name} (${entityId})` }));

/** The length of the longest values that this installation accepts in slots without a limit, by type. */
export type LongestValues = Readonly<Record<SlotType, number>>;

/** The limit for the length of a slot's values, in words. */
export function describeLimit({ type, max }: Slot, longest: LongestValues): string {
  const least = type === 'cbn' ? `${shortestNumber}` : 'up';
  return `${least} to ${max ?? longest[type]} characters`;
}

type Off = { status: HeaderStatus | TemplateStatus; reason: string | null };

/** Says why an operator's report turned a header or template off, and what to do; null if no report did. */
export function describeOff({ status, reason }: Off): string | null {
  if (!isSuspect({ status, reason })) return null;
  const reported = `${reason?.charAt(0).toUpperCase()}${reason?.slice(1)}`;
  return `${reported}. An operator says that it is ${status}, so messages with it are refused. When it is active again on your DLT portal, enable it here.`;
}
