import { AggregatorRegistry, type Registry } from 'prom-client';

/** The metrics of a process at one time. */
export type Snapshot = Awaited<ReturnType<Registry['getMetricsAsJSON']>>;

const add = (snapshots: Snapshot[]) => AggregatorRegistry.aggregate(snapshots);

/** Keeps the metrics that only grow. prom-client declares the type as a number, but it is a text. */
const keepGrowing = (snapshot: Snapshot): Snapshot =>
  snapshot.filter(({ type }) => ['counter', 'histogram'].includes(String(type)));

/**
 * Sums the metrics of several processes. A counter never falls, because Prometheus would take a smaller value for a restart
 * from zero, and count all of it again. So the sum keeps the last known values of a process that has ended or does not
 * answer.
 */
export function createMetricsSum() {
  const known = new Map<number, Snapshot>();
  let ended: Snapshot = [];
  return {
    /** @param index identifies the process until `end` @param snapshot null if the process does not answer */
    set(index: number, snapshot: Snapshot | null): void {
      known.set(index, snapshot ?? keepGrowing(known.get(index) ?? []));
    },
    end(index: number): void {
      const sum = add([ended, keepGrowing(known.get(index) ?? [])]);
      ended = sum.getMetricsAsArray() as unknown as Snapshot;
      known.delete(index);
    },
    /** Returns the sum in Prometheus's text format. @param own the metrics of the parent */
    toText: (own: Snapshot): Promise<string> => add([own, ended, ...known.values()]).metrics(),
  };
}
