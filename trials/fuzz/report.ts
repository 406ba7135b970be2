import type { Moment } from '../stack/growth.ts';
import type { FuzzTotals, runFuzz } from './run-fuzz.ts';
import { type Confirmed, maxTurnMs } from './suspects.ts';

type Run = Awaited<ReturnType<typeof runFuzz>>;

const number = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });

/** How many answers of each class there were, in all and for each target. */
export function formatTallies({ sent, seconds, tallies }: Run): string {
  const all = new Map<string, number>();
  for (const { statuses } of tallies) {
    for (const [status, count] of statuses) {
      const name = classOf(status);
      all.set(name, (all.get(name) ?? 0) + count);
    }
  }
  const classes = [...all].sort().map(([name, count]) => `${name} ${number.format(count)}`);
  const widest = Math.max(...tallies.map(({ target }) => target.name.length));
  const lines = tallies.map(
    ({ target, statuses, through }) =>
      `  ${target.name.padEnd(widest)}  ${number.format(through).padStart(5)} through of ${inWords(statuses)}`,
  );
  return [
    ...lines,
    '',
    `  ${number.format(sent)} requests in ${number.format(seconds)} s: ${classes.join(', ')}`,
  ].join('\n');
}

const classOf = (status: number) => (status === 0 ? 'none' : `${Math.floor(status / 100)}xx`);

const inWords = (statuses: FuzzTotals['statuses']) =>
  [...statuses]
    .sort(([a], [b]) => a - b)
    .map(([status, count]) => `${status || 'none'}×${count}`)
    .join(' ');

/** The answers that took longest. */
export const formatSlowest = ({ tallies }: Run): string =>
  tallies
    .toSorted((a, b) => b.slowest.ms - a.slowest.ms)
    .slice(0, 5)
    .map(
      ({ target, slowest }) =>
        `  ${number.format(slowest.ms)} ms: ${target.name}, ${slowest.shot.slice(0, 200).replaceAll('\n', ' ')}`,
    )
    .join('\n');

/** The web's longest turns: how many there were, and what the requests of them took when they came alone. */
export function describeTurns({ suspects }: Run, confirmed: Confirmed[]): string {
  const { turns, longest } = suspects.seen();
  if (turns === 0) return `  No turn of the web took more than ${maxTurnMs} ms.`;
  const lines = confirmed
    .slice(0, 8)
    .map(
      ({ target, shot, firstMs, againMs }) =>
        `  ${number.format(againMs)} ms alone, ${number.format(firstMs)} ms first: ${target}, ${shot.slice(0, 160).replaceAll('\n', ' ')}`,
    );
  return [
    `  ${number.format(turns)} turns of the web took more than ${maxTurnMs} ms of processor time, the longest ${number.format(longest)} ms.`,
    '  Whatever was under way in them, sent again and alone:',
    ...lines,
  ].join('\n');
}

/** What web and worker had in their memory, a line a moment. */
export const formatMemory = (moments: Moment[]): string =>
  moments
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

/** Everything that was found, each with what shows it again. */
export function formatFindings({ findings }: Run, others: string[], seed: number): string[] {
  return [
    ...findings
      .list()
      .map(
        ({ target, fault, shot, times }) =>
          `${target}: ${fault}${times > 1 ? ` (${times} times)` : ''}\n${shot}\nagain: npm run fuzz -- --seed ${seed} --only '${target}'`,
      ),
    ...others.map((sentence) => {
      const request = findings.requestOf(sentence);
      return request ? `${sentence}\nof the request ${request}` : sentence;
    }),
  ];
}
