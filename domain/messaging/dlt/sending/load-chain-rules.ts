import { profileSchema } from '#domain/messaging/delivery/carriers/carrier-config.ts';
import { type ChainRule, toChainRule } from '#domain/messaging/delivery/carriers/chain-rule.ts';
import { query } from '#platform/db.ts';
import { createTtlCache } from '#platform/ttl-cache.ts';

/** Paused carriers take no messages; which of the others is on the route of a message, the worker finds out. */
const statement = 'SELECT name, profile FROM carriers WHERE paused_at IS NULL ORDER BY name';

/** A change takes effect within five seconds: the worker checks again. */
const load = createTtlCache(
  async () => {
    const rows = await query<{ name: string; profile: unknown }>('chain-rules', statement, []);
    return rows.flatMap(({ name, profile }): ChainRule[] => {
      const parsed = profileSchema.safeParse(profile);
      return parsed.success ? [toChainRule({ name, ...parsed.data })] : [];
    });
  },
  { ttlMs: 5_000, max: 1 },
);

/** What each carrier demands of the chains of accounts' entities. */
export const loadChainRules = (): Promise<readonly ChainRule[]> => load('all');
