import type { MemorySample } from '#tests/harness/probe.ts';
import type { FuzzTotals, runFuzz } from './run-fuzz.ts';
import { type Confirmed, maxTurnMs } from './suspects.ts';

type Run = Awaited<ReturnType<typeof runFuzz>>;

const number = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });

/** The number of responses by status class, and by status for each target. */
export function formatTotals({ sent, seconds, totals }: Run): string {
  const all = new Map<string, number>();
  for (const { statuses } of totals) {
    for (const [status, count] of statuses) {
      const name = statusClass(status);
      all.set(name, (all.get(name) ?? 0) + count);
    }
  }
  const classes = [...all].sort().map(([name, count]) => `${name} ${number.format(count)}`);
  const widest = Math.max(...totals.map(({ target }) => target.name.length));
  const lines = totals.map(
    ({ target, statuses, succeeded }) =>
      `  ${target.name.padEnd(widest)}  ${number.format(succeeded).padStart(5)} succeeded of ${formatStatuses(statuses)}`,
  );
  return [
    ...lines,
    '',
    `  ${number.format(sent)} requests in ${number.format(seconds)} s: ${classes.join(', ')}`,
  ].join('\n');
}

const statusClass = (status: number) => (status === 0 ? 'none' : `${Math.floor(status / 100)}xx`);

const formatStatuses = (statuses: FuzzTotals['statuses']) =>
  [...statuses]
    .sort(([a], [b]) => a - b)
    .map(([status, count]) => `${status || 'none'}×${count}`)
    .join(' ');

/** The five targets with the slowest responses. */
export const formatSlowest = ({ totals }: Run): string =>
  totals
    .toSorted((a, b) => b.slowest.ms - a.slowest.ms)
    .slice(0, 5)
    .map(
      ({ target, slowest }) =>
        `  ${number.format(slowest.ms)} ms: ${target.name}, ${slowest.request.slice(0, 200).replaceAll('\n', ' ')}`,
    )
    .join('\n');

/** The web's long turns, and the times of their requests when repeated alone. */
export function describeTurns({ suspects }: Run, confirmed: Confirmed[]): string {
  const turns = suspects.turns();
  if (turns.length === 0) return `  No turn of the web took more than ${maxTurnMs} ms.`;
  const lines = confirmed
    .slice(0, 8)
    .map(
      ({ target, request, firstMs, aloneMs }) =>
        `  ${number.format(aloneMs)} ms alone, ${number.format(firstMs)} ms first: ${target}, ${request.slice(0, 160).replaceAll('\n', ' ')}`,
    );
  const longest = turns
    .slice(0, 8)
    .map(({ ms, collectionMs }) => `${number.format(ms)} (${number.format(collectionMs)})`);
  return [
    `  ${number.format(turns.length)} turns of the web took more than ${maxTurnMs} ms of processor time (and of it, garbage collection): ${longest.join(', ')}.`,
    '  The requests in flight, repeated alone:',
    ...lines,
  ].join('\n');
}

/** The memory of web and worker, one line per sample. */
export const formatMemory = (samples: MemorySample[]): string =>
  samples
    .map(({ at, ...programs }) =>
      [
        `  after ${number.format(at)}:`,
        ...Object.entries(programs).map(
          ([name, { heapMiB, externalMiB, rssMiB, longestTurnMs }]) =>
            `${name} heap ${heapMiB.toFixed(1)}, external ${externalMiB.toFixed(1)}, resident ${rssMiB.toFixed(0)} MiB, longest turn ${longestTurnMs?.toFixed(0) ?? '?'} ms`,
        ),
      ].join('  '),
    )
    .join('\n');

/** All findings, each with the command that repeats it. */
export function formatFindings({ findings }: Run, others: string[], seed: number): string[] {
  return [
    ...findings
      .list()
      .map(
        ({ target, problem, request, times }) =>
          `${target}: ${problem}${times > 1 ? ` (${times} times)` : ''}\n${request}\nrepeat: npm run fuzz -- --seed ${seed} --only '${target}'`,
      ),
    ...others.map((sentence) => {
      const request = findings.requestOf(sentence);
      return request ? `${sentence}\nof the request ${request}` : sentence;
    }),
  ];
}
