import { setTimeout as pause } from 'node:timers/promises';
import { query } from '#platform/db.ts';
import { mapInSlices } from '#platform/in-slices.ts';
import { perInstance } from '#platform/instance.ts';
import { logger } from '#platform/logger.ts';
import { createTtlCache, needsNewReads, rememberOldRead } from '#platform/ttl-cache.ts';
import {
  type CompiledRegistry,
  compileInSlices,
  compileRegistry,
} from '../check/compile-registry.ts';
import type { Chain, DltMode, Entity, Header, Link, Template } from './contract.browser.ts';
import { parseTemplate } from './parse-template.browser.ts';
import type { DeclaredSlot } from './slots.browser.ts';

/** An account's compiled registry and its mode, as `checkDlt` uses them. */
export type LoadedRegistry = { mode: DltMode; registry: CompiledRegistry };

const findVersion = `
  SELECT version, mode, characters FROM dlt_registries WHERE user_id = $1`;

/**
 * Reads all registrations of an account in one statement, so that they are from one snapshot. The bodies are parsed again after
 * they are read.
 */
const readAll = `
  SELECT
    (SELECT version FROM dlt_registries WHERE user_id = $1) AS version,
    (SELECT coalesce(json_agg(json_build_object('entityId', entity_id, 'name', name, 'status', status)), '[]')
      FROM dlt_entities WHERE user_id = $1) AS entities,
    (SELECT coalesce(json_agg(json_build_object('header', header, 'entityId', entity_id, 'category', category,
      'status', status, 'lastUsedAt', last_used_at, 'decidedAt', decided_at)), '[]') FROM dlt_headers WHERE user_id = $1) AS headers,
    (SELECT coalesce(json_agg(json_build_object('templateId', template_id, 'entityId', entity_id, 'body', body,
      'slots', slots, 'category', category, 'kind', kind, 'status', status, 'headers', headers) ORDER BY template_id), '[]')
      FROM dlt_templates WHERE user_id = $1) AS templates,
    (SELECT coalesce(json_agg(json_build_object('kind', kind, 'value', value)), '[]')
      FROM dlt_links WHERE user_id = $1) AS links,
    (SELECT coalesce(json_agg(json_build_object('entityId', entity_id, 'carrier', carrier,
      'telemarketerIds', telemarketer_ids, 'isApproved', is_approved)), '[]')
      FROM dlt_chains WHERE user_id = $1) AS chains`;

type Rows = {
  version: number | null;
  entities: Entity[];
  headers: (Omit<Header, 'lastUsedAt' | 'decidedAt'> &
    Record<'lastUsedAt' | 'decidedAt', string | null>)[];
  templates: (Omit<Template, 'texts' | 'slots'> & { body: string; slots: DeclaredSlot[] })[];
  links: Link[];
  chains: Chain[];
};

const none: LoadedRegistry = {
  mode: 'enforce',
  registry: compileRegistry({ entities: [], headers: [], templates: [], links: [], chains: [] }),
};

/**
 * Reading a registry takes up to half a second of processor time. A copy that was read is used for at least four times
 * as long as reading it took, so an account that constantly changes its registry uses at most a fifth of a processor.
 */
const stayFactor = 4;

/** The maximum time for which a copy is used although the account has changed the registry, in milliseconds. */
const maxStayMs = 5_000;

/** The time after which an unchanged registry is read again, in milliseconds. */
const staleAfterMs = 86_400_000;

const getVersion = createTtlCache(
  async (userId) =>
    (
      await query<{ version: number; mode: DltMode; characters: number }>(
        'dlt-registry-version',
        findVersion,
        [userId],
      )
    )[0],
  // A change must take effect in all processes within a second; the cache may use half of that time.
  { ttlMs: 500, max: 10_000 },
);

/** A compiled registry in memory. */
type KeptRegistry = {
  version: number;
  /** The total length of the bodies of its templates. */
  characters: number;
  registry: CompiledRegistry;
  /**
   * The time until which this copy is used although the account has changed the registry, in milliseconds of `performance.now`.
   */
  staysUntil: number;
  /** The time after which the registry is read again although it has not changed, to update the last use of its headers. */
  staleAt: number;
};

/** A registry with more characters than this, which is about a thousand templates, is large. */
const largeFrom = 200_000;

/** The cache for an account's registry, chosen by the total length of its templates. */
export const roomOf = (characters: number): RegistryRoom =>
  characters > largeFrom ? 'large' : 'small';

type Room = { maxCharacters: number; maxAccounts: number; kept: Map<string, KeptRegistry> };

const createRoom = (maxCharacters: number, maxAccounts: number): Room => ({
  ...{ maxCharacters, maxAccounts },
  kept: new Map(),
});

/**
 * The compiled registries that a process caches. A character takes about 25 bytes. Large registries evict only each other.
 * Otherwise a few accounts with 10,000 templates each could evict the registries of all other accounts, and each message would
 * read a registry again. The installation's registry, with which all new accounts send, is never evicted.
 */
const rooms = perInstance(() => ({
  installation: createRoom(2_000_000, 1),
  small: createRoom(2_000_000, 10_000),
  large: createRoom(4_000_000, 100),
}));

