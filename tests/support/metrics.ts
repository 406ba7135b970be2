import { until } from '../harness/until.ts';

/** What a process reports of one metric. */
export type Sample = { name: string; labels: Record<string, string>; value: number };

/** What `/metrics` of a process reports, parsed (Prometheus text format 0.0.4). */
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
    /** The sum of all samples of a name that have these labels. */
    sum: (name: string, labels: Record<string, string> = {}) =>
      samples
        .filter((sample) => sample.name === name && has(sample, labels))
        .reduce((sum, { value }) => sum + value, 0),
  };
}

type Scrape = Awaited<ReturnType<typeof scrape>>;

/** Waits until a process reports what is wanted. @returns all that it reports then */
export const untilScraped = (url: string, what: string, look: (scrape: Scrape) => boolean) =>
  until(what, async () => {
    const now = await scrape(url);
    return look(now) ? now : null;
  });

/** The names under which the samples of some processes can be asked for. */
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

/** Everything of ours, and of a Node process, that an expression of PromQL asks for. */
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
