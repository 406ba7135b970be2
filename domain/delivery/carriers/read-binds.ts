import { listProcesses } from '#domain/shared/processes/processes.ts';

/** How a worker is connected to a carrier, at most ten seconds ago. */
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

/** Reads how each worker is connected to each carrier, by the name of the carrier. Workers write it every ten seconds. */
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
