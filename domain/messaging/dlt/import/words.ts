import type { DltCategory, TemplateKind, TemplateStatus } from '../registry/contract.browser.ts';

/** A heading or word without case, spaces and punctuation. */
export const toKey = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]/g, '');

const categories: Record<DltCategory, string[]> = {
  promotional: ['promotional', 'promo', 'p'],
  transactional: ['transactional', 'transaction', 'trans', 't'],
  service_implicit: ['serviceimplicit', 'serviceinferred', 'implicit', 'inferred', 'si'],
  service_explicit: ['serviceexplicit', 'explicit', 'se'],
  government: ['government', 'govt', 'gov', 'g'],
};

const kinds: Record<TemplateKind, string[]> = {
  text: ['text', 'english', 'plain', 'normal', 'gsm', 'gsm7'],
  unicode: ['unicode', 'regional', 'ucs2'],
};

/** A word that begins like one of these has its status: portals write `Registered via AIRTEL`. */
const statuses: Record<TemplateStatus, string[]> = {
  approved: ['approved', 'active', 'registered', 'live', 'accepted', 'enabled'],
  pending: [
    ...['pending', 'submitted', 'inreview', 'underreview', 'inprocess', 'underprocess'],
    ...['inprogress', 'new', 'draft'],
  ],
  blacklisted: ['blacklisted', 'blocked'],
  inactive: [
    ...['inactive', 'deactivated', 'disabled', 'rejected', 'declined', 'suspended', 'expired'],
    'deleted',
  ],
};

/** @returns what `words` has a word for which `fits` */
function find<T extends string>(
  words: Record<T, string[]>,
  fits: (word: string) => boolean,
): T | undefined {
  return (Object.keys(words) as T[]).find((meaning) => words[meaning].some(fits));
}

export function readCategory(cell: string): DltCategory | undefined {
  const key = toKey(cell);
  return find(categories, (word) => word === key);
}

export function readKind(cell: string): TemplateKind | undefined {
  const key = toKey(cell);
  return find(kinds, (word) => word === key);
}

export function readStatus(cell: string): TemplateStatus | undefined {
  const key = toKey(cell);
  return find(statuses, (word) => key.startsWith(word));
}

/** What surrounds an id so that a spreadsheet takes it for text: an apostrophe, or `="…"`. */
const guards = /^(?:'|="?)|"$/g;

/** Spaces without width, which `trim` leaves. */
const withoutWidth = /[\u200b\u2060]/g;

// No pattern for spaces at an end: it would take the square of their number in a hostile file.
const trim = (cell: string): string => cell.replace(withoutWidth, '').trim();

/** An id as the portal shows it, without what was put around it. */
export const cleanId = (cell: string): string => trim(cell).replace(guards, '');

/** A cell of a single line. */
export const cleanLine = (cell: string): string => trim(cell).replace(/\s+/g, ' ');

/** The headers of a cell that names one or several. */
export const splitHeaders = (cell: string): string[] => [
  ...new Set(cell.split(/[\s,;|/]+/).filter((header) => header !== '')),
];
