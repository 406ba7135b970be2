import { countSeptets } from '#domain/messaging/messages/gsm-alphabet.browser.ts';
import type { DltCategory, TemplateKind, TemplateStatus } from '../registry/contract.browser.ts';
import type { TemplateInput } from '../registry/inputs.browser.ts';
import type { TemplateRegistration } from '../registry/register-templates.ts';
import type { ImportOptions, RowResult } from './contract.browser.ts';
import type { FileRow, FileTemplate } from './read-rows.ts';
import { type MissingEntity, resolveEntity } from './resolve-entity.ts';

/** A template as the account has registered it. */
export type KnownTemplate = {
  templateId: string;
  entityId: string;
  name: string;
  body: string;
  slots: TemplateInput['slots'];
  category: DltCategory;
  kind: TemplateKind;
  status: TemplateStatus;
  headers: string[];
};

/** What a row is compared with. */
export type Known = {
  entities: ReadonlySet<string>;
  headers: ReadonlySet<string>;
  templates: ReadonlyMap<string, KnownTemplate>;
};

/** The outcome of a row, and what is to be registered for it. */
export type Comparison = RowResult & {
  /** Of `new`, `changed` and `unchanged`: with nothing that the file does not say, as it may be changed meanwhile. */
  template: TemplateRegistration | null;
  /** Of its body. */
  characters: number;
  /** Not registered yet; the name is null if neither the file nor the caller gives one. */
  missingEntity: MissingEntity | null;
};

/** Whether a row's template is to be registered. */
export const isToRegister = ({ outcome }: Comparison): boolean =>
  outcome === 'new' || outcome === 'changed';

/** Compares a row of a file with what its account has registered. What the file does not say stays as it is. */
export function compareRow(read: FileRow, known: Known, options: ImportOptions): Comparison {
  const { row, templateId, warnings } = read;
  const result = { row, templateId, warnings, characters: read.template?.characters ?? 0 };
  if (!read.template) {
    const { outcome, detail } = read;
    return { ...result, outcome, detail, template: null, missingEntity: null };
  }
  const before = known.templates.get(read.template.template_id);
  const { missingEntity = null, ...compared } = before
    ? compareWith(read.template, before)
    : completeNew(read.template, known, options);
  if (compared.template && !options.create_missing) {
    const given = compared.template.headers ?? [];
    const headers = given.filter((header) => !known.headers.has(header));
    if (headers.length > 0) {
      warnings.push(`Not registered as headers: ${headers.slice(0, 10).join(', ')}.`);
    }
  }
  return { ...result, ...compared, missingEntity };
}

type Compared =
  | {
      template: TemplateRegistration;
      outcome: 'new' | 'unchanged' | 'changed';
      detail: string | null;
      missingEntity?: Comparison['missingEntity'];
    }
  | {
      template: null;
      outcome: 'differs' | 'unclear';
      detail: string;
      missingEntity?: Comparison['missingEntity'];
    };

function compareWith(file: FileTemplate, before: KnownTemplate): Compared {
  const fixed = [
    { what: 'text', differs: file.body !== before.body },
    { what: 'entity', differs: isOther(file.entity_id, before.entityId) },
    { what: 'category', differs: isOther(file.category, before.category) },
    { what: 'type', differs: isOther(file.kind, before.kind) },
  ].find(({ differs }) => differs);
  if (fixed) {
    const detail = `Its ${fixed.what} differs from what is registered under this id, which stays as it is.`;
    return { template: null, outcome: 'differs', detail };
  }
  const { name, status, headers } = file;
  const staysOff = isOff(before.status) && status !== undefined && !isOff(status);
  const changes = [
    { what: 'name', is: isOther(name, before.name) },
    { what: 'status', is: !staysOff && isOther(status, before.status) },
    { what: 'headers', is: headers !== undefined && !isSameSet(headers, before.headers) },
  ].flatMap(({ what, is }) => (is ? [what] : []));
  const { templateId: template_id, entityId: entity_id, body, slots, category, kind } = before;
  const identity = { template_id, entity_id, body, slots, category, kind };
  const details = [
    ...(changes.length > 0 ? [`Other ${changes.join(', ')}.`] : []),
    ...(staysOff ? [`It stays ${before.status}, whatever the file says: enable it yourself.`] : []),
  ];
  return {
    template: { ...identity, name, status, headers },
    outcome: changes.length > 0 ? 'changed' : 'unchanged',
    detail: details.join(' ') || null,
  };
}

const isOff = (status: TemplateStatus): boolean =>
  status === 'inactive' || status === 'blacklisted';

const isOther = <T>(given: T | undefined, before: T): boolean =>
  given !== undefined && given !== before;

function isSameSet(one: readonly string[], other: readonly string[]): boolean {
  const others = new Set(other);
  return one.length === other.length && one.every((header) => others.has(header));
}

function completeNew(file: FileTemplate, known: Known, options: ImportOptions): Compared {
  const unclear = (detail: string) => ({ template: null, outcome: 'unclear', detail }) as const;
  const {
    entity_id,
    missing: missingEntity,
    problem,
  } = resolveEntity(file, known.entities, options);
  if (entity_id === undefined) return unclear(problem);
  const category = file.category ?? options.category;
  if (category === undefined) return unclear('The file does not say which category it has.');
  if (problem !== null) return { ...unclear(problem), missingEntity };
  const { template_id, body, name: ownName, headers, status } = file;
  const kind = file.kind ?? (countSeptets(body) === null ? 'unicode' : 'text');
  return {
    template: {
      ...{ template_id, entity_id, body, category, kind, slots: [] },
      ...{ name: ownName, status, headers },
    },
    outcome: 'new',
    detail: null,
    missingEntity,
  };
}
