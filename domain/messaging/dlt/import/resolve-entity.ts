import type { ImportOptions } from './contract.browser.ts';

/** An entity that a row names and its account has not registered; the name is null if neither the file nor the caller gives one. */
export type MissingEntity = { entityId: string; name: string | null };

type Resolved =
  | { entity_id: undefined; missing: null; problem: string }
  | { entity_id: string; missing: MissingEntity | null; problem: string | null };

/**
 * Finds the entity of a row: its own, or else the one of the options, or the account's only one.
 *
 * @param registered the ids of the account's entities
 * @returns `problem` if nothing can be registered under it
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
    const problem = 'The file does not say which entity it is of: give its Entity ID.';
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
