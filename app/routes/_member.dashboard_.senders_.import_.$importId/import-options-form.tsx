import { fallbacks } from '#app/forms/fallbacks.ts';
import { Checkbox, Field, Select } from '#app/forms/field.tsx';
import { useValidatedForm, ValidatedForm } from '#app/forms/validated-form.tsx';
import {
  columnName,
  importFieldLabels,
  importListLabels,
  noColumn,
  optionsForm,
  textOptionLabels,
  textOptions,
} from '#app/senders/import-forms.ts';
import { categoryLabels, toEntityOptions, toOptions } from '#app/senders/labels.ts';
import {
  type FileColumn,
  type ImportField,
  type ImportOptions,
  importFields,
  listFields,
} from '#domain/dlt/import/contract.browser.ts';
import type { ImportView } from './load-import.server.ts';

type ImportOptionsFormProps = Pick<ImportView, 'found' | 'entities'> & {
  result: NonNullable<ImportView['found']['result']>;
};

/**
 * Changes how the file is parsed, and parses it again. The form is open if columns are missing. Fields without a column come
 * first, such as the entity in exports of Vi's portal.
 */
export function ImportOptionsForm({ found, entities, result }: ImportOptionsFormProps) {
  const { options, state } = found;
  const { list, mapping } = options;
  const { fields: ofList, needed } = listFields[list];
  const { form, fields, reply } = useValidatedForm({
    id: 'options',
    schema: optionsForm,
    defaultValue: {
      list,
      entity_id: options.entity_id,
      entity_name: options.entity_name,
      category: options.category,
      create_missing: options.create_missing ? 'on' : undefined,
      ...Object.fromEntries(textOptions.map((name) => [name, options[name] ? 'on' : undefined])),
      ...Object.fromEntries(
        importFields.map((field) => {
          const column = mapping[field];
          const value = typeof column === 'number' ? String(column) : '';
          return [columnName(field), column === null ? noColumn : value];
        }),
      ),
    },
  });
  const needsMapping = state === 'needs_mapping';
  const missing = result.missingFields.map((field) => importFieldLabels[field]).join(' and ');
  return (
    <details
      className="card"
      open={needsMapping || reply !== undefined || result.counts.unclear > 0}
    >
      <summary className="cursor-pointer px-5 py-3 text-sm font-medium">
        How the file is read
      </summary>
      <ValidatedForm
        className="grid gap-5 border-t border-line p-5"
        fallback={fallbacks.importTemplates}
        form={form}
        intent="options"
      >
        {needsMapping ? (
          <p className="text-sm text-bad">
            No column was recognised as {missing}. Please choose it below.
            {result.notes.map((note) => (
              <bdi className="block" key={note}>
                {note}
              </bdi>
            ))}
          </p>
        ) : null}
        <div className="grid gap-4 sm:grid-cols-2 @4xl:grid-cols-3">
          <Select
            field={fields.list}
            label="The file lists"
            options={toOptions(importListLabels)}
          />
        </div>
        {list === 'entities' ? null : (
          <fieldset className="grid gap-4">
            <legend className="pb-3 text-sm font-medium">
              Values to use if the file does not have them
            </legend>
            <div className="grid gap-4 sm:grid-cols-2 @4xl:grid-cols-3">
              <Field
                field={fields.entity_id}
                hint={
                  entities.length === 1
                    ? 'Leave empty to use your only entity'
                    : 'As on your DLT portal: 12 to 20 digits, usually 19'
                }
                label="Entity ID"
                suggestions={toEntityOptions(entities)}
              />
              <Select
                field={fields.category}
                label="Category"
                options={[{ value: '', label: 'None' }, ...toOptions(categoryLabels)]}
              />
              <Field
                field={fields.entity_name}
                hint="For an entity that is not registered yet"
                label="Name of the entity"
              />
            </div>
          </fieldset>
        )}
        <fieldset className="grid gap-4">
          <legend className="pb-3 text-sm font-medium">Columns of the file</legend>
          <div className="grid gap-4 sm:grid-cols-2 @4xl:grid-cols-3">
            {ofList.map((field) => (
              <Select
                field={fields[columnName(field)]}
                key={field}
                label={importFieldLabels[field]}
                options={[
                  { value: '', label: recognised(result, field, mapping) },
                  ...(needed.includes(field)
                    ? []
                    : [{ value: noColumn, label: 'Not in the file' }]),
                  ...result.columns.map(describeColumn),
                ]}
              />
            ))}
          </div>
        </fieldset>
        {list === 'entities' ? null : (
          <Checkbox field={fields.create_missing}>
            Also add the entities and headers that the file names
          </Checkbox>
        )}
        {list === 'templates'
          ? textOptions.map((name) => (
              <Checkbox field={fields[name]} key={name}>
                {textOptionLabels[name]}
              </Checkbox>
            ))
          : null}
        <div>
          <button className="button-quiet" type="submit">
            Read the file again
          </button>
        </div>
      </ValidatedForm>
    </details>
  );
}

function recognised(
  { columns, missingFields }: ImportOptionsFormProps['result'],
  wanted: ImportField,
  mapping: ImportOptions['mapping'],
): string {
  if (mapping[wanted] === null) return 'Recognise the column by its heading';
  const found = columns.find(({ field }) => field === wanted);
  if (found) return `As recognised: ${found.heading || `column ${found.number}`}`;
  return missingFields.includes(wanted) ? 'Please choose' : 'No column was recognised';
}

const describeColumn = ({ number, heading, samples }: FileColumn) => ({
  value: String(number),
  label: [`${number}. ${heading}`, samples[0]].filter(Boolean).join(': '),
});
