import { z } from 'zod';
import type { TemplateParts } from './parse-template.browser.ts';

/** What operators call a header and a template. Portals register an app's OTP as service implicit, a bank's as transactional. */
export const dltCategories = [
  'promotional',
  'transactional',
  'service_implicit',
  'service_explicit',
  'government',
] as const;

export type DltCategory = (typeof dltCategories)[number];

/** The state of something on the DLT portal; we get to know it from its owner and from receipts. */
export const registrationStatuses = ['active', 'inactive', 'blacklisted'] as const;

export type RegistrationStatus = (typeof registrationStatuses)[number];

/** A principal entity: the business that DLT knows. */
export type Entity = { entityId: string; name: string; status: RegistrationStatus };

/**
 * `pending`, `approved` and `declined` are decisions of the installation's operator: only an approved header may be
 * used. The others are what DLT says of an approved one.
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

/** A sender. `ACMEIN` and `acmein` are two. */
export type Header = {
  header: string;
  entityId: string;
  category: DltCategory;
  status: HeaderStatus;
  /** When a message was last accepted with it; null if none was. */
  lastUsedAt: Date | null;
  /** When the operator of the installation decided last. */
  decidedAt: Date | null;
};

/** A header as its owner sees it. */
export type HeaderRow = Header & {
  /**
   * Why it was declined, which carrier reported it when it was turned off for that, or why it was approved without anybody
   * looking; else null.
   */
  reason: string | null;
  createdAt: Date;
  /** Whether a file that proves whose it is has been uploaded. */
  hasEvidence: boolean;
  /** Whether it was uploaded after the operator had decided, who looks at a declined header once more then. */
  hasNewEvidence: boolean;
};

/** `text` holds what fits GSM-7, `unicode` anything. */
export const templateKinds = ['text', 'unicode'] as const;

export type TemplateKind = (typeof templateKinds)[number];

export const templateStatuses = ['approved', 'pending', 'inactive', 'blacklisted'] as const;

export type TemplateStatus = (typeof templateStatuses)[number];

/** A content template. Its body never changes: DLT gives another text another id. */
export type Template = TemplateParts & {
  templateId: string;
  entityId: string;
  category: DltCategory;
  kind: TemplateKind;
  status: TemplateStatus;
  /** Headers that it is bound to. TRAI wants one; older registrations have more. */
  headers: readonly string[];
};

/** A template as its owner sees it. */
export type TemplateRow = Template & {
  name: string;
  body: string;
  /** Which carrier reported it when it was turned off for that; else null. */
  reason: string | null;
  createdAt: Date;
};

/**
 * Whether an operator's report has turned a header or template off, and not its owner: it is *suspect* until its owner
 * has looked at the portal and turns it on again.
 */
export const isSuspect = ({
  status,
  reason,
}: {
  status: HeaderStatus | TemplateStatus;
  reason: string | null;
}): boolean => reason !== null && isOff.has(status);

const isOff: ReadonlySet<string> = new Set(['inactive', 'suspended', 'blacklisted']);

export const linkKinds = ['url', 'url_dynamic', 'number', 'email'] as const;

export type LinkKind = (typeof linkKinds)[number];

/** Something that recipients may be asked to open, call or write to. Of `url_dynamic`, whose value ends in `?`, the rest may vary. */
export type Link = { kind: LinkKind; value: string };

/** The telemarketers between an entity and a carrier, in order; the last delivers. */
export type Chain = {
  entityId: string;
  carrier: string;
  telemarketerIds: readonly string[];
  isApproved: boolean;
};

/** What an account has registered. */
export type Registry = {
  entities: readonly Entity[];
  headers: readonly Header[];
  templates: readonly Template[];
  links: readonly Link[];
  chains: readonly Chain[];
};

/** In bytes, of a file that shows whose a header is. */
export const maxEvidence = 5 * 1024 * 1024;

/** The types of files that are accepted, as a form lists them. What a file is, its first bytes decide. */
export const evidenceTypes = ['application/pdf', 'image/png', 'image/jpeg'] as const;

/** An uploaded file: one, within the size limit. */
export const evidenceFile = z
  .file('Please choose one file')
  .min(1, 'This file is empty')
  .max(maxEvidence, 'Please choose a file of at most 5 MiB');

/** Ids of entities, telemarketers and templates. 19 digits are usual; ids of 12 exist. */
const wellFormed = /^\d{12,20}$/;
const usualLength = 19;

/** As spreadsheets show long numbers: the digits behind are lost. */
const inExponents = /^\d(?:[.,]\d+)?e\+?\d+$/i;

/** In samples, digits 3 and 4 say what an id is of. A hint: no document promises it. */
const kindByDigits: Readonly<Record<string, 'entity' | 'telemarketer' | 'header' | 'template'>> = {
  '01': 'entity',
  '02': 'telemarketer',
  '05': 'header',
  '07': 'template',
};

/** @returns what is wrong with an id, in a sentence, or null */
export function findIdProblem(id: string): string | null {
  if (wellFormed.test(id)) return null;
  if (inExponents.test(id.trim())) {
    return 'A spreadsheet has rounded this id: its digits are lost. Format the column as text, and copy the id from the portal again.';
  }
  return 'A DLT id is 12 to 20 digits, usually 19.';
}

export const hasUsualLength = (id: string): boolean => id.length === usualLength;

/** What an id looks like, by its digits; undefined if they say nothing. */
export const guessKind = (id: string) =>
  hasUsualLength(id) ? kindByDigits[id.slice(2, 4)] : undefined;
