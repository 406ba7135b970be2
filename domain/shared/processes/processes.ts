import { hostname } from 'node:os';
import { commitWithoutFlush, query } from '#platform/db.ts';
import { newId } from '#platform/ids.ts';
import { logger } from '#platform/logger.ts';
import { waitAtMost } from '#platform/promises.ts';
import { onShutdown } from '#platform/shutdown.ts';
import packageJson from '../../../package.json';

declare module '#platform/ids.ts' {
  interface IdPrefixes {
    prc: 'processes';
  }
}

/** How often a process writes its row, in milliseconds. */
const everyMs = 10_000;

/** How long a stopping process waits for the deletion of its row, in milliseconds. */
const stopMs = 1_000;

/** A process that has not written its row for this long counts as lost, in seconds. */
const lostAfterSeconds = 30;

/** How a worker is connected to a carrier, as the worker's row stores it. */
export type CarrierBinds = {
  /** The name of the carrier. */
  carrier: string;
  /** How many of the connections that submit are bound. */
  bound: number;
  connections: number;
  /** When the worker last changed between no bound connection and at least one, in ISO 8601, by the worker's clock. */
  since: string;
};

/** A web server or worker that has written its row within a day. */
export type KnownProcess = {
  id: string;
  kind: 'web' | 'worker';
  version: string;
  host: string;
  pid: number;
  queues: string[];
  /** The carriers of a worker. */
  carriers: CarrierBinds[];
  startedAt: Date;
  /** By PostgreSQL's clock. */
  seenAt: Date;
  /** Seconds from `seenAt` until the list was read. */
  seenSecondsAgo: number;
  /** Whether it was killed, hangs or cannot reach PostgreSQL. */
  isLost: boolean;
};

const write = `
  WITH ${commitWithoutFlush}
  INSERT INTO processes AS p (id, kind, version, host, pid, queues, started_at, seen_at, carriers)
  SELECT $1, $2::process_kind, $3, $4, $5, $6::text[], now() - $7 * interval '1 ms', now(), $8::jsonb FROM unflushed
  ON CONFLICT (id) DO UPDATE SET seen_at = excluded.seen_at, carriers = excluded.carriers`;

/**
 * Writes a row about this process now and every ten seconds, and deletes it at shutdown. A failure is only logged, because
 * nothing depends on the row.
 *
 * @param listCarriers how a worker is connected to its carriers now
 */
export function registerProcess(
  { kind, queues }: Pick<KnownProcess, 'kind' | 'queues'>,
  listCarriers: () => CarrierBinds[] = () => [],
): void {
  const id = newId('prc');
  const began = performance.now();
  let writing: Promise<void> | null = null;

  async function writeRow(): Promise<void> {
    const age = performance.now() - began;
    const own = [id, kind, packageJson.version, hostname(), process.pid, queues, age];
    const values = [...own, JSON.stringify(listCarriers())];
    await query('write-process', write, values).catch((error) =>
      logger.debug({ error }, 'the row of this process could not be written'),
    );
    writing = null;
  }

  function refresh(): void {
    writing ??= writeRow();
  }

  refresh();
  const timer = setInterval(refresh, everyMs).unref();
  // Shutdown closes first what was opened last. The first write has opened the pool, so the pool is still open here.
  onShutdown('row of the process', async () => {
    clearInterval(timer);
    // Waits for a running write, which would otherwise insert the row again after its deletion.
    const remove = async () => {
      await writing;
      await query('remove-process', 'DELETE FROM processes WHERE id = $1', [id]);
    };
    const removed = remove().catch((error) =>
      logger.debug({ error }, 'the row of this process could not be deleted'),
    );
    await waitAtMost(stopMs, removed);
  });
}

/** Lists the web servers and workers, the longest running first. */
export const listProcesses = (): Promise<KnownProcess[]> =>
  query(
    'list-processes',
    `SELECT id, kind, version, host, pid, queues, carriers, started_at AS "startedAt", seen_at AS "seenAt",
       extract(epoch FROM now() - seen_at)::float8 AS "seenSecondsAgo",
       seen_at < now() - interval '${lostAfterSeconds} seconds' AS "isLost"
     FROM processes ORDER BY kind, started_at, id`,
    [],
  );

/** Deletes the rows of processes that were not seen for a day. @returns how many it deleted */
export async function purgeProcesses(): Promise<number> {
  const purged = await query(
    'purge-processes',
    `DELETE FROM processes WHERE seen_at < now() - interval '1 day' RETURNING id`,
    [],
  );
  return purged.length;
}

/** How a worker was connected to a carrier when it last wrote its row. A worker writes its row every ten seconds. */
export type WorkerBind = {
  /** The id of the process. */
  id: string;
  host: string;
  pid: number;
  /** `lost` if the worker has not written its row for half a minute, so that its connections are unknown. */
  state: 'bound' | 'reconnecting' | 'lost';
  /** How many of the connections that submit are bound. */
  bound: number;
  connections: number;
  /** Since when the worker is in this state. */
  since: Date;
};

/** Reads how each worker is connected to each carrier. The keys of the map are the names of the carriers. */
export async function readBinds(): Promise<Map<string, WorkerBind[]>> {
  const binds = new Map<string, WorkerBind[]>();
  for (const { id, host, pid, isLost, seenAt, carriers } of await listProcesses()) {
    for (const { carrier, bound, connections, since } of carriers) {
      const state = isLost ? 'lost' : bound > 0 ? 'bound' : 'reconnecting';
      const own = { id, host, pid, state, bound, connections } as const;
      const list = binds.get(carrier) ?? [];
      binds.set(carrier, [...list, { ...own, since: isLost ? seenAt : new Date(since) }]);
    }
  }
  return binds;
}
