import { goTogether } from '../check/check-identities.ts';
import type { DltCategory } from '../registry/contract.browser.ts';
import { type Comparison, isToRegister } from './compare-rows.ts';

/** What rows name and their account has not registered. */
export type Missing = {
  /** The name of each entity; null if nobody has given one, and the rows are `unclear`. */
  entities: Map<string, string | null>;
  /** Of each header the entity and category of its first row, and the categories of all. */
  headers: Map<string, { entityId: string; category: DltCategory; categories: Set<DltCategory> }>;
};

/** One more than an account may have: of more it need not be known which. A file may name a million. */
const maxHeaders = 1_001;

/** @returns what notes a row, and all that was noted */
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

/** The headers whose rows have categories that no header can have both: one of them would get a category at random. */
export function findDisputed({ headers }: Missing): Set<string> {
  const disputed = new Set<string>();
  for (const [header, { categories }] of headers) {
    const all = [...categories];
    if (all.some((one) => all.some((other) => !goTogether(one, other)))) disputed.add(header);
  }
  return disputed;
}

/** Leaves to its account what a row with a disputed header is to be. */
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
