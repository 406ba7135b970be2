import { Counter, Gauge, Histogram } from 'prom-client';
import { registry } from './registry.server.ts';

/**
 * What is measured, as it is declared by whose concept it is. The name begins with `dakiya_` and ends with
 * its unit. Labels take few values: never a number, a key or an id.
 */
type Declared<Label extends string> = {
  name: `dakiya_${string}`;
  help: string;
  labelNames?: readonly Label[];
};

/** Counts what happened; it only grows. */
export function counter<Label extends string = never>(declared: Declared<Label>): Counter<Label> {
  return new Counter<Label>(registered(declared));
}

/** Counts how long something took, in seconds, by buckets. */
export function histogram<Label extends string = never>(
  declared: Declared<Label> & { buckets?: number[] },
): Histogram<Label> {
  return new Histogram<Label>(registered({ buckets: quick, ...declared }));
}

type Collected<Label extends string> = Declared<Label> & {
  /** Asked at each scrape, to set what there is then. */
  collect: (gauge: Gauge<Label>) => void | Promise<void>;
};

/** Shows what is now: it is looked at when it is asked for, and not before. */
export function gauge<Label extends string = never>(declared: Collected<Label>): Gauge<Label> {
  const { collect, ...rest } = declared;
  const made: Gauge<Label> = new Gauge<Label>({
    ...registered(rest),
    collect: () => collect(made),
  });
  return made;
}

/** From a millisecond to as long as anybody waits for an answer. */
const quick = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** For what carriers and phones take their time for: from a tenth of a second to some hours. */
export const slowBuckets = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 900, 3600, 21_600];

/** Where it is read. One of the same name makes room: development loads the file that declares it at each change. */
function registered<Options extends { name: string }>(options: Options) {
  registry.removeSingleMetric(options.name);
  return { ...options, registers: [registry] };
}
