/** What a process reports of one metric. */
export type Sample = { name: string; labels: Record<string, string>; value: number };

/** What `/metrics` of a process tells, read (Prometheus text format 0.0.4). */
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

export type Scrape = Awaited<ReturnType<typeof scrape>>;

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
