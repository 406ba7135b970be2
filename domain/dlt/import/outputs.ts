import { z } from 'zod';
import { exampleValues } from '#domain/shared/example-values.browser.ts';
import {
  type Import,
  importFields,
  importLists,
  importOptions,
  importStates,
  maxFileBytes,
  type RowOutcome,
  rowOutcomes,
} from './contract.browser.ts';

const flag = (description: string) =>
  z
    .enum(['true', 'false'])
    .default('false')
    .transform((value) => value === 'true')
    .meta({ description });

const options = importOptions.shape;

/** The mapping as a JSON text, because a form field cannot be an object. */
const mappingText = z
  .string()
  .max(5_000)
  .optional()
  .transform((text, context) => {
    try {
      return text === undefined ? {} : (JSON.parse(text) as unknown);
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
      context.addIssue({ code: 'custom', message: 'mapping must be a JSON object.' });
      return z.NEVER;
    }
  })
  .pipe(options.mapping)
  .meta({
    description:
      'A JSON object that gives the columns of fields that are not recognised automatically. A column is given by its heading, or by its number, counted from 1. `null` means that the file does not have the field.',
    example: '{"body":"Message Text"}',
  });

/** The form of `POST /dlt/templates/import`. */
export const importForm = z.object({
  file: z
    .file('Send the file in the field `file`.')
    .max(maxFileBytes, `The file is larger than ${maxFileBytes / 1024 / 1024} MiB.`)
    .meta({ description: 'A portal’s export, CSV or XLSX, with at most 10,000 rows.' }),
  dry_run: flag('Reports the outcome of each row without registering anything.'),
  create_missing: flag(
    'Registers entities and headers of the file that you have not registered yet.',
  ),
  strip_trailing: flag('Removes spaces and newlines at the end of each text.'),
  strip_leading: flag('Removes spaces at the beginning of each line of texts.'),
  plain_newlines: flag('Changes Windows line breaks in texts to newlines.'),
  decode_html: flag('Decodes HTML entities in texts, such as `&amp;`.'),
  mapping: mappingText,
  entity_id: options.entity_id.meta({
    description: 'The entity for rows that name no entity. Default: your only entity.',
    example: exampleValues.entityId,
  }),
  entity_name: options.entity_name.meta({
    description: 'The name of the entity to register, if the file gives no name.',
    example: 'Acme Retail Private Limited',
  }),
  category: options.category.meta({
    description: 'The category that is given to rows whose category is missing or unknown.',
  }),
  sheet: options.sheet.meta({
    description: 'The sheet of an XLSX file to read. Default: the first visible sheet with rows.',
    example: 'Templates',
  }),
});

/** The form of `POST /dlt/imports`, which accepts all lists. */
export const listImportForm = importForm.extend({
  list: z.enum(importLists).meta({
    description:
      'Whether the file lists headers, entities or templates. Portals export each list separately.',
    example: 'headers',
  }),
});

const time = z.iso.datetime();
const field = z.enum(importFields);
const count = z.int().meta({ example: 8 });
const templateId = z.string().meta({ example: '1107161700000010231' });
const entityId = z.string().meta({ example: exampleValues.entityId });
const header = z.string().meta({ example: exampleValues.sender });
const outcome = z.enum(rowOutcomes).meta({
  description:
    '`changed`: the name, status or headers are replaced. `differs`: the file has another text, entity, category or type than the registration, which does not change. `unclear`: the file lacks a value, which you must send as an option.',
});

const rowOutput = z.object({
  row: z
    .int()
    .meta({ description: 'The number of the row, as a spreadsheet program shows it.', example: 2 }),
  template_id: templateId.nullable(),
  header: header
    .nullable()
    .meta({ description: 'The header; null unless the file lists headers.', example: null }),
  entity_id: entityId
    .nullable()
    .meta({ description: 'The entity’s id; null unless the file lists entities.', example: null }),
  outcome,
  detail: z.string().nullable().meta({
    description: 'The reason for the outcome; null if there is none.',
    example: null,
  }),
  warnings: z.array(
    z
      .string()
      .meta({ example: 'It has untyped {#var#} slots: declare their types on the DLT portal.' }),
  ),
});

const columnOutput = z.object({
  number: z.int().meta({ example: 4 }),
  heading: z.string().meta({ example: 'Template ID' }),
  field: field.nullable(),
  samples: z.array(templateId),
});

/** An example id for the API reference. No import has this id. */
export const exampleImportId = 'imp_01KAF9V7Z5W3N8Q2R4T6Y8B0CD';

/** An import as the API returns it. */
export const importOutput = z.object({
  id: z.string().meta({ example: exampleImportId }),
  list: z
    .enum(importLists)
    .meta({ description: 'Whether the file lists headers, entities or templates.' }),
  file_name: z.string().meta({ example: 'templates.xlsx' }),
  state: z.enum(importStates).meta({
    description:
      '`checked`: a dry run has ended. `needs_mapping`: required columns were not recognised; send the file again with `mapping`.',
    example: 'done',
  }),
  dry_run: z.boolean(),
  reason: z
    .string()
    .nullable()
    .meta({ description: 'Why the import failed; null if it did not fail.', example: null }),
  row_count: count.nullable().meta({
    description: 'The number of rows below the headings; null until the file has been read.',
  }),
  rows_done: count,
  counts: z
    .object(Object.fromEntries(rowOutcomes.map((one) => [one, count])) as CountShape)
    .nullable()
    .meta({
      description: 'The number of rows with each outcome; null until the import has ended.',
    }),
  rows: z.array(rowOutput).meta({
    description:
      'A page of the rows; rows that need attention come first. For each file, the results of up to 1,000 rows are kept.',
  }),
  columns: z.array(columnOutput),
  missing_fields: z.array(field).meta({
    description:
      'In the state `needs_mapping`: the required fields for which no column was recognised.',
  }),
  missing_entities: z
    .array(
      z.object({
        entity_id: entityId,
        name: z.string().nullable().meta({ example: 'Acme Retail Private Limited' }),
      }),
    )
    .meta({
      description:
        'Entities that the file names but you have not registered; at most 100 are listed.',
    }),
  missing_headers: z.array(z.object({ header, entity_id: entityId })).meta({
    description: 'Headers that the file names but you have not registered; at most 100 are listed.',
  }),
  notes: z.array(z.string().meta({ example: 'The sheet “Templates” was read, of 2.' })),
  created_at: time,
  finished_at: time.nullable(),
});

type CountShape = Record<RowOutcome, typeof count>;

export function toImportOutput(found: Import): z.infer<typeof importOutput> {
  const { result } = found;
  return {
    id: found.id,
    list: found.options.list,
    file_name: found.fileName,
    state: found.state,
    dry_run: found.isDryRun,
    reason: found.reason,
    row_count: found.rows,
    rows_done: found.rowsDone,
    counts: result?.counts ?? null,
    rows: (result?.rows ?? []).map(({ templateId, header = null, entityId = null, ...row }) => ({
      ...{ ...row, header },
      template_id: templateId,
      entity_id: entityId,
    })),
    columns: result?.columns ?? [],
    missing_fields: result?.missingFields ?? [],
    missing_entities: (result?.missingEntities ?? []).map(({ entityId, name }) => ({
      entity_id: entityId,
      name,
    })),
    missing_headers: (result?.missingHeaders ?? []).map(({ header, entityId }) => ({
      header,
      entity_id: entityId,
    })),
    notes: result?.notes ?? [],
    created_at: found.createdAt.toISOString(),
    finished_at: found.finishedAt?.toISOString() ?? null,
  };
}
