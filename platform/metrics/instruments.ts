import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { product } from '#product.ts';
import { ofInstance, perInstance } from '../instance.ts';

/** The declared metrics, by name. */
const declared = new Map<string, object>();

/** All metrics of an instance, served at `/metrics` on `METRICS_PORT`. */
const registries = perInstance(() => new Registry());

/** The metrics of this instance, including unused ones. */
export function getRegistry(): Registry {
  for (const instrument of declared.values()) Reflect.has(instrument, 'name');
  return registries();
}

/**
 * A metric's declaration. The name begins with the product's and ends with its unit. Labels have few
 * values: never a phone number, key or id.
 */
type MetricOptions<Label extends string> = {
  name: `${typeof product.slug}_${string}`;
  help: string;
  labelNames?: readonly Label[];
};

type CounterOptions<Label extends string> = MetricOptions<Label> & {
  /** Series that exist from the start with the value 0: Prometheus computes no rate for a series that begins at 1. */
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

/** In development modules are loaded again after each change, so a metric replaces an earlier one of the same name. */
function declare<T extends object>(name: string, create: () => T): T {
  const instrument = ofInstance(() => {
    registries().removeSingleMetric(name);
    return create();
  });
  declared.set(name, instrument);
  return instrument;
}

type GaugeOptions<Label extends string> = MetricOptions<Label> & {
  /** Called at each scrape to set the current values. */
  collect: (gauge: Gauge<Label>) => void | Promise<void>;
};

/** Gives this instance a gauge, evaluated at each scrape. */
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

/** Buckets for requests: from a millisecond to ten seconds. */
const quickBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Buckets for carriers and phones: from a tenth of a second to six hours. */
export const slowBuckets = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 900, 3600, 21_600];
