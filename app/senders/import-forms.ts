import { z } from 'zod';
import type {
  ImportField,
  ImportList,
  ImportState,
  RowOutcome,
} from '#domain/dlt/import/contract.browser.ts';
import {
  type ImportOptions,
  importFields,
  importLists,
  importOptions,
  maxColumns,
  maxFileBytes,
} from '#domain/dlt/import/contract.browser.ts';

const checkbox = z.literal('on').optional();

/** The form that uploads a portal's export, to see what it would change. */
export const uploadForm = z.object({
  list: z.enum(importLists).optional(),
  create_missing: checkbox,
  strip_trailing: checkbox,
  file: z
    .file('Please choose a file')
    .min(1, 'This file is empty')
    .max(maxFileBytes, 'Please choose a file of at most 5 MiB'),
});

/** The choice that no column has a field of the import, regardless of the file's headings. */
export const noColumn = 'none';

/** A column's number, or `noColumn`. Undefined uses the recognised column. */
const column = z
  .string()
  .regex(/^(?:none|\d{1,3})$/, 'Please choose a column')
  .transform((value) => (value === noColumn ? null : Number(value)))
  .pipe(z.int().min(1).max(maxColumns).nullable())
  .optional();

type ColumnName = `column_${ImportField}`;

/** The name of the form field that says in which column of the file a field of the import is. */
export const columnName = (field: ImportField): ColumnName => `column_${field}`;

const columns = Object.fromEntries(
  importFields.map((field) => [columnName(field), column]),
) as Record<ColumnName, typeof column>;

const { entity_id, entity_name, category } = importOptions.shape;

/** The form that says how a file is to be read. */
export const optionsForm = z.object({
  list: z.enum(importLists).optional(),
  entity_id,
  entity_name,
  category,
  create_missing: checkbox,
  strip_trailing: checkbox,
  strip_leading: checkbox,
  plain_newlines: checkbox,
  decode_html: checkbox,
  ...columns,
});

/** How the texts of templates are read. */
export const textOptions = [
  'strip_trailing',
  'strip_leading',
  'plain_newlines',
  'decode_html',
] as const;

/**
 * Returns the options of a form.
 *
 * @param before the options of the last run, for options that the form does not have
 */
export function toImportOptions(
  value: z.output<typeof optionsForm>,
  before: ImportOptions,
): ImportOptions {
  const mapping: ImportOptions['mapping'] = {};
  for (const field of importFields) {
    const number = value[columnName(field)];
    if (number !== undefined) mapping[field] = number;
  }
  const { sheet, list: shown } = before;
  // A form has only the options of its kind of list. The others keep their values, because their checkboxes are missing
  // rather than unchecked.
  const ofTexts = (name: (typeof textOptions)[number]) =>
    shown === 'templates' ? value[name] === 'on' : before[name];
  const { list = shown, entity_id, entity_name, category } = value;
  return {
    ...{ list, mapping },
    ...{ entity_id, entity_name, category, sheet },
    create_missing: shown === 'entities' ? before.create_missing : value.create_missing === 'on',
    strip_trailing: ofTexts('strip_trailing'),
    strip_leading: ofTexts('strip_leading'),
    plain_newlines: ofTexts('plain_newlines'),
    decode_html: ofTexts('decode_html'),
  };
}

export const importFieldLabels: Record<ImportField, string> = {
  template_id: 'Template ID',
  body: 'Text',
  name: 'Name',
  category: 'Category',
  kind: 'Type',
  status: 'State',
  headers: 'Headers',
  entity_id: 'Entity ID',
  entity_name: 'Name of the entity',
};

/** The kinds of lists. */
export const importListLabels: Record<ImportList, string> = {
  templates: 'Templates',
  headers: 'Headers',
  entities: 'Entities',
};

export const importStateLabels: Record<ImportState, string> = {
  queued: 'Waiting to be read',
  running: 'Being read',
  checked: 'Waiting for you to confirm',
  needs_mapping: 'Waiting for you to choose columns',
  done: 'Done',
  failed: 'Failed',
  expired: 'Not confirmed in time',
};

/** The labels of the rows' outcomes, with the colours of their stamps. */
export const outcomes: Record<RowOutcome, { text: string; colour: string }> = {
  new: { text: 'Not registered before', colour: 'text-good' },
  changed: { text: 'Registered with another name, state or headers', colour: 'text-airmail' },
  unchanged: { text: 'Registered already', colour: 'text-faint' },
  repeated: { text: 'The same as an earlier row', colour: 'text-faint' },
  differs: {
    text: 'Registered with another text, entity, category or type; the registration does not change',
    colour: 'text-bad',
  },
  invalid: { text: 'Cannot be registered', colour: 'text-bad' },
  unclear: { text: 'Needs more information from you', colour: 'text-waiting' },
};

/** Outcomes that need no attention. */
export const isQuiet = (outcome: RowOutcome): boolean =>
  outcome === 'new' || outcome === 'unchanged' || outcome === 'repeated';

export const textOptionLabels: Record<(typeof textOptions)[number], string> = {
  strip_trailing: 'Remove spaces and newlines at the end of each text, which some exports add',
  strip_leading: 'Remove spaces at the beginning of each line, which some exports add',
  plain_newlines: 'Read Windows line breaks as newlines, if the export added them',
  decode_html: 'Decode HTML entities, such as &amp; for &',
};
