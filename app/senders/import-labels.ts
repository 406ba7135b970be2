import type {
  ImportField,
  ImportList,
  ImportState,
  RowOutcome,
} from '#domain/dlt/import/contract.browser.ts';
import type { textOptions } from './import-forms.ts';

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

/** What a file lists. */
export const importListLabels: Record<ImportList, string> = {
  templates: 'Templates',
  headers: 'Headers',
  entities: 'Entities',
};

/** What an import does, or waits for. */
export const importStateLabels: Record<ImportState, string> = {
  queued: 'Waiting to be read',
  running: 'Being read',
  checked: 'Waiting for you to confirm',
  needs_mapping: 'Waiting for its columns',
  done: 'Done',
  failed: 'Failed',
  expired: 'Not confirmed in time',
};

/** What the outcomes of rows mean, with the colours of their stamps. */
export const outcomes: Record<RowOutcome, { text: string; colour: string }> = {
  new: { text: 'Not registered before', colour: 'text-good' },
  changed: { text: 'Registered with another name, state or headers', colour: 'text-airmail' },
  unchanged: { text: 'Registered already', colour: 'text-faint' },
  repeated: { text: 'The same as in an earlier row', colour: 'text-faint' },
  differs: {
    text: 'Registered with another text, entity, category or type, which stays',
    colour: 'text-bad',
  },
  invalid: { text: 'Cannot be registered', colour: 'text-bad' },
  unclear: { text: 'The file does not say enough', colour: 'text-waiting' },
};

/** Outcomes that need no attention. */
export const isQuiet = (outcome: RowOutcome): boolean =>
  outcome === 'new' || outcome === 'unchanged' || outcome === 'repeated';

export const textOptionLabels: Record<(typeof textOptions)[number], string> = {
  strip_trailing: 'Remove spaces and newlines at the ends of texts, which some exports add',
  strip_leading: 'Remove spaces at the beginning of each line, which some exports add',
  plain_newlines: 'Read line breaks of Windows as newlines, if they are of the export',
  decode_html: 'Read HTML’s names for characters, such as &amp; for &',
};
