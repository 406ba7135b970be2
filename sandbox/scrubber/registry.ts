import { readFileSync, statSync } from 'node:fs';
import { z } from 'zod';

const state = z.enum(['active', 'inactive', 'blacklisted']).default('active');
const category = z
  .enum(['promotional', 'service_explicit', 'service_implicit', 'transactional', 'government'])
  .default('service_implicit');

/** What the operator has in its DLT register: a file that may be edited while the sandbox runs. */
const registrySchema = z.strictObject({
  entities: z.array(z.strictObject({ id: z.string(), state })).default([]),
  headers: z
    .array(
      z.strictObject({
        header: z.string(),
        entity: z.string(),
        /** `expired` and `unused` are the two reasons for which operators suspend a header. */
        state: z.enum(['active', 'inactive', 'blacklisted', 'expired', 'unused']).default('active'),
      }),
    )
    .default([]),
  templates: z
    .array(
      z.strictObject({
        id: z.string(),
        entity: z.string(),
        body: z.string().min(1).max(2_000),
        state,
        category,
        /** Headers that it is bound to; any of its entity's if left out. */
        headers: z.array(z.string()).default([]),
      }),
    )
    .default([]),
  /** What the TLV 0x1402 must be: an id, ids with commas, or their hash. */
  chains: z.array(z.strictObject({ entity: z.string(), value: z.string(), state })).default([]),
  /** Numbers that want no promotional messages, as `919876543210`. */
  blocked: z.array(z.string().regex(/^\d{7,15}$/)).default([]),
});

export type Registry = z.output<typeof registrySchema>;

/** How often the file is looked at, at most, in milliseconds. */
const lookEveryMs = 100;

/**
 * Reads a registry file again whenever it has changed.
 *
 * @returns reads it: the registry, and what is wrong with the file, if the last version that could be read is used
 */
export function createRegistryReader(path: string) {
  let registry: Registry = registrySchema.parse({});
  let problem: string | null = null;
  let version = '';
  let lookedAt = 0;

  return (): { registry: Registry; problem: string | null } => {
    const now = Date.now();
    if (now - lookedAt < lookEveryMs) return { registry, problem };
    lookedAt = now;
    try {
      const { mtimeMs, size } = statSync(path);
      if (version === `${mtimeMs}/${size}`) return { registry, problem };
      version = `${mtimeMs}/${size}`;
      registry = registrySchema.parse(JSON.parse(readFileSync(path, 'utf8')));
      problem = null;
    } catch (error) {
      problem = `${path} cannot be used: ${explain(error)}`;
    }
    return { registry, problem };
  };
}

function explain(error: unknown): string {
  if (!(error instanceof z.ZodError)) return error instanceof Error ? error.message : String(error);
  const [issue] = error.issues;
  return `${issue?.path.join('.')}: ${issue?.message}`;
}
