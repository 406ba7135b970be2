import { type Aggregator, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { product } from '#product.ts';
import { ofInstance, perInstance } from '../instance.ts';

/** The declared metrics, by name. */
const declared = new Map<string, object>();

/** The registry of each instance, served at `/metrics` on `METRICS_PORT`. */
const registries = perInstance(() => new Registry());

/** Returns the metrics of this instance, including metrics that were not used yet. */
export function getRegistry(): Registry {
  for (const instrument of declared.values()) Reflect.has(instrument, 'name');
  return registries();
}

/**
 * The declaration of a metric. Its name begins with the product's name and ends with the unit. A label must have few
 * different values, so never a phone number, a key or an id.
 */
type MetricOptions<Label extends string> = {
  name: `${typeof product.slug}_${string}`;
  help: string;
  labelNames?: readonly Label[];
};

type CounterOptions<Label extends string> = MetricOptions<Label> & {
  /**
   * The label values whose series start at 0 with the process, because Prometheus computes no rate from a series' first
   * value.
   */
  from0?: readonly Record<Label, string>[];
};

/** Declares a counter, which only grows. */
export function counter<Label extends string = never>({
  from0 = [],
  ...options
}: CounterOptions<Label>): Counter<Label> {
  return declare(options.name, () => {
    const made = new Counter<Label>({ ...options, registers: [registries()] });
    for (const labels of from0) made.inc(labels, 0);
    return made;
  });
}

/** Declares a histogram of durations, in seconds. */
export function histogram<Label extends string = never>(
  options: MetricOptions<Label> & { buckets?: number[] },
): Histogram<Label> {
  const complete = { buckets: quickBuckets, ...options };
  return declare(
    options.name,
    () => new Histogram<Label>({ ...complete, registers: [registries()] }),
  );
}

/**
 * Declares a metric, and replaces an earlier one of the same name, because development reloads modules after each change.
 */
function declare<T extends object>(name: string, create: () => T): T {
  const instrument = ofInstance(() => {
    registries().removeSingleMetric(name);
    return create();
  });
  declared.set(name, instrument);
  return instrument;
}

type GaugeOptions<Label extends string> = MetricOptions<Label> & {
  /**
   * How the values of a program's processes become one value; by default their sum. A gauge that is the same in all processes
   * needs `max`.
   */
  aggregator?: Aggregator;
  /** Called at each scrape to set the current values. */
  collect: (gauge: Gauge<Label>) => void | Promise<void>;
};

/** Adds a gauge to this instance. The value is computed at each scrape. */
export function gauge<Label extends string = never>(options: GaugeOptions<Label>): Gauge<Label> {
  const { collect, ...rest } = options;
  const registry = registries();
  registry.removeSingleMetric(options.name);
  const made: Gauge<Label> = new Gauge<Label>({
    ...rest,
    registers: [registry],
    collect: () => collect(made),
  });
  return made;
}

/** Buckets for requests, in seconds: from a millisecond to ten seconds. */
const quickBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Buckets for carriers and handsets, in seconds: from a tenth of a second to six hours. */
export const slowBuckets = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 900, 3600, 21_600];