type RegistryRoom = keyof ReturnType<typeof rooms>;

/** Finds the cached registry of an account, and marks it as the most recently used. */
export function findKept(userId: string): KeptRegistry | undefined {
  for (const { kept } of Object.values(rooms())) {
    const found = kept.get(userId);
    if (!found) continue;
    if (kept.size > 1) {
      kept.delete(userId);
      kept.set(userId, found);
    }
    return found;
  }
  return undefined;
}

/**
 * Caches a registry, and evicts the least recently used registries if the cache is full. The new registry is never evicted,
 * regardless of its size.
 */
export function keep(userId: string, registry: KeptRegistry, room: RegistryRoom): void {
  for (const { kept } of Object.values(rooms())) kept.delete(userId);
  const { kept, maxCharacters, maxAccounts } = rooms()[room];
  kept.set(userId, registry);
  let characters = 0;
  for (const one of kept.values()) characters += one.characters;
  for (const [oldest, { characters: freed }] of kept) {
    if (oldest === userId || (characters <= maxCharacters && kept.size <= maxAccounts)) return;
    kept.delete(oldest);
    characters -= freed;
  }
}

const loads = perInstance(() => ({ last: Promise.resolve() as Promise<unknown> }));

/**
 * Reads large registries one at a time. After each read, pauses for as long as the read took, so reading large registries takes
 * at most half a processor.
 */
export function readInTurn<T>(read: () => Promise<T>): Promise<T> {
  let tookMs = 0;
  const own = loads();
  const result = own.last.then(async () => {
    const began = performance.now();
    try {
      return await read();
    } finally {
      tookMs = performance.now() - began;
    }
  });
  const pause = () => new Promise<void>((resolve) => setTimeout(resolve, tookMs).unref());
  own.last = result.then(pause, pause);
  return result;
}

/**
 * Returns an account's compiled registry. A change takes effect within half a second, or within five seconds while a
 * registry with thousands of templates changes constantly. Callers within `withNewReads` see a change immediately, but may
 * have to wait until the registry can be read again.
 *
 * @param isInstallation whether the account's registry is the installation's, with which accounts without an approved
 *   header send
 */
export async function loadRegistry(
  userId: string,
  { isInstallation = false }: { isInstallation?: boolean } = {},
): Promise<LoadedRegistry> {
  const found = await getVersion(userId);
  if (!found) return none;
  const { version, mode, characters } = found;
  const room = isInstallation ? 'installation' : roomOf(characters);
  for (;;) {
    const known = findKept(userId);
    const now = performance.now();
    if (known && isCurrent(known, version, now)) return { mode, registry: known.registry };
    const stays = known && now < known.staysUntil ? known : null;
    const latest = stays ?? (await readOnce(userId, characters, room));
    // A read that another request has begun may return an older version than the version that this request has seen.
    const isOld = stays !== null || latest.version < version;
    if (isOld && !needsNewReads()) rememberOldRead(latest);
    if (!isOld || !needsNewReads()) return { mode, registry: latest.registry };
    if (stays) await pause(stays.staysUntil - now);
  }
}

/** The reads that are in progress, by account. Other callers for the account wait for the read in progress. */
const readings = perInstance(() => new Map<string, Promise<KeptRegistry>>());

function readOnce(userId: string, characters: number, room: RegistryRoom): Promise<KeptRegistry> {
  const read = async () => {
    const began = performance.now();
    const { version, registry } = await readRegistry(userId);
    const now = performance.now();
    const staysUntil = now + Math.min(maxStayMs, (now - began) * stayFactor);
    const read = { version, characters, registry, staysUntil, staleAt: began + staleAfterMs };
    keep(userId, read, room);
    return read;
  };
  const reading = readings();
  const known = reading.get(userId);
  if (known) return known;
  const result = (room === 'large' ? readInTurn(read) : read()).finally(() =>
    reading.delete(userId),
  );
  reading.set(userId, result);
  return result;
}

const isCurrent = (known: KeptRegistry, version: number, now: number) =>
  known.version >= version && now < known.staleAt;

const toDate = (time: string | null) => (time === null ? null : new Date(time));

async function readRegistry(userId: string): Promise<Pick<KeptRegistry, 'version' | 'registry'>> {
  const [rows] = await query<Rows>('read-dlt-registry', readAll, [userId]);
  // If there is no version, the account has just been deleted.
  if (!rows || rows.version === null) return { version: Number.MAX_SAFE_INTEGER, ...none };
  const templates = await mapInSlices(rows.templates, ({ body, slots, ...template }) => {
    const parts = parseTemplate(body, slots);
    if (!('problem' in parts)) return [{ ...template, ...parts }];
    // A rule has become stricter since the registration. Only this template is skipped, so that the account can still send
    // with its other templates.
    const { templateId } = template;
    logger.error({ templateId, problem: parts.problem }, 'a stored DLT template cannot be read');
    return [];
  });
  const registry = await compileInSlices({
    ...rows,
    headers: rows.headers.map((header) => ({
      ...header,
      lastUsedAt: toDate(header.lastUsedAt),
      decidedAt: toDate(header.decidedAt),
    })),
    templates: templates.flat(),
  });
  return { version: rows.version, registry };
}
