import { until } from '../harness/until.ts';

export type Sample = { name: string; labels: Record<string, string>; value: number };

/** The parsed response of `/metrics` (Prometheus text format 0.0.4). */
export async function scrape(watchUrl: string) {
  const response = await fetch(`${watchUrl}/metrics`);
  if (response.status !== 200) throw new Error(`/metrics answered ${response.status}`);
  const lines = (await response.text()).split('\n');
  const families = lines.flatMap((line) => {
    const [, name, type] = /^# TYPE (\S+) (\S+)$/.exec(line) ?? [];
    return name && type ? [{ name, type }] : [];
  });
  const samples = lines.flatMap((line) => toSample(line) ?? []);
  return {
    families,
    samples,
    sum: (name: string, labels: Record<string, string> = {}) =>
      samples
        .filter((sample) => sample.name === name && has(sample, labels))
        .reduce((sum, { value }) => sum + value, 0),
  };
}

type Scrape = Awaited<ReturnType<typeof scrape>>;

/**
 * Waits until a process's metrics satisfy `look`.
 *
 * @returns all metrics at that time
 */
export const untilScraped = (url: string, what: string, look: (scrape: Scrape) => boolean) =>
  until(what, async () => {
    const now = await scrape(url);
    return look(now) ? now : null;
  });

/** The names of all samples that some processes expose. */
export async function exposedNames(watchUrls: string[]): Promise<Set<string>> {
  const scrapes = await Promise.all(watchUrls.map(scrape));
  return new Set(
    scrapes.flatMap(({ families }) =>
      families.flatMap(({ name, type }) =>
        type === 'histogram' ? ['_bucket', '_sum', '_count'].map((end) => name + end) : [name],
      ),
    ),
  );
}

/** Finds our metrics and those of Node processes in a PromQL expression. */
export const metricsIn = (expression: string) =>
  expression.match(/\b(?:dakiya|nodejs|process)_\w+/g) ?? [];

const has = (sample: Sample, labels: Record<string, string>) =>
  Object.entries(labels).every(([label, value]) => sample.labels[label] === value);

function toSample(line: string): Sample | null {
  const [, name, labels = '', value] = /^([a-z_]\w*)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
  if (!name || !value) return null;
  const pairs = [...labels.matchAll(/(\w+)="([^"]*)"/g)].map(([, key = '', text = '']) => [
    key,
    text,
  ]);
  return { name, labels: Object.fromEntries(pairs), value: Number(value) };
}
