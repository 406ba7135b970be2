import { z } from 'zod';
import { safeText } from '#domain/shared/text.browser.ts';
import { dltCategories } from '../registry/contract.browser.ts';
import { entityInput } from '../registry/inputs.browser.ts';

/** The maximum size of a file in bytes. A file of 10,000 typical templates has about 3 MiB. */
export const maxFileBytes = 5 * 1024 * 1024;

/** The maximum number of rows of a file: as many templates as an account may have. */
export const maxRows = 10_000;

/** The maximum total length of the template bodies of a file, which is also the limit of an account. */
export const maxCharacters = 2_000_000;

/** The maximum number of columns, which is far more than any portal exports. */
export const maxColumns = 200;

/** The fields that a column of a file can have. */
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

/** The kinds of lists in files. Portals export each list separately. */
export const importLists = ['templates', 'headers', 'entities'] as const;

export type ImportList = (typeof importLists)[number];

/** The fields that are read from each list, and the fields that a file must have. */
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

/** A column, given by its heading as in the file, or by its number, counted from 1. */
const columnInput = z.union([safeText.min(1).max(200), z.int().min(1).max(maxColumns)]);

/** How to read a file, and the values to use where the file does not give them. */
export const importOptions = z.object({
  list: z.enum(importLists).default('templates'),
  /** The columns of fields whose headings are not recognised. Null says that the file does not have the field. */
  mapping: z.partialRecord(z.enum(importFields), columnInput.nullable()).default({}),
  /** The entity of rows that name no entity; by default the account's only entity. */
  entity_id: entityInput.shape.entity_id.optional(),
  /** The name of an entity to register, if the file does not give the name. */
  entity_name: entityInput.shape.name.optional(),
  /** The category of rows with no category or an unknown category. */
  category: z.enum(dltCategories).optional(),
  /** Registers entities and headers that the account does not have yet. */
  create_missing: z.boolean().default(false),
  /** Removes spaces and newlines at the ends of bodies, which some exports add. */
  strip_trailing: z.boolean().default(false),
  /** Removes spaces at the beginning of each line of a body, which some exports add. */
  strip_leading: z.boolean().default(false),
  /** Changes CRLF in bodies to newlines, for exports that changed the registered newlines. */
  plain_newlines: z.boolean().default(false),
  /** Decodes HTML entities in bodies, such as `&amp;`. `<br>` is always decoded, because no body can contain it. */
  decode_html: z.boolean().default(false),
  /** The name of an XLSX file's sheet; by default the first visible one with rows. */
  sheet: safeText.min(1).max(100).optional(),
});

export type ImportOptions = z.output<typeof importOptions>;

export const rowOutcomes = [
  /** The row is not registered yet. */
  'new',
  /** The row is already registered with the same values. */
  'unchanged',
  /** The row is registered with another name, status or headers. The import replaces these by the values of the row. */
  'changed',
  /**
   * The row is registered with another body, entity, category or kind. These do not change, because DLT gives a new text
   * a new id.
   */
  'differs',
  /**
   * An earlier row of the file has the same id. In a list of templates, this row's headers are added to the earlier row.
   */
  'repeated',
  /** The row cannot be registered as it is in the file. */
  'invalid',
  /** The row can be registered after an option gives a value that the file lacks. */
  'unclear',
] as const;

export type RowOutcome = (typeof rowOutcomes)[number];

export type RowResult = {
  /** The row's number in a spreadsheet program. */
  row: number;
  templateId: string | null;
  /** The header, in a list of headers. */
  header?: string | undefined;
  /** The entity id, in a list of entities. */
  entityId?: string | undefined;
  outcome: RowOutcome;
  /** The reason for the outcome, in a sentence. */
  detail: string | null;
  warnings: string[];
};

/** A column of the file, as shown to a person who maps columns to fields. */
export type FileColumn = {
  number: number;
  heading: string;
  field: ImportField | null;
  /** Up to three values, cut to 60 characters. */
  samples: string[];
};

/** The changes that a file would make, or has made. */
export type ImportResult = {
  columns: FileColumn[];
  /** Required fields for which no column was recognised. If there are any, `rows` is empty. */
  missingFields: ImportField[];
  counts: Record<RowOutcome, number>;
  /** At most `maxListedRows` rows. Rows that need attention come first. */
  rows: RowResult[];
  /** Entities and headers that rows name and the account has not registered; at most 100 of each. */
  missingEntities: { entityId: string; name: string | null }[];
  missingHeaders: { header: string; entityId: string }[];
  /** Notes about the file as a whole. */
  notes: string[];
};

/** The maximum number of rows that a result lists. With more rows, each import would store a megabyte or more. */
export const maxListedRows = 1_000;

export const importStates = [
  'queued',
  'running',
  /** The dry run has ended. The account can confirm it. */
  'checked',
  /** Required columns were not recognised. The import continues after the account maps these columns. */
  'needs_mapping',
  /** The rows of the file are registered. */
  'done',
  /** The file cannot be read, or exceeds a limit; `reason` says why. */
  'failed',
  /** The import was not confirmed within a day, or not before another import began. */
  'expired',
] as const;

export type ImportState = (typeof importStates)[number];

/** An import, as its account sees it. */
export type Import = {
  id: string;
  fileName: string;
  state: ImportState;
  isDryRun: boolean;
  options: ImportOptions;
  /** The number of rows below the headings; null until the file has been read. */
  rows: number | null;
  rowsDone: number;
  reason: string | null;
  result: ImportResult | null;
  createdAt: Date;
  finishedAt: Date | null;
};

/** An error of the file. Its message is a sentence for the person who sent the file. */
export class ImportFileError extends Error {
  override readonly name = 'ImportFileError';
}

/** A row of a sheet: its number in a spreadsheet program, and its cells as texts. */
export type SheetRow = {
  row: number;
  cells: string[];
  /**
   * Only in CSV files. Returns the cells from index `place` on as one text, with their separators; null if one of these
   * cells is in quotes. This restores an unquoted text with commas.
   */
  joinFrom?: (place: number) => string | null;
};

/** The content of a file, before its columns are recognised. */
export type Sheet = { rows: SheetRow[]; notes: string[] };
