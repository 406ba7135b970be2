import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { serverSettings } from '#platform/server-settings.ts';
import type { product } from '#product.ts';

/** All metrics of this process, served at `/metrics` on `METRICS_PORT`. */
export const registry = new Registry();

/**
 * A metric's declaration. The name begins with the product's and ends with its unit. Labels have few
 * values: never a phone number, key or id.
 */
type MetricOptions<Label extends string> = {
  name: `${typeof product.slug}_${string}`;
  help: string;
  labelNames?: readonly Label[];
};

/** Creates a counter, which only grows. */
export function counter<Label extends string = never>(
  options: MetricOptions<Label>,
): Counter<Label> {
  return new Counter<Label>(register(options));
}

/** Creates a histogram of durations, in seconds. */
export function histogram<Label extends string = never>(
  options: MetricOptions<Label> & { buckets?: number[] },
): Histogram<Label> {
  return new Histogram<Label>(register({ buckets: quickBuckets, ...options }));
}

type GaugeOptions<Label extends string> = MetricOptions<Label> & {
  /** Called at each scrape to set the current values. */
  collect: (gauge: Gauge<Label>) => void | Promise<void>;
};

/** Creates a gauge, evaluated at each scrape. */
export function gauge<Label extends string = never>(options: GaugeOptions<Label>): Gauge<Label> {
  const { collect, ...rest } = options;
  const made: Gauge<Label> = new Gauge<Label>({
    ...register(rest),
    collect: () => collect(made),
  });
  return made;
}

/** Buckets for requests: from a millisecond to ten seconds. */
const quickBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Buckets for carriers and phones: from a tenth of a second to six hours. */
export const slowBuckets = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 900, 3600, 21_600];

/**
 * Registers a metric. In development modules are loaded again after each change, so it replaces its predecessor;
 * otherwise two metrics of one name are an error.
 */
function register<Options extends { name: string }>(options: Options) {
  if (serverSettings.NODE_ENV === 'development') registry.removeSingleMetric(options.name);
  return { ...options, registers: [registry] };
}
