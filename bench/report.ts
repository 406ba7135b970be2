import { colorize } from '#scripts/stack/terminal.ts';
import { measured, type ProcessorTime } from './processes.ts';

/** Returns a percentile of the values by the nearest-rank method; 0 if there are no values. @param share 0 to 1 */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0;
}

export const median = (values: readonly number[]) => percentile(values, 0.5);

export type Target = {
  /** The target as text, such as `≥ 10,000/s`. */
  text: string;
  /** The measured value, divided by the value with which the target compares it. */
  ratio: number;
  met: boolean;
};

/** One line of the table. */
export type Row = {
  what: string;
  perSecond?: number;
  /** The percentiles of the duration, in milliseconds. */
  p50?: number;
  p99?: number;
  target?: Target;
};

/** Resident memory in MiB, with its maximum. */
export type Memory = {
  when: string;
  web?: number;
  worker?: number;
  wanted?: { web: number } | { worker: number };
};

/** The result of a scenario. */
export type Report = {
  rows: Row[];
  memory: Memory[];
  processorTime?: ProcessorTime[];
  /** A sentence for each loss, duplicate or failure. */
  errors: string[];
};

/** Creates a target: the value must be at least this share of the other value. */
export function atLeast(share: number, value: number, of: number, text: string): Target {
  return { text, ratio: value / of, met: value / of >= share };
}

/** Creates a target: the value must be at most this share of the other value. */
export function atMost(share: number, value: number, of: number, text: string): Target {
  return { text, ratio: value / of, met: value / of <= share };
}

const number = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });
const ratio = new Intl.NumberFormat('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** Formats the measurements as a table, one line each, with their targets. */
export function measurements(rows: Row[]): string {
  const head = ['', 'per second', 'p50', 'p99', 'ratio', 'target', ''];
  const body = rows.map(({ what, perSecond, p50, p99, target }) => [
    what,
    perSecond === undefined ? '' : number.format(perSecond),
    duration(p50),
    duration(p99),
    target ? ratio.format(target.ratio) : '',
    target?.text ?? '',
    target ? verdict(target.met) : '',
  ]);
  return aligned([head, ...body], [1, 2, 3, 4]);
}

/** Says whether a target is met. */
export const verdict = (isMet: boolean) =>
  isMet ? colorize('green', 'met') : colorize('red', 'missed');

/** Formats the resident memory after each phase as a table. */
export function memory(moments: Memory[]): string {
  const head = ['resident memory in MiB', 'web', 'worker', 'target', ''];
  const toCell = (value: number | undefined) => (value === undefined ? '' : number.format(value));
  const body = moments.map(({ when, wanted, ...used }) => {
    const cells = [when, toCell(used.web), toCell(used.worker)];
    const [[name = '', most = 0] = []] = Object.entries(wanted ?? {});
    if (name !== 'web' && name !== 'worker') return [...cells, '', ''];
    const isMet = (used[name] ?? 0) <= most;
    return [...cells, `${name} ≤ ${most}`, verdict(isMet)];
  });
  return aligned([head, ...body], [1, 2]);
}

export const milliseconds = new Intl.NumberFormat('en', {
  minimumFractionDigits: 3,
  maximumFractionDigits: 3,
});

/** Formats the processor time per message as a table. */
export function processorTime(times: ProcessorTime[]): string {
  const head = ['processor time in ms a message', ...measured, 'product'];
  const body = times.map(({ what, ms, product }) => [
    what,
    ...[...measured.map((name) => ms[name]), product].map((value) =>
      value === undefined ? '' : milliseconds.format(value),
    ),
  ]);
  return aligned([head, ...body], [...head.keys()].slice(1));
}

/** Processor time per request or message, at this commit and at another, in milliseconds. */
export type CommitComparison = { what: string; now: number; before: number };

/** Formats a table of processor times at two commits. A ratio of 2 means that this commit takes half as long as the other. */
export function comparisonOfCommits(other: string, lines: CommitComparison[]): string {
  const head = ['processor time in ms', other, 'here', `${other} ÷ here`];
  const body = lines.map(({ what, now, before }) => [
    what,
    milliseconds.format(before),
    milliseconds.format(now),
    ratio.format(before / now),
  ]);
  return aligned([head, ...body], [1, 2, 3]);
}

/** How long the same page takes with few messages and with many, in milliseconds. */
export type PageComparison = { what: string; few: number; many: number };

/** How far the ratio of the times may deviate from 1. */
const tolerance = 0.2;

/** Formats a table of page times with few messages and with many, which also says whether the times differ. */
export function comparison(
  title: string,
  sizes: { few: number; many: number },
  lines: PageComparison[],
): string {
  const head = [
    title,
    ...[sizes.few, sizes.many].map((count) => `ms at ${number.format(count)}`),
    'ratio',
    '',
  ];
  const body = lines.map(({ what, few, many }) => {
    const same = Math.abs(many / few - 1) <= tolerance;
    return [
      what,
      few.toFixed(1),
      many.toFixed(1),
      ratio.format(many / few),
      same ? colorize('green', 'within 20 %') : colorize('red', 'outside of 20 %'),
    ];
  });
  return aligned([head, ...body], [1, 2, 3]);
}

function duration(ms: number | undefined): string {
  if (ms === undefined) return '';
  return ms < 1_000 ? `${ms.toFixed(ms < 10 ? 1 : 0)} ms` : `${(ms / 1_000).toFixed(1)} s`;
}

/** Aligns cells in columns. The columns in `right` are aligned to the right. The last column may contain colour codes. */
export function aligned(lines: string[][], right: number[]): string {
  const columns = lines[0]?.length ?? 0;
  const widths = Array.from({ length: columns }, (_, i) =>
    Math.max(...lines.map((line) => line[i]?.length ?? 0)),
  );
  return lines
    .map((line) =>
      line
        .map((cell, i) => {
          if (i === columns - 1 && !right.includes(i)) return cell;
          const width = widths[i] ?? 0;
          return right.includes(i) ? cell.padStart(width) : cell.padEnd(width);
        })
        .join('  ')
        .trimEnd(),
    )
    .map((line) => `  ${line}`)
    .join('\n');
}
