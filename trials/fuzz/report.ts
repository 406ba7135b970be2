import type { MemorySample } from '#tests/harness/probe.ts';
import type { runFuzz } from './run-fuzz.ts';
import { type Confirmed, maxTurnMs } from './suspects.ts';

type Run = Awaited<ReturnType<typeof runFuzz>>;

const number = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });
const oneLine = (request: string) => request.slice(0, 160).replaceAll('\n', ' ');

/** Formats the number of responses by status for each target, and by class of status for all targets. */
export function formatTotals({ sent, seconds, totals }: Run): string {
  const classes = new Map<string, number>();
  const widest = Math.max(...[...totals.keys()].map((name) => name.length));
  const lines = [...totals].map(([name, { statuses, succeeded }]) => {
    const counts = [...statuses].sort(([a], [b]) => a - b);
    for (const [status, count] of counts) {
      const itsClass = status === 0 ? 'none' : `${Math.floor(status / 100)}xx`;
      classes.set(itsClass, (classes.get(itsClass) ?? 0) + count);
    }
    const all = counts.map(([status, count]) => `${status || 'none'}×${count}`).join(' ');
    return `  ${name.padEnd(widest)}  ${number.format(succeeded).padStart(5)} succeeded of ${all}`;
  });
  const sums = [...classes].sort().map(([name, count]) => `${name} ${number.format(count)}`);
  const took = `${number.format(sent)} requests in ${number.format(seconds)} s`;
  return [...lines, '', `  ${took}: ${sums.join(', ')}`].join('\n');
}

/**
 * Formats the long turns of the web server's event loop, and how long each of their requests took when it was repeated alone.
 */
export function formatTurns({ suspects }: Run, confirmed: Confirmed[]): string {
  const turns = suspects.turns();
  if (turns.length === 0) return `  No turn of the web took more than ${maxTurnMs} ms.`;
  const longest = turns
    .slice(0, 8)
    .map(({ ms, collectionMs }) => `${number.format(ms)} (${number.format(collectionMs)})`);
  return [
    `  ${number.format(turns.length)} turns of the web took more than ${maxTurnMs} ms of processor time (and of it, garbage collection): ${longest.join(', ')}.`,
    '  The requests in flight, repeated alone:',
    ...confirmed
      .slice(0, 8)
      .map(
        ({ target, request, firstMs, aloneMs }) =>
          `  ${number.format(aloneMs)} ms alone, ${number.format(firstMs)} ms first: ${target}, ${oneLine(request)}`,
      ),
  ].join('\n');
}

/** Formats the memory of web server and worker at one point of the run. */
export function formatMemory({ at, web, worker }: MemorySample): string {
  const programs = Object.entries({ web, worker }).map(
    ([name, { heapMiB, externalMiB, rssMiB, longestTurnMs }]) =>
      `${name} heap ${heapMiB.toFixed(1)}, external ${externalMiB.toFixed(1)}, resident ${rssMiB.toFixed(0)} MiB, longest turn ${longestTurnMs?.toFixed(0) ?? '?'} ms`,
  );
  return `  after ${number.format(at)}:  ${programs.join('  ')}`;
}

/** Formats all findings, each with the command that repeats its request. */
export function formatFindings({ findings }: Run, others: string[], seed: number): string[] {
  const found = findings.list().map(({ target, problem, request, times }) => {
    const often = times > 1 ? ` (${times} times)` : '';
    return `${target}: ${problem}${often}\n${request}\nrepeat: npm run fuzz -- --seed ${seed} --only '${target}'`;
  });
  const traced = others.map((sentence) => {
    const request = findings.requestOf(sentence);
    return request ? `${sentence}\nof the request ${request}` : sentence;
  });
  return [...found, ...traced];
}
