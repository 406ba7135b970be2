import { z } from 'zod';
import { safeText } from '#domain/shared/text.ts';
import { dltCategories } from '../registry/contract.ts';
import { entityInput } from '../registry/inputs.ts';

/** In bytes. A file of 10,000 usual templates has about 3 MiB. */
export const maxFileBytes = 5 * 1024 * 1024;

/** As many templates as an account may have. */
export const maxRows = 10_000;

/** Of the bodies of a file's templates together, as many as those of an account may have. */
export const maxCharacters = 2_000_000;

/** Far more columns than any portal exports. */
export const maxColumns = 200;

/** What a column of a file can hold. */
export const importFields = [
  'template_id',
  'body',
  'name',
  'category',
  'kind',
  'status',
  'headers',
  'entity_id',
  'entity_name',
] as const;

export type ImportField = (typeof importFields)[number];

/** Without these columns a file cannot be read. */
export const neededFields = ['template_id', 'body'] as const satisfies ImportField[];

/** A column by its heading as in the file, or by its number from 1. */
const columnInput = z.union([safeText.min(1).max(200), z.int().min(1).max(maxColumns)]);

/** How a file is to be read, and what is to be taken where it says nothing. */
export const importOptions = z.object({
  /** The columns of fields whose headings are not recognised; null for a field that the file does not have. */
  mapping: z.partialRecord(z.enum(importFields), columnInput.nullable()).default({}),
  /** Of rows without an entity. If the account has one entity only, that is taken. */
  entity_id: entityInput.shape.entity_id.optional(),
  /** The name of an entity that is to be registered, where the file has none. */
  entity_name: entityInput.shape.name.optional(),
  /** Of rows without a category, or with one that is not known. */
  category: z.enum(dltCategories).optional(),
  /** Registers entities and headers that the account does not have yet. */
  create_missing: z.boolean().default(false),
  /** Removes spaces and newlines at the ends of bodies, which some exports add. */
  strip_trailing: z.boolean().default(false),
  /** The name of an XLSX file's sheet; the first one if it is omitted. */
  sheet: safeText.min(1).max(100).optional(),
});

export type ImportOptions = z.output<typeof importOptions>;

/** What becomes of a row. */
export const rowOutcomes = [
  /** The account does not have this template yet. */
  'new',
  /** It has it just so. */
  'unchanged',
  /** It has it with another name, status or headers, which are replaced. */
  'changed',
  /** It has it with another body, entity, category or kind, which stay: DLT gives another text another id. */
  'differs',
  /** An earlier row of the file has the same template; its headers are added to that one's. */
  'repeated',
  /** It cannot be registered as it is in the file. */
  'invalid',
  /** It can be registered once an option says what the file does not. */
  'unclear',
] as const;

export type RowOutcome = (typeof rowOutcomes)[number];

export type RowResult = {
  /** As a spreadsheet counts. */
  row: number;
  templateId: string | null;
  outcome: RowOutcome;
  /** Why, in a sentence. */
  detail: string | null;
  warnings: string[];
};

/** A column of the file, for a person who maps it. */
export type FileColumn = {
  number: number;
  heading: string;
  field: ImportField | null;
  /** Up to three values, cut to 60 characters. */
  samples: string[];
};

/** What a file would change, or has changed. */
export type ImportResult = {
  columns: FileColumn[];
  /** Needed fields that no column was found for: then there are no rows. */
  missingFields: ImportField[];
  counts: Record<RowOutcome, number>;
  /** At most `maxListedRows`; those that need attention come before others. */
  rows: RowResult[];
  /** What rows name and the account has not registered; each at most 100. */
  missingEntities: { entityId: string; name: string | null }[];
  missingHeaders: { header: string; entityId: string }[];
  /** What was noticed about the file as a whole. */
  notes: string[];
};

/** A result lists so many rows: one of more would take a megabyte or more for each import. */
export const maxListedRows = 1_000;

export const importStates = [
  'queued',
  'running',
  /** A dry run has ended, and can be confirmed. */
  'checked',
  /** Columns were not recognised; it goes on with a mapping. */
  'needs_mapping',
  /** The templates are registered. */
  'done',
  /** The file cannot be read, or does not fit; `reason` says why. */
  'failed',
  /** It was not confirmed within a day, or another import was started. */
  'expired',
] as const;

export type ImportState = (typeof importStates)[number];

/** An import, as it is shown to its account. */
export type Import = {
  id: string;
  fileName: string;
  state: ImportState;
  isDryRun: boolean;
  options: ImportOptions;
  /** Rows with a template; null until the file has been read. */
  rows: number | null;
  rowsDone: number;
  reason: string | null;
  result: ImportResult | null;
  createdAt: Date;
  finishedAt: Date | null;
};
