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

/** A mapping as JSON, because a form has no objects. */
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
      'Columns that are not recognised automatically, as a JSON object of field and column. A column is its heading or its number from 1; `null` says that the file does not have the field.',
    example: '{"body":"Message Text"}',
  });

/** The form of `POST /dlt/templates/import`. */
export const importForm = z.object({
  file: z
    .file('Send the file in the field `file`.')
    .max(maxFileBytes, `The file is larger than ${maxFileBytes / 1024 / 1024} MiB.`)
    .meta({ description: 'A portal’s export, CSV or XLSX, with at most 10,000 rows.' }),
  dry_run: flag('Reports the outcome of each row without registering anything.'),
  create_missing: flag('Registers entities and headers of the file that you do not have yet.'),
  strip_trailing: flag('Removes spaces and newlines at the ends of texts.'),
  strip_leading: flag('Removes spaces at the beginning of each line of texts.'),
  plain_newlines: flag('Changes Windows line breaks in texts to newlines.'),
  decode_html: flag('Decodes HTML entities in texts, such as `&amp;`.'),
  mapping: mappingText,
  entity_id: options.entity_id.meta({
    description: 'The entity of rows without one.',
    example: exampleValues.entityId,
  }),
  entity_name: options.entity_name.meta({
    description: 'The name of an entity to register.',
    example: 'Acme Retail Private Limited',
  }),
  category: options.category.meta({
    description: 'The category of rows without one, or with an unknown one.',
  }),
  sheet: options.sheet.meta({
    description: 'The sheet of an XLSX file to read; by default the first visible one.',
    example: 'Templates',
  }),
});

/** The form of `POST /dlt/imports`, which also accepts the other lists. */
export const listImportForm = importForm.extend({
  list: z.enum(importLists).meta({
    description: 'What the file lists. Portals export each list separately.',
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
    '`changed`: the name, status or headers change. `differs`: the registered text, entity, category or type is different, and stays as it is. `unclear`: a value is missing in the file and must be given as an option.',
});

const rowOutput = z.object({
  row: z.int().meta({ description: 'The number of the row in a spreadsheet program.', example: 2 }),
  template_id: templateId.nullable(),
  header: header.nullable().meta({ description: 'Only in a list of headers.', example: null }),
  entity_id: entityId
    .nullable()
    .meta({ description: 'Only in a list of entities.', example: null }),
  outcome,
  detail: z.string().nullable().meta({ description: 'Why.', example: null }),
  warnings: z.array(
    z
      .string()
      .meta({ example: 'It has untyped {#var#} slots: declare their types on the portal.' }),
  ),
});

const columnOutput = z.object({
  number: z.int().meta({ example: 4 }),
  heading: z.string().meta({ example: 'Template ID' }),
  field: field.nullable(),
  samples: z.array(templateId),
});

/** An example for the API reference: no such import exists. */
export const exampleImportId = 'imp_01KAF9V7Z5W3N8Q2R4T6Y8B0CD';

/** An import as callers see it. */
export const importOutput = z.object({
  id: z.string().meta({ example: exampleImportId }),
  list: z.enum(importLists).meta({ description: 'What the file lists.' }),
  file_name: z.string().meta({ example: 'templates.xlsx' }),
  state: z.enum(importStates).meta({
    description:
      '`checked`: a dry run has ended. `needs_mapping`: columns were not recognised; send the file again with `mapping`.',
    example: 'done',
  }),
  dry_run: z.boolean(),
  reason: z.string().nullable().meta({ description: 'Why the import failed.', example: null }),
  row_count: count.nullable().meta({ description: 'Null until the file has been read.' }),
  rows_done: count,
  counts: z
    .object(Object.fromEntries(rowOutcomes.map((one) => [one, count])) as CountShape)
    .nullable()
    .meta({ description: 'Number of rows by outcome; null until the import is over.' }),
  rows: z.array(rowOutput).meta({
    description:
      'A page of the rows. Rows that need attention come first. At most 1,000 rows of a file are kept.',
  }),
  columns: z.array(columnOutput),
  missing_fields: z.array(field).meta({ description: 'Of `needs_mapping`.' }),
  missing_entities: z
    .array(
      z.object({
        entity_id: entityId,
        name: z.string().nullable().meta({ example: 'Acme Retail Private Limited' }),
      }),
    )
    .meta({
      description:
        'Entities and headers that the file names and you have not registered; at most 100 of each.',
    }),
  missing_headers: z.array(z.object({ header, entity_id: entityId })),
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
