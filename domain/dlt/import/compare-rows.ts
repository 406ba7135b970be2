import { countSeptets } from '#domain/sms/gsm-alphabet.browser.ts';
import { goTogether } from '../check/check-identities.ts';
import type { DltCategory, TemplateKind, TemplateStatus } from '../registry/contract.browser.ts';
import type { TemplateInput } from '../registry/inputs.browser.ts';
import type { TemplateRegistration } from '../registry/register-templates.ts';
import type { ImportOptions, RowResult } from './contract.browser.ts';
import type { FileRow, FileTemplate } from './read-rows.ts';

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

/** The registered entities, headers and templates that rows are compared with. */
export type Known = {
  entities: ReadonlySet<string>;
  headers: ReadonlySet<string>;
  templates: ReadonlyMap<string, KnownTemplate>;
};

/**
 * An entity that a row names and the account has not registered. The name is null if neither the file nor the caller gives
 * a name.
 */
export type MissingEntity = { entityId: string; name: string | null };

type Resolved =
  | { entity_id: undefined; missing: null; problem: string }
  | { entity_id: string; missing: MissingEntity | null; problem: string | null };

/**
 * Finds the entity of a row: the entity that the row names, else the entity of the options, else the account's only entity.
 *
 * @param registered the ids of the account's entities
 * @returns `problem` says why no template can be registered for the entity; null if there is no problem
 */
export function resolveEntity(
  row: { entity_id: string | undefined; entity_name: string | undefined },
  registered: ReadonlySet<string>,
  options: ImportOptions,
): Resolved {
  const [only, ...others] = registered;
  const usual = options.entity_id ?? (others.length === 0 ? only : undefined);
  const entity_id = row.entity_id ?? usual;
  if (entity_id === undefined) {
    const problem = 'The file does not name the entity of this row: give its Entity ID.';
    return { entity_id, missing: null, problem };
  }
  if (registered.has(entity_id)) return { entity_id, missing: null, problem: null };
  const name = row.entity_name ?? options.entity_name ?? null;
  return { entity_id, missing: { entityId: entity_id, name }, problem: whyMissing(name, options) };
}

function whyMissing(name: string | null, { create_missing }: ImportOptions): string | null {
  if (!create_missing) return 'Its entity is not registered.';
  return name === null ? 'Its entity is not registered, and the file has no name for it.' : null;
}

/** The outcome of a row, and the registrations that it needs. */
export type Comparison = RowResult & {
  /**
   * Set for `new`, `changed` and `unchanged`. Name, status and headers are set only if the file gives them, because the account
   * can change these values in the meantime.
   */
  template: TemplateRegistration | null;
  /** The length of the body, in characters. */
  characters: number;
  /** The entity of the row, if the account has not registered it. */
  missingEntity: MissingEntity | null;
};

/** Whether the import will register the template of a row. */
export const isToRegister = ({ outcome }: Comparison): boolean =>
  outcome === 'new' || outcome === 'changed';

/** The entities and headers that rows name and the account has not registered. */
export type Missing = {
  /**
   * The name of each entity by its id. The name is null if neither the file nor the caller gives one; in this case the rows of
   * the entity are `unclear`.
   */
  entities: Map<string, string | null>;
  /** For each header, the entity and category of its first row, and the categories of all its rows. */
  headers: Map<string, { entityId: string; category: DltCategory; categories: Set<DltCategory> }>;
};

/**
 * How many headers are remembered: one more than an account may have. A file can name a million headers, but a file with more
 * than this number exceeds the limit anyway.
 */
const maxHeaders = 1_001;

/**
 * @returns `note`, a function that collects the missing entities and headers of a row, and `missing`, the entities and headers
 *   collected so far
 */
export function createMissing(registered: ReadonlySet<string>) {
  const missing: Missing = { entities: new Map(), headers: new Map() };
  const note = ({ template, missingEntity }: Comparison): void => {
    if (missingEntity) {
      const { entityId, name } = missingEntity;
      missing.entities.set(entityId, name ?? missing.entities.get(entityId) ?? null);
    }
    for (const header of template?.headers ?? []) {
      if (!template || registered.has(header)) continue;
      const found = missing.headers.get(header);
      if (found) found.categories.add(template.category);
      else if (missing.headers.size < maxHeaders) {
        const { entity_id: entityId, category } = template;
        missing.headers.set(header, { entityId, category, categories: new Set([category]) });
      }
    }
  };
  return { missing, note };
}

/** The headers whose rows have incompatible categories. The import cannot decide which category such a header has. */
export function findDisputed({ headers }: Missing): Set<string> {
  const disputed = new Set<string>();
  for (const [header, { categories }] of headers) {
    const all = [...categories];
    if (all.some((one) => all.some((other) => !goTogether(one, other)))) disputed.add(header);
  }
  return disputed;
}

/**
 * Makes a new or changed row with a disputed header `unclear`, so that the account decides the category of the header. Other
 * rows get only a warning.
 */
export function settleDisputed(row: Comparison, disputed: ReadonlySet<string>): void {
  const header = (row.template?.headers ?? []).find((one) => disputed.has(one));
  if (header === undefined || !row.template) return;
  const why = `The file uses the header ${header} for categories that do not go together. Register it first.`;
  if (!isToRegister(row)) {
    row.warnings.push(why);
    row.template = { ...row.template, headers: [] };
    return;
  }
  Object.assign(row, { outcome: 'unclear', detail: why, template: null, missingEntity: null });
}

/** Compares a row of a file with what the account has registered. Values that the file does not give do not change. */
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
    const detail = `Its ${fixed.what} differs from the registration with this id. The registration does not change.`;
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
    ...(staysOff
      ? [
          `It stays ${before.status}, because an import does not enable anything: enable it yourself.`,
        ]
      : []),
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
