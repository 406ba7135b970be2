import { z } from 'zod';
import { safeText } from '#domain/shared/text.browser.ts';
import { dltCategories } from '../registry/contract.browser.ts';
import { entityInput } from '../registry/inputs.browser.ts';

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

/** What a file lists: portals export each apart. */
export const importLists = ['templates', 'headers', 'entities'] as const;

export type ImportList = (typeof importLists)[number];

/** What a file of each list is read for, and the columns without which it cannot be. */
export const listFields: Record<
  ImportList,
  { fields: readonly ImportField[]; needed: readonly [ImportField, ...ImportField[]] }
> = {
  templates: { fields: importFields, needed: ['template_id', 'body'] },
  headers: {
    fields: ['headers', 'category', 'status', 'entity_id', 'entity_name'],
    needed: ['headers'],
  },
  entities: {
    fields: ['entity_id', 'entity_name', 'status'],
    needed: ['entity_id', 'entity_name'],
  },
};

/** A column by its heading as in the file, or by its number from 1. */
const columnInput = z.union([safeText.min(1).max(200), z.int().min(1).max(maxColumns)]);

/** How a file is to be read, and what is to be taken where it says nothing. */
export const importOptions = z.object({
  list: z.enum(importLists).default('templates'),
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
  /** Removes spaces at the beginning of each line of a body, which some exports add. */
  strip_leading: z.boolean().default(false),
  /** Writes line breaks of Windows in bodies as newlines, for exports that changed them. */
  plain_newlines: z.boolean().default(false),
  /** Reads HTML's names for characters in bodies, such as `&amp;`. `<br>` is read always, as no body can have it. */
  decode_html: z.boolean().default(false),
  /** The name of an XLSX file's sheet; the first one that is shown if it is omitted. */
  sheet: safeText.min(1).max(100).optional(),
});

export type ImportOptions = z.output<typeof importOptions>;

/** The outcome of a row. */
export const rowOutcomes = [
  /** It is not registered yet. */
  'new',
  /** It is registered already, with the same values. */
  'unchanged',
  /** It is registered with another name, status or headers, which are replaced. */
  'changed',
  /** It is registered with another body, entity, category or kind, which stay: DLT gives another text another id. */
  'differs',
  /** An earlier row of the file has the same; the headers of a template are added to that one's. */
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
  /** Of a list of headers, in place of the template. */
  header?: string | undefined;
  /** Of a list of entities, in place of the template. */
  entityId?: string | undefined;
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
  /** What the file lists is registered. */
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
  /** Rows below the headings; null until the file has been read. */
  rows: number | null;
  rowsDone: number;
  reason: string | null;
  result: ImportResult | null;
  createdAt: Date;
  finishedAt: Date | null;
};

/** Why a file cannot be imported, in a sentence for the person who has sent it. */
export class ImportFileError extends Error {
  override readonly name = 'ImportFileError';
}

/** A row of a sheet: its number as a spreadsheet counts, and its cells as texts. */
export type SheetRow = { row: number; cells: string[] };

/** What a file says, before it is known which column is what. */
export type Sheet = { rows: SheetRow[]; notes: string[] };
