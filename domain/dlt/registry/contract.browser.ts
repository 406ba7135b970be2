import { z } from 'zod';
import type { TemplateParts } from './parse-template.browser.ts';

/** `warn` accepts messages that DLT would refuse, with a warning; `off` checks only that the account owns the header. */
export const dltModes = ['enforce', 'warn', 'off'] as const;

export type DltMode = (typeof dltModes)[number];

/**
 * The DLT categories of headers and templates. Portals register OTPs of apps as service implicit, and OTPs of banks as
 * transactional.
 */
export const dltCategories = [
  'promotional',
  'transactional',
  'service_implicit',
  'service_explicit',
  'government',
] as const;

export type DltCategory = (typeof dltCategories)[number];

/** The state of an entry on the DLT portal. Its owner tells us the state; receipts can change it. */
export const registrationStatuses = ['active', 'inactive', 'blacklisted'] as const;

export type RegistrationStatus = (typeof registrationStatuses)[number];

/** A principal entity: a business as registered on DLT. */
export type Entity = { entityId: string; name: string; status: RegistrationStatus };

/**
 * `pending`, `approved` and `declined` say what the installation's operator has decided. The others are DLT states of a
 * header that was approved. Only a header with the status `approved` may be used.
 */
export const headerStatuses = [
  'pending',
  'approved',
  'declined',
  'inactive',
  'suspended',
  'blacklisted',
] as const;

export type HeaderStatus = (typeof headerStatuses)[number];

/** A sender. Case matters: `ACMEIN` and `acmein` are two headers. */
export type Header = {
  header: string;
  entityId: string;
  category: DltCategory;
  status: HeaderStatus;
  /** When a carrier last accepted a message with this header; null if no carrier has accepted one. */
  lastUsedAt: Date | null;
  /** When the operator of the installation last decided on the header. */
  decidedAt: Date | null;
};

/** A header as its owner sees it. */
export type HeaderRow = Header & {
  /**
   * The reason why the header was declined or automatically approved, or the carrier whose report disabled the header; else
   * null.
   */
  reason: string | null;
  createdAt: Date;
  /** Whether evidence of its ownership has been uploaded. */
  hasEvidence: boolean;
  /** Whether the evidence was uploaded after the last decision. A declined header then waits for a new decision. */
  hasNewEvidence: boolean;
};

/** A `text` template has only GSM-7 characters; a `unicode` template can have any character. */
export const templateKinds = ['text', 'unicode'] as const;

export type TemplateKind = (typeof templateKinds)[number];

export const templateStatuses = ['approved', 'pending', 'inactive', 'blacklisted'] as const;

export type TemplateStatus = (typeof templateStatuses)[number];

/** A content template. Its body never changes, because DLT gives a new text a new id. */
export type Template = TemplateParts & {
  templateId: string;
  entityId: string;
  category: DltCategory;
  kind: TemplateKind;
  status: TemplateStatus;
  /** The headers that the template is bound to. TRAI allows one; older registrations have more. */
  headers: readonly string[];
};

/** A template as its owner sees it. */
export type TemplateRow = Template & {
  name: string;
  body: string;
  /** The carrier whose report disabled the template; else null. */
  reason: string | null;
  createdAt: Date;
};

/**
 * Whether an operator's report, and not the owner, has disabled a header or template. Such a header or template is
 * *suspect* until its owner has checked the portal and enables it again.
 */
export const isSuspect = ({
  status,
  reason,
}: {
  status: HeaderStatus | TemplateStatus;
  reason: string | null;
}): boolean => reason !== null && isOff.has(status);

/** Whether an entity, header or template with this status cannot be used. That includes `pending` templates. */
export const takesOutOfUse = (status: unknown): boolean =>
  typeof status === 'string' && status !== 'active' && status !== 'approved';

const isOff: ReadonlySet<string> = new Set(['inactive', 'suspended', 'blacklisted']);

export const linkKinds = ['url', 'url_dynamic', 'number', 'email'] as const;

export type LinkKind = (typeof linkKinds)[number];

/**
 * A registered link, phone number or email address. The value of a `url_dynamic` ends with `?`; in messages any text may
 * follow the `?`.
 */
export type Link = { kind: LinkKind; value: string };

/** The telemarketers between an entity and a carrier, in order. The last one delivers to the carrier. */
export type Chain = {
  entityId: string;
  carrier: string;
  telemarketerIds: readonly string[];
  isApproved: boolean;
};

/** The registrations of an account. */
export type Registry = {
  entities: readonly Entity[];
  headers: readonly Header[];
  templates: readonly Template[];
  links: readonly Link[];
  chains: readonly Chain[];
};

/** The maximum size of an evidence file, in bytes. */
export const maxEvidence = 5 * 1024 * 1024;

/** The accepted file types, for the form. The server determines the type by the first bytes of a file. */
export const evidenceTypes = ['application/pdf', 'image/png', 'image/jpeg'] as const;

/** A form field for one file within the size limit. */
export const evidenceFile = z
  .file('Please choose one file')
  .min(1, 'This file is empty')
  .max(maxEvidence, 'Please choose a file of at most 5 MiB');

/** Ids of entities, telemarketers and templates. 19 digits are usual; ids of 12 digits exist. */
const wellFormed = /^\d{12,20}$/;
const usualLength = 19;

/** A long number as spreadsheets show it; the last digits are lost. */
const inExponents = /^\d(?:[.,]\d+)?e\+?\d+$/i;

/**
 * The kind of an id by its digits 3 and 4. All sample ids follow this pattern, but no document guarantees it, so it is only
 * a hint.
 */
const kindByDigits: Readonly<Record<string, 'entity' | 'telemarketer' | 'header' | 'template'>> = {
  '01': 'entity',
  '02': 'telemarketer',
  '05': 'header',
  '07': 'template',
};

/** @returns a sentence that says what is wrong with an id, or null */
export function findIdProblem(id: string): string | null {
  if (wellFormed.test(id)) return null;
  if (inExponents.test(id.trim())) {
    return 'A spreadsheet has rounded this id: its digits are lost. Format the column as text, and copy the id from the portal again.';
  }
  return 'A DLT id is 12 to 20 digits, usually 19.';
}

export const hasUsualLength = (id: string): boolean => id.length === usualLength;

/** The probable kind of an id by its digits; undefined if it is unknown. */
export const guessKind = (id: string) =>
  hasUsualLength(id) ? kindByDigits[id.slice(2, 4)] : undefined;
